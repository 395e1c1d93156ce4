import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import { CONTROL_TOKEN_HEADER, type ControlReply } from '../../protocol/control.ts';
import type { ErrorCode, Failure } from '../../protocol/errors.ts';
import {
  BROWSER_METHODS,
  type BrowserMethodName,
  errorsOf,
  type GatedMethodName,
  methodNamed,
  type Params,
  type Result,
} from '../../protocol/methods/index.ts';
import type { OptionalNamespace } from '../../src/handlers/namespaces.ts';
import type { Browser } from './browser.ts';
import { COVERAGE_ANNOTATION, type Outcome } from './coverage.ts';
import type { Daemon } from './daemon.ts';

/** A gated call that waits for its human. */
export interface Asked<Name extends GatedMethodName> {
  readonly page: Page;
  /** Settles when the call is answered, however. */
  readonly settled: Promise<unknown>;
  /** Checks that the call ends so, and notes it. */
  works(): Promise<Result<Name>>;
  fails(code: ErrorCode): Promise<string>;
}

/**
 * Calls methods through the daemon's control API, as any holder of its token can, and notes what was shown of each. Only
 * the notes of a test that passes count.
 */
export class Methods {
  readonly #browser: Browser;
  readonly #daemon: Daemon;

  constructor(browser: Browser, daemon: Daemon) {
    this.#browser = browser;
    this.#daemon = daemon;
  }

  /** Calls a method, which has to work, and holds its result to the contract. */
  async works<Name extends BrowserMethodName>(name: Name, input: Params<Name>): Promise<Result<Name>> {
    return held(name, await this.reply(name, input));
  }

  /**
   * Calls a method, which has to fail with this code; the contract has to say that it may.
   * @returns the error's sentence.
   */
  async fails(name: BrowserMethodName, code: ErrorCode, input: object): Promise<string> {
    return refused(name, code, await this.reply(name, input));
  }

  /** Calls each method, which have to fail with the same code and, if given, a sentence with this text. */
  async allFail(
    code: ErrorCode,
    cases: readonly (readonly [BrowserMethodName, object])[],
    text = '',
  ): Promise<void> {
    for (const [name, input] of cases) {
      expect(await this.fails(name, code, input), `${name} ${JSON.stringify(input)}`).toContain(text);
    }
  }

  /** Calls a gated method and waits for the window that asks the human. */
  async ask<Name extends GatedMethodName>(name: Name, input: Params<Name>): Promise<Asked<Name>> {
    let reply: Promise<ControlReply<unknown>> | undefined;
    const page = await this.#browser.approvalWindow(() => {
      reply = this.reply(name, input);
    });
    if (reply === undefined) throw new Error('The method was not called');
    const answered = reply;
    return {
      page,
      settled: answered,
      works: async () => held(name, await answered),
      fails: async (code) => refused(name, code, await answered),
    };
  }

  /**
   * Lets every waiting request reach its deadline: it is moved up in the extension's own store, and the alarm that watches
   * it with it, since a test cannot wait five minutes.
   */
  async expire(): Promise<void> {
    await this.#browser.worker.evaluate(async () => {
      const { approvals } = await chrome.storage.session.get<{ approvals: { records: object[] } }>(
        'approvals',
      );
      const records = approvals.records.map((record) => ({ ...record, expiresAt: Date.now() }));
      await chrome.storage.session.set({ approvals: { ...approvals, records } });
      await chrome.alarms.create('approval-deadline', { when: Date.now() });
    });
  }

  /** Takes a part of Chrome's API away from the running worker, as a browser that lacks it, until `act` has ended. */
  async without(namespace: OptionalNamespace, act: () => Promise<void>): Promise<void> {
    const { worker } = this.#browser;
    const taken = await worker.evaluateHandle((name) => {
      const descriptor = Object.getOwnPropertyDescriptor(chrome, name);
      if (descriptor === undefined) throw new Error(`There is no chrome.${name}`);
      Object.defineProperty(chrome, name, { value: undefined, configurable: true });
      return { name, descriptor };
    }, namespace);
    try {
      await act();
    } finally {
      await taken.evaluate(({ name, descriptor }) => Object.defineProperty(chrome, name, descriptor) && true);
    }
  }

  /** Calls a method and returns the daemon's reply as it is. */
  async reply(action: string, input: object): Promise<ControlReply<unknown>> {
    const token = await readFile(join(this.#daemon.dataDir, 'control.token'), 'utf8');
    const response = await fetch(`http://${this.#daemon.address}/control/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [CONTROL_TOKEN_HEADER]: token.trim() },
      body: JSON.stringify({ action, input }),
    });
    return response.json();
  }
}

function held<Name extends BrowserMethodName>(name: Name, reply: ControlReply<unknown>): Result<Name> {
  expect(reply, `${name} works`).toMatchObject({ ok: true });
  const { result } = reply as { result: unknown };
  const checked = BROWSER_METHODS[name].result.safeParse(result);
  expect(checked.error, `the result of ${name} keeps to the contract`).toBeUndefined();
  note(name, 'works');
  return checked.data as Result<Name>;
}

function refused(name: BrowserMethodName, code: ErrorCode, reply: ControlReply<unknown>): string {
  expect(reply, `${name} fails`).toMatchObject({ ok: false, error: { code } });
  const { message } = (reply as { error: Failure }).error;
  expect([...errorsOf(methodNamed(name)), 'PAYLOAD_TOO_LARGE'], `${name} documents ${code}`).toContain(code);
  expect(message).toMatch(/\S/);
  note(name, code);
  return message;
}

function note(name: BrowserMethodName, outcome: Outcome): void {
  const { annotations } = test.info();
  const description = `${name} ${outcome}`;
  if (annotations.some((annotation) => annotation.description === description)) return;
  annotations.push({ type: COVERAGE_ANNOTATION, description });
}
