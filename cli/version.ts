import { version } from '../package.json';

/** Version of this command, and of the daemon it starts. */
export const VERSION: string = version;
