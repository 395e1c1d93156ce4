import preact from '@preact/preset-vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [preact()],
  test: { include: ['**/*.test.{ts,tsx}'], exclude: ['node_modules', 'dist'] },
});
