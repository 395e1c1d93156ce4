import { describe, expect, test } from 'vitest';
import { FAKE_TOKEN, type FakeDaemon } from '../cli/fixtures/fakeDaemon.fixture.ts';
import { startDaemon } from './fixtures/daemon.fixture.ts';
import { startSession } from './fixtures/session.fixture.ts';

/** Calls a tool of a daemon that does all it is asked to. @returns the answer's text, and how much the daemon was asked. */
async function call(name: string, given: Record<string, unknown>) {
  const daemon = await startDaemon();
  const client = await startSession(daemon);
  const result = await client.callTool({ name, arguments: given });
  return { ...textOf(result), sent: daemon.requests.length };
}

const textOf = ({ content, isError, structuredContent }: Record<string, unknown>) => ({
  text: Array.isArray(content) ? String(content[0]?.text) : '',
  isError,
  structuredContent,
});

const refusal = (text: string | RegExp) => ({
  isError: true,
  sent: 0,
  text: typeof text === 'string' ? text : expect.stringMatching(text),
});

describe('arguments the chosen action does not take are refused before anything is sent', () => {
  test.each([
    ['no action', {}, /^INVALID_REQUEST: tabs_manage needs an action, one of move, pin, /],
    [
      'an unknown action',
      { action: 'explode' },
      /^INVALID_REQUEST: tabs_manage needs an action, one of move, /,
    ],
    ['an action that is no text', { action: ['pin'], tabIds: [1] }, /tabs_manage needs an action, one of /],
    ['an inherited action', { action: 'toString' }, /tabs_manage needs an action, one of /],
    [
      'a parameter of another action',
      { action: 'pin', tabIds: [1], index: 0 },
      'INVALID_REQUEST: tabs_manage pin takes no index, only tabIds',
    ],
    ['a missing parameter', { action: 'pin' }, 'INVALID_REQUEST: tabs_manage pin needs tabIds'],
    [
      'several mistakes at once',
      { action: 'windows-state', tabIds: [1], state: 'tiny' },
      'INVALID_REQUEST: tabs_manage windows-state takes no tabIds, only windowId, state; it needs windowId; it needs state to match {"type":"string","enum":["normal","minimized","maximized","fullscreen"]}',
    ],
    [
      'a value out of bounds',
      { action: 'move', tabIds: [1], index: -2 },
      'INVALID_REQUEST: tabs_manage move needs index to match {"type":"integer","minimum":-1}',
    ],
    [
      'a list without items',
      { action: 'close', tabIds: [] },
      /^INVALID_REQUEST: tabs_manage needs an action/,
    ],
    [
      'null',
      { action: 'reload', tabIds: [1], bypassCache: null },
      /needs bypassCache to match \{"type":"boolean"\}$/,
    ],
    [
      'a browser that is no text',
      { action: 'pin', tabIds: [1], browser: 1 },
      /tabs_manage pin takes as browser a name/,
    ],
    [
      'an empty browser',
      { action: 'pin', tabIds: [1], browser: '' },
      /tabs_manage pin takes as browser a name/,
    ],
  ])('%s', async (_, given, text) => {
    expect(await call('tabs_manage', given)).toMatchObject(refusal(text));
  });

  test('a tool for one method says the same without an action', async () => {
    expect(await call('tabs_close', { tabIds: [], action: 'close' })).toMatchObject(
      refusal(
        'INVALID_REQUEST: tabs_close takes no action, only tabIds; it needs tabIds to match {"minItems":1,"type":"array","items":{"type":"integer","minimum":0}}',
      ),
    );
  });

  test('no value is repeated, since it may be a secret', async () => {
    const { text } = await call('cookies', {
      action: 'set',
      url: 'https://a.test',
      name: 'n',
      value: ['s3cret'],
    });
    expect(text).toContain('needs value to match');
    expect(text).not.toContain('s3cret');
  });
});

describe('a confirmation that is none is no mistake to correct but a question for the user', () => {
  test.each([
    ['"true"', 'true'],
    ['1', 1],
    ['false', false],
    ['null', null],
  ])('%s', async (_, confirm) => {
    expect(await call('cookies', { action: 'clear', all: true, confirm })).toMatchObject(
      refusal(
        /^CONFIRMATION_REQUIRED: cookies clear runs only with confirm: true\nNothing was done\. Tell the user /,
      ),
    );
  });

  test('without any, the daemon decides', async () => {
    expect(await call('cookies', { action: 'clear', all: true })).toMatchObject({
      sent: 1,
      structuredContent: { input: { all: true } },
    });
  });
});

describe('a failure the daemon answers', () => {
  const answerTo = async (code: string) => {
    const client = await startSession(
      await startDaemon(() => ({ ok: false, error: { code, message: 'The sentence' } })),
    );
    return textOf(await client.callTool({ name: 'tabs_open', arguments: { url: 'https://a.test' } }));
  };

  test.each([
    ['BROWSER_AMBIGUOUS', /Pass `browser`, one of these names/],
    ['BROWSER_NOT_FOUND', /browsers_list/],
    ['BROWSER_OFFLINE', /start that browser/],
    ['NO_BROWSER_CONNECTED', /sctl connect/],
    ['CONFIRMATION_REQUIRED', /once they agree repeat the call with confirm: true/],
    ['USER_REJECTED', /Do not repeat/],
    ['INTERNAL_ERROR', /may have been carried out/],
  ])('%s is a result with its code, its sentence and a next step', async (code, nextStep) => {
    const { text, isError, structuredContent } = await answerTo(code);
    expect({ isError, structuredContent }).toEqual({ isError: true, structuredContent: undefined });
    const [first, second] = text.split('\n');
    expect(first).toBe(`${code}: The sentence`);
    expect(second).toMatch(nextStep);
  });

  test.each(['INVALID_REQUEST', 'A_CODE_OF_TOMORROW', 'constructor'])(
    '%s says all in its sentence',
    async (code) => {
      expect(await answerTo(code)).toMatchObject({ isError: true, text: `${code}: The sentence` });
    },
  );
});

describe('a daemon that cannot be used is told of where the model sees it', () => {
  const listTabs = async (daemon: FakeDaemon) => {
    const client = await startSession(daemon);
    return textOf(await client.callTool({ name: 'tabs_list' }));
  };

  test('no daemon', async () => {
    const daemon = await startDaemon();
    await daemon.stop();
    expect(await listTabs(daemon)).toMatchObject({
      isError: true,
      text: expect.stringContaining('start one with `sctl serve`'),
    });
  });

  test('a daemon that refuses the control token', async () => {
    const daemon = await startDaemon();
    daemon.on('/control/call', (response) => void response.writeHead(401).end());
    const { isError, text } = await listTabs(daemon);
    expect(isError).toBe(true);
    expect(text).toContain('refused the control token');
    expect(text).not.toContain(FAKE_TOKEN);
  });

  test('but not for longer than that lasts', async () => {
    const daemon = await startDaemon();
    const client = await startSession(daemon);
    daemon.on('/control/call', (response) => void response.writeHead(401).end());
    expect(await client.callTool({ name: 'tabs_list' })).toMatchObject({ isError: true });
    daemon.succeed('/control/call', { tabs: [] });
    expect(await client.callTool({ name: 'tabs_list' })).toMatchObject({ structuredContent: { tabs: [] } });
  });
});
