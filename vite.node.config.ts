import { chmodSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

const executable: Plugin = {
  name: 'executable',
  writeBundle: () => chmodSync('dist/sctl/sctl.js', 0o755),
};

/** Builds the command into dist/sctl and the project's own scripts into dist/scripts. */
export default defineConfig({
  plugins: [executable],
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20',
    rolldownOptions: {
      input: {
        'sctl/sctl': 'cli/main.ts',
        'scripts/start': 'scripts/start.ts',
        'scripts/ensureTestTools': 'scripts/ensureTestTools.ts',
        'scripts/docs': 'scripts/docs.ts',
        'scripts/icons': 'scripts/icons.ts',
        'scripts/weights': 'scripts/weights.ts',
        'scripts/tokens': 'scripts/tokens.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'sctl/chunks/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true, external: ['gpt-tokenizer', 'playwright-core', 'playwright', 'vite'] },
});
