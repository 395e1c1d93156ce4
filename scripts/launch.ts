import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type BrowserContext, chromium, type Worker } from 'playwright-core';

/** Where the build puts the unpacked extension. */
const EXTENSION_FOLDER = resolve('dist/extension');

/** The built extension's ID: Chrome derives it from the manifest's key. */
export function extensionId(): string {
  const manifest: { key: string } = JSON.parse(readFileSync(join(EXTENSION_FOLDER, 'manifest.json'), 'utf8'));
  const digest = createHash('sha256').update(Buffer.from(manifest.key, 'base64')).digest('hex').slice(0, 32);
  return digest.replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
}

/** The URL of a page of the extension. */
export const extensionUrl = (path: string): string => `chrome-extension://${extensionId()}/${path}`;

export interface LaunchOptions {
  readonly executablePath: string;
  /** The user data folder; made when it does not exist. */
  readonly profile: string;
  readonly headless: boolean;
  /** The X display to show the window on, instead of this process's own. */
  readonly display?: string;
  /** The folder of the built extension, when it is not the shipped build. */
  readonly build?: string;
  /** Further folders of unpacked extensions. */
  readonly extensions?: readonly string[];
  /** Further entries of the profile's preferences, written only into a new profile. */
  readonly preferences?: object;
}

/** A running Chromium with the extension in it. */
export interface LaunchedBrowser {
  readonly context: BrowserContext;
  readonly worker: Worker;
}

/**
 * Starts Chromium with the built extension in its own profile and waits for the extension's service worker.
 * The caller closes the context.
 */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  await writePreferences(options);
  const context = await chromium.launchPersistentContext(options.profile, {
    executablePath: options.executablePath,
    headless: options.headless,
    // The window's real size instead of Playwright's fixed one.
    viewport: null,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      `--load-extension=${[options.build ?? EXTENSION_FOLDER, ...(options.extensions ?? [])].join(',')}`,
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
    ],
    ...(options.display === undefined ? {} : { env: { ...process.env, DISPLAY: options.display } }),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const ours = extensionUrl('');
  const isOurs = (worker: Worker) => worker.url().startsWith(ours);
  const worker =
    context.serviceWorkers().find(isOurs) ??
    (await context.waitForEvent('serviceworker', { predicate: isOurs }));
  return { context, worker };
}

// Without developer mode a reload of an unpacked extension leaves it disabled.
async function writePreferences({ profile, preferences }: LaunchOptions): Promise<void> {
  const file = join(profile, 'Default', 'Preferences');
  await mkdir(dirname(file), { recursive: true });
  const content = { extensions: { ui: { developer_mode: true } }, ...preferences };
  // An existing profile keeps its own preferences.
  await writeFile(file, JSON.stringify(content), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
