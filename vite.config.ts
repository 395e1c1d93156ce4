import { crx } from '@crxjs/vite-plugin';
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import manifest from './manifest.config.ts';

/** Builds the unpacked extension into dist/extension. */
export default defineConfig({
  plugins: [preact(), crx({ manifest })],
  build: {
    outDir: 'dist/extension',
    emptyOutDir: true,
    target: 'chrome125',
    modulePreload: false,
    // Pages the manifest does not name are left out of the build unless they are listed here.
    rolldownOptions: { input: { offscreen: 'offscreen.html', approval: 'approval.html' } },
  },
});
