import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContext } from 'playwright-core';
import { DEFAULT_ADDRESS } from '../protocol/limits.ts';
import { findChromium } from './chromium.ts';
import { extensionUrl, launchBrowser } from './launch.ts';
import { RunningSctl, runSctl } from './sctl.ts';

/** How long the extension may take to say that it is connected. */
const PAIRING_LIMIT_MS = 30_000;

const PAIRING_CODE = /[0-9A-Z]{4}-[0-9A-Z]{4}/;

/** What has to be undone when the session ends, last made first. */
class CleanUp {
  readonly #steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.#steps.unshift(step);
  }

  async run(): Promise<void> {
    for (const step of this.#steps) {
      await step().catch((error) => console.error(`note: ${messageOf(error)}`));
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** `npm start`: a daemon, a browser with the extension in a throw-away profile, paired, until Ctrl-C. */
async function start(manual: boolean, interrupted: Promise<void>, cleanUp: CleanUp): Promise<void> {
  const serve = new RunningSctl(['serve']);
  cleanUp.add(() => serve.stop());
  const [address] = await serve.printed(/\S+:\d+/);

  const context = await openBrowser(cleanUp);
  const connect = new RunningSctl(['connect']);
  const [code] = await connect.printed(PAIRING_CODE);
  if (manual) console.log(`Pairing code: ${code}\nClick the extension's icon and type it.`);
  else await pairThroughPopup(context, address, code);
  const [, name] = await Promise.race([
    connect.printed(/Paired (\S+)/),
    interrupted.then(() => connect.stop().then(() => [])),
  ]);
  if (name === undefined) return;
  cleanUp.add(() => runSctl(['browsers', 'forget', name]));

  const { stdout } = await runSctl(['tabs', 'list', '--browser', name]);
  console.log(`Paired ${name}. Its tabs:\n\n${stdout}`);
  console.log('Try it in a second terminal: npx sctl tabs list\nCtrl-C ends it.');
  const closed = new Promise((resolve) => context.once('close', resolve));
  await Promise.race([interrupted, closed, serve.result]);
}

async function openBrowser(cleanUp: CleanUp): Promise<BrowserContext> {
  const executablePath = findChromium();
  const profile = await mkdtemp(join(tmpdir(), 'sctl-profile-'));
  cleanUp.add(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  const headless = !hasDisplay();
  if (headless) console.log('There is no display, so the browser runs headless.');
  const { context } = await launchBrowser({ executablePath, profile, headless });
  cleanUp.add(() => context.close());
  return context;
}

const hasDisplay = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/** Does what a person does: opens the popup, sets the address unless it is the default, and types the code. */
async function pairThroughPopup(context: BrowserContext, address: string, code: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(extensionUrl('popup.html'));
  if (address !== DEFAULT_ADDRESS) {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Daemon address').fill(address);
    await page.getByRole('button', { name: 'Save' }).click();
  }
  await page.getByLabel('Pairing code').fill(code);
  await page.getByRole('button', { name: 'Pair', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'Connected' }).waitFor({ timeout: PAIRING_LIMIT_MS });
  await page.close();
}

const { values } = parseArgs({ options: { manual: { type: 'boolean', default: false } } });
const interrupted = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
});
const cleanUp = new CleanUp();
try {
  await start(values.manual, interrupted, cleanUp);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
} finally {
  await cleanUp.run();
}
