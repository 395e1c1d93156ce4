import type { BrowserPort } from './browserPort.ts';
import type { PageDebugger } from './pageDebugger.ts';

/** What is to be cleaned up after a client. */
export interface CleanUpDeps {
  readonly browser: BrowserPort;
  readonly debuggers: readonly PageDebugger[];
  readonly log: (line: string) => void;
}

/**
 * Leaves the tabs as if no client had been there: dismisses dialogs, detaches, takes the marks off, in this order. A step
 * that fails is logged and stops none of the others.
 */
export async function cleanUp({ browser, debuggers, log }: CleanUpDeps): Promise<void> {
  const attempt = async (what: string, steps: readonly Promise<unknown>[]) => {
    const failed = (await Promise.allSettled(steps)).filter(({ status }) => status === 'rejected');
    if (failed.length > 0) log(`Cleaning up after a CDP client, ${failed.length} times failed: ${what}`);
  };
  const engaged = debuggers.filter(({ isEngaged }) => isEngaged);
  const marked = debuggers.filter(({ isOwned }) => isOwned);
  await attempt(
    'to dismiss a dialog',
    engaged.flatMap((debug) => debug.openDialogs.map((sessionId) => debug.dismiss(sessionId))),
  );
  await attempt(
    'to detach a tab',
    engaged.map(({ tabId }) => browser.call('debugger.detach', { tabId })),
  );
  await attempt(
    'to unmark a tab',
    marked.map(({ tabId }) => browser.call('debugger.own', { tabId, owned: false })),
  );
}
