import { resolve } from 'node:path';
import { crx } from '@crxjs/vite-plugin';
import preact from '@preact/preset-vite';
import { defineConfig, type Plugin } from 'vite';
import manifest from './manifest.config.ts';
import { licences } from './scripts/licences.ts';

/** Vite wraps every dynamic import to preload what it needs; from the disk of an extension that is only weight. */
const plainDynamicImport: Plugin = {
  name: 'plain-dynamic-import',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
};

/** The MCP SDK's default validator generates code, which a page may not run; the one that is passed to it does not. */
const withoutCodeGeneration: Plugin = {
  name: 'without-code-generation',
  enforce: 'pre',
  resolveId: (source) =>
    source.endsWith('/validation/ajv-provider.js') ? resolve('offscreen/provider/noCodeGeneration.ts') : null,
};

/** Builds the unpacked extension into dist/extension. */
export default defineConfig({
  plugins: [plainDynamicImport, withoutCodeGeneration, preact(), crx({ manifest }), licences],
  build: {
    outDir: 'dist/extension',
    emptyOutDir: true,
    target: 'chrome125',
    modulePreload: false,
    // Pages the manifest does not name are left out of the build unless they are listed here.
    rolldownOptions: { input: { offscreen: 'offscreen.html', approval: 'approval.html' } },
  },
});
