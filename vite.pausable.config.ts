import { resolve } from 'node:path';
import { mergeConfig, type Plugin } from 'vite';
import base from './vite.config.ts';

/** Loads the pausing ahead of everything else in the worker. */
const pausing: Plugin = {
  name: 'pausing',
  enforce: 'pre',
  transform(code, id) {
    if (id !== resolve('src/worker.ts')) return undefined;
    return `import ${JSON.stringify(resolve('e2e/support/pausable/pausing.ts'))};\n${code}`;
  },
};

/**
 * Builds a variant of the extension for tests into dist/extension-test: the same sources, in a worker whose calls of
 * Chrome can be made to stop for good.
 */
export default mergeConfig(base, { plugins: [pausing], build: { outDir: 'dist/extension-test' } });
