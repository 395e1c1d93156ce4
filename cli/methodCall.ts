import { type MethodName, methodNamed } from '../protocol/methods/index.ts';
import { type Context, notify } from './context.ts';
import { CommandFailure, DaemonFailure, Interrupted } from './failure.ts';
import { hintFor } from './hints.ts';
import type { UnknownRecord } from './records.ts';
import { type Browser, readBrowsers } from './replies.ts';

/**
 * Calls a method through the daemon. While a human decides, one line on stderr says so.
 * @param input only what was given; the daemon applies its level and schema.
 * @returns the result as it came.
 * @throws DaemonFailure with a hint, Interrupted with what Ctrl-C means for this method, or CommandFailure.
 */
export async function callMethod(
  context: Context,
  method: MethodName,
  input: object,
): Promise<UnknownRecord> {
  const gated = methodNamed(method).level === 'L2';
  try {
    return methodNamed(method).peer === 'browser'
      ? await callBrowser(context, method, input, gated)
      : await callScriptCat(context, method, input, gated);
  } catch (error) {
    if (error instanceof Interrupted) throw new Interrupted(gated ? WITHDRAWN : PERHAPS_DONE);
    if (error instanceof DaemonFailure) throw error.withHint(await hintFor(error.code, context));
    throw error;
  }
}

const WITHDRAWN = 'Interrupted; the request was withdrawn, but what was already approved is carried out';
const PERHAPS_DONE = 'Interrupted; the operation may have been carried out already';

/** A browser tells when its human is asked, and only then is that said (protocol §5). */
async function callBrowser(
  context: Context,
  action: MethodName,
  input: object,
  gated: boolean,
): Promise<UnknownRecord> {
  const { client, browser } = context;
  const target = browser === undefined ? {} : { browser };
  let announced = Promise.resolve();
  const announce = () => {
    announced = announceWait(context);
  };
  try {
    return await client.post(
      '/control/call',
      { action, ...target, input, ...(gated ? { reportPending: true } : {}) },
      announce,
    );
  } finally {
    await announced;
  }
}

/** ScriptCat tells nothing, so the wait is announced at once. It takes no target (protocol §3.1). */
async function callScriptCat(
  { client, io, browser, browserFrom }: Context,
  action: MethodName,
  input: object,
  gated: boolean,
): Promise<UnknownRecord> {
  if (browser !== undefined && browserFrom === '--browser') {
    throw new CommandFailure(
      'User scripts belong to ScriptCat, not to one of the browsers; leave --browser out',
    );
  }
  if (gated) notify(io, 'Waiting for approval in ScriptCat…');
  return client.post('/control/call', { action, input });
}

async function announceWait(context: Context): Promise<void> {
  notify(context.io, `Waiting for approval in ${await nameOfTarget(context)}…`);
}

/** The name of the browser that a call without several takers goes to (protocol §3.1). */
async function nameOfTarget({ client, browser }: Context): Promise<string> {
  try {
    const browsers = readBrowsers(await client.post('/control/browsers', {}));
    return chooseTarget(browsers, browser)?.name ?? browser ?? 'the browser';
  } catch {
    // The line is worth less than the wait it announces.
    return browser ?? 'the browser';
  }
}

function chooseTarget(browsers: readonly Browser[], target: string | undefined): Browser | undefined {
  if (target === undefined) return browsers.find(({ online }) => online);
  return browsers.find(({ name }) => name === target) ?? browsers.find(({ id }) => id.startsWith(target));
}
