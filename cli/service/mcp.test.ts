import { expect, test } from 'vitest';
import { createClient } from '../client.ts';
import { startFakeDaemon } from '../fixtures/fakeDaemon.fixture.ts';
import { openTerminal } from '../fixtures/terminal.fixture.ts';

test.each([
  ['--name', ''],
  ['--name', ' '],
  ['--name', 'two\nlines'],
  ['--name', 'Zoë'],
  ['--name', 'n'.repeat(65)],
  ['--tools', 'tabs,nothing'],
])('mcp refuses %s "%s" before it serves anything', async (flag, value) => {
  const { exitCode, stdout, stderr } = await openTerminal().run('mcp', flag, value);
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^error: ${flag} takes .*\n$`));
});

test('mcp ends with Ctrl-C and leaves nothing but MCP on stdout', async () => {
  const terminal = openTerminal();
  terminal.pressCtrlC();
  expect(await terminal.run('mcp', '--name', 'agent', '--tools', 'tabs')).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: '',
  });
});

test('a label other than the command’s own reaches the daemon', async () => {
  const { address, dataDir, requests, succeed } = await startFakeDaemon();
  succeed('/control/browsers', { browsers: [] });
  const { signal } = new AbortController();
  await createClient({ address, dataDir, signal, label: 'an agent' }).post('/control/browsers', {});
  expect(requests[0]?.headers['x-sctl-client']).toBe('an agent');
});
