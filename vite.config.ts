import { resolve } from 'node:path';
import { crx } from '@crxjs/vite-plugin';
import preact from '@preact/preset-vite';
import { build, defineConfig, type Plugin } from 'vite';
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

const TARGET = 'chrome125';

/** What is bundled apart: each a page, or a script that is loaded by its name. */
const APART = ['offscreen/provider/toolServer.ts', 'offscreen.html', 'approval.html', 'extensions.html'];

/** The modules of what is bundled apart. */
const modulesApart = new Set<string>();

/**
 * Bundles each of these on its own. In one bundle, a file that two contexts share holds all that either of them uses of
 * zod or Preact, and the worker and the popup would load what only others need.
 */
const apart: Plugin = {
  name: 'apart',
  async buildStart() {
    for (const file of (await Promise.all(APART.map(bundle))).flat()) {
      const isChunk = file.type === 'chunk';
      if (isChunk) for (const id of file.moduleIds) modulesApart.add(id);
      this.emitFile({ type: 'asset', fileName: file.fileName, source: isChunk ? file.code : file.source });
    }
  },
};

async function bundle(input: string) {
  const isScript = input.endsWith('.ts');
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [plainDynamicImport, withoutCodeGeneration, preact()],
    build: {
      write: false,
      target: TARGET,
      modulePreload: false,
      rolldownOptions: {
        input,
        ...(isScript && { preserveEntrySignatures: 'strict', output: { entryFileNames: '[name].js' } }),
      },
    },
  });
  if (!('output' in built)) throw new Error(`${input} was not built`);
  return built.output;
}

/** Builds the unpacked extension into dist/extension. */
export default defineConfig({
  plugins: [plainDynamicImport, preact(), crx({ manifest }), apart, licences(modulesApart)],
  build: {
    outDir: 'dist/extension',
    emptyOutDir: true,
    target: TARGET,
    modulePreload: false,
  },
});
