import { resolve } from 'node:path';

/** Where the test build is; each run of the tests makes it anew. */
export const PAUSABLE_BUILD = resolve('dist/extension-test');
