import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exchange } from './exchange.ts';
import { FAKE_TOKEN, startFakeDaemon } from './fixtures/fakeDaemon.fixture.ts';
import { openTerminal } from './fixtures/terminal.fixture.ts';

/** Every command fails alike when the daemon cannot be used; two stand for them. */
const COMMANDS = [['tabs', 'list'], ['status']];

test('each request carries the control token and the label, as JSON, on a connection of its own', async () => {
  const daemon = await startFakeDaemon();
  daemon.succeed('/control/call', { tabId: 1 });

  await openTerminal(daemon).run('tabs', 'duplicate', '7');

  expect(daemon.requests).toMatchObject([
    {
      path: '/control/call',
      method: 'POST',
      headers: {
        'x-sctl-control-token': FAKE_TOKEN,
        'x-sctl-client': 'sctl-cli',
        'content-type': 'application/json',
        connection: 'close',
      },
    },
  ]);
});

describe.each(COMMANDS)('%s %s', (...command) => {
  const words = command.filter((word) => typeof word === 'string');

  test('without a daemon says how to start one', async () => {
    const daemon = await startFakeDaemon();
    await daemon.stop();

    expect(await openTerminal(daemon).run(...words)).toEqual({
      exitCode: 3,
      stdout: '',
      stderr: `error: No sctl daemon is running at ${daemon.address}; start one with \`sctl serve\`\n`,
    });
  });

  test('without a daemon and without a token says the same', async () => {
    const daemon = await startFakeDaemon();
    await daemon.stop();
    rmSync(join(daemon.dataDir, 'control.token'));

    const { exitCode, stderr } = await openTerminal(daemon).run(...words);

    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/^error: No sctl daemon is running at .*sctl serve`\n$/);
  });

  test('with the token of another daemon says how to use the right one', async () => {
    const daemon = await startFakeDaemon();
    const refuse = { statusCode: 401, body: 'The control token is wrong' };
    for (const path of ['/control/call', '/control/status'] as const) {
      daemon.on(path, (response) => void response.writeHead(refuse.statusCode).end(refuse.body));
    }

    const { exitCode, stdout, stderr } = await openTerminal(daemon).run(...words);

    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toMatch(/^error: .* refused the control token in .*control\.token.*--data-dir.*\n$/);
    expect(stderr).not.toContain(FAKE_TOKEN);
  });

  test('with a daemon that uses another data directory says so', async () => {
    const daemon = await startFakeDaemon();
    rmSync(join(daemon.dataDir, 'control.token'));

    const { exitCode, stderr } = await openTerminal(daemon).run(...words);

    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/^error: The daemon at .* does not keep its control token in .*--data-dir.*\n$/);
  });
});

test('a token file that holds no token is never sent', async () => {
  const daemon = await startFakeDaemon();
  writeFileSync(join(daemon.dataDir, 'control.token'), 'half\na token\u0000');

  const { exitCode, stderr } = await openTerminal(daemon).run('tabs', 'list');

  expect(exitCode).toBe(3);
  expect(stderr).toMatch(/^error: .*control\.token holds no control token; restart the daemon/);
  expect(daemon.requests).toEqual([]);
});

test.each([
  ['another program', 200, '<html>hello</html>', /does not answer as an sctl daemon does/],
  ['a page not found', 404, 'nothing here', /does not answer as an sctl daemon does/],
  ['JSON of another kind', 200, '{"hello":1}', /does not answer as an sctl daemon does/],
  ['nothing at all', 200, '', /does not answer as an sctl daemon does/],
  ['a refused host name', 403, 'By IP address only', /IP address or localhost/],
])('%s at the address is told in one sentence', async (_what, status, body, sentence) => {
  const daemon = await startFakeDaemon();
  daemon.on('/control/call', (response) => void response.writeHead(status).end(body));

  const { exitCode, stdout, stderr } = await openTerminal(daemon).run('tabs', 'list');

  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect(stderr).toMatch(/^error: [^\n]*\n$/);
  expect(stderr).toMatch(sentence);
});

test('a connection that breaks leaves in doubt what was done, and says so', async () => {
  const daemon = await startFakeDaemon();
  daemon.on('/control/call', (response) => void response.destroy());

  const { exitCode, stderr } = await openTerminal(daemon).run('tabs', 'close', '7');

  expect(exitCode).toBe(3);
  expect(stderr).toMatch(/closed before the answer came; what was asked for may have been carried out\n$/);
});

test('an answer that breaks off in the middle is no answer', async () => {
  const daemon = await startFakeDaemon();
  daemon.on('/control/call', (response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"ok":true,"result":{"tabId":1}}', () => response.destroy());
  });

  const { exitCode, stdout } = await openTerminal(daemon).run('tabs', 'duplicate', '7');

  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
});

test('an answer in pieces, a character cut in two, is read whole', async () => {
  const daemon = await startFakeDaemon();
  const reply = Buffer.from(JSON.stringify({ ok: true, result: { ids: ['日'] } }));
  const middle = reply.indexOf('日') + 1;
  let firstPieceRead: () => void = () => undefined;
  const reading = new Promise<void>((resolve) => {
    firstPieceRead = resolve;
  });
  daemon.on('/control/call', async (response) => {
    response.write(Buffer.concat([Buffer.from('{"ok":false,"pending":true}\n'), reply.subarray(0, middle)]));
    await reading;
    response.end(reply.subarray(middle));
  });
  // The command asks for the browsers once it has read the pending line.
  daemon.on('/control/browsers', (response) => {
    firstPieceRead();
    response.end('{"ok":true,"result":{"browsers":[]}}');
  });

  const { stdout } = await openTerminal(daemon).run('bookmarks', 'rm', '日', '-o', 'json');

  expect(JSON.parse(stdout)).toEqual({ ids: ['日'] });
});

test('a daemon that is slow is waited for', async () => {
  const daemon = await startFakeDaemon();
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    daemon.on('/control/call', (response) => {
      answer = () => response.end('{"ok":true,"result":{"tabId":9}}\n');
      resolve();
    });
  });

  let ended = false;
  const outcome = openTerminal(daemon)
    .run('tabs', 'duplicate', '7')
    .finally(() => {
      ended = true;
    });
  await asked;
  expect(ended).toBe(false);
  answer();

  expect(await outcome).toMatchObject({ exitCode: 0, stdout: 'Opened the copy as tab 9\n' });
});

test('what takes connections but never answers is given up, and named', async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;

  const answer = exchange({
    address: `127.0.0.1:${port}`,
    path: '/control/health',
    method: 'GET',
    headers: {},
    silenceLimitMs: 20,
    signal: new AbortController().signal,
  });

  await expect(answer).rejects.toThrow(`What listens at 127.0.0.1:${port} does not answer`);
});
