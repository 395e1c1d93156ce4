import { posix, win32 } from 'node:path';
import type { Io } from './io.ts';

const NAME = 'sctl-browser';

/** Where the daemon keeps its files unless it is told otherwise: the platform's folder for a user's data. */
export function defaultDataDir({
  platform,
  env,
  homeDirectory,
}: Pick<Io, 'platform' | 'env' | 'homeDirectory'>): string {
  switch (platform) {
    case 'darwin':
      return posix.join(homeDirectory(), 'Library', 'Application Support', NAME);
    case 'win32':
      return win32.join(env.APPDATA || win32.join(homeDirectory(), 'AppData', 'Roaming'), NAME);
    default:
      return posix.join(xdgDataHome(env) ?? posix.join(homeDirectory(), '.local', 'share'), NAME);
  }
}

/** The XDG base directory specification has relative paths ignored. */
function xdgDataHome(env: Io['env']): string | undefined {
  const path = env.XDG_DATA_HOME;
  return path !== undefined && posix.isAbsolute(path) ? path : undefined;
}
