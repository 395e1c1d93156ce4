import { build } from 'vite';

/** Makes the build that lets a test stop the worker, once for each run. */
export default async function buildPausable(): Promise<void> {
  await build({ configFile: 'vite.pausable.config.ts', logLevel: 'warn' });
}
