import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from 'playwright-core';

const HOW_TO_HELP =
  'Install Chromium (for example: npx playwright install chromium) or set SCTL_CHROMIUM to its executable.';

/**
 * Finds a Chromium that can load an unpacked extension, and installs one when there is none: SCTL_CHROMIUM, then
 * Playwright's own, then `chromium` on the PATH.
 * @returns the path of its executable.
 * @throws Error with one sentence that says what to install.
 */
export function findChromium(): string {
  const chosen = process.env.SCTL_CHROMIUM;
  if (chosen !== undefined && chosen !== '') {
    if (!isExecutable(chosen)) throw new Error(`SCTL_CHROMIUM names no executable file: ${chosen}`);
    if (isBranded(chosen)) {
      throw new Error(
        `SCTL_CHROMIUM names a branded browser, which cannot load an unpacked extension: ${chosen}`,
      );
    }
    return chosen;
  }
  return installedChromium() ?? installChromium();
}

function installedChromium(): string | undefined {
  return [chromium.executablePath(), ...onPath('chromium')].find(
    (path) => isExecutable(path) && !isBranded(path),
  );
}

function installChromium(): string {
  console.error('No Chromium was found; installing one.');
  installPlaywrightChromium();
  const installed = installedChromium();
  if (installed !== undefined) return installed;
  if (isRootOnDebian()) installDebianPackages('chromium');
  const packaged = installedChromium();
  if (packaged === undefined)
    throw new Error(`No Chromium was found and none could be installed. ${HOW_TO_HELP}`);
  return packaged;
}

function installPlaywrightChromium(): void {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore' });
}

/** Whether Debian's package manager can be used here. */
export const isRootOnDebian = (): boolean =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version') && onPath('apt-get').length > 0;

/** Installs Debian packages; their manager's output goes to standard error. A failure shows in what is missing then. */
export function installDebianPackages(...names: string[]): void {
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...names);
}

/** The executables of a name on the PATH, in its order. */
export const onPath = (name: string): string[] =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .filter(isExecutable);

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// Branded browsers ignore --load-extension; only their version line tells them apart.
function isBranded(path: string): boolean {
  const version = execFileSync(path, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return /^(Google Chrome(?! for Testing)|Microsoft Edge)/.test(version.trim());
}
