import type { Params, Result } from '../../../protocol/methods/index.ts';
import type { DomainMethodName } from '../../handlers/define.ts';
import type { FakeBrowser } from './fakeBrowser.ts';

/** The daemon's connection that calls come over unless a test says otherwise. */
export const CONNECTION = 'connection-1';

/** Calls one debugger method of the living worker, as the dispatcher does. */
export function call<Name extends DomainMethodName<'debugger'>>(
  browser: FakeBrowser,
  name: Name,
  input: Params<Name>,
  connection = CONNECTION,
): Promise<Result<Name>> {
  const context = { requestId: '1', clientId: null, connection, receivedAt: browser.clock.now };
  return browser.relay.handlers[name](input, context);
}

/** Sends a tab one CDP command and returns its result. */
export async function send(
  browser: FakeBrowser,
  tabId: number,
  method = 'Runtime.evaluate',
  params?: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const input = { tabId, method, ...(params === undefined ? {} : { params }) };
  return (await call(browser, 'debugger.send', input)).result;
}
