import { resolve } from 'node:path';

/** Where `npm run build:pausable` puts the test build. */
export const PAUSABLE_BUILD = resolve('dist/extension-test');
