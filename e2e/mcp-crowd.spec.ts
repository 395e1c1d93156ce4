import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Daemon } from './support/daemon.ts';
import { pairHandBrowser } from './support/handBrowser.ts';
import { expect, test } from './support/test.ts';

/** An agent's host: it starts `sctl mcp` as a process and speaks to it over stdio. */
async function startAgent({ dataDir, address }: Daemon, ...flags: string[]): Promise<Client> {
  const client = new Client({ name: 'e2e', version: '0' });
  const words = ['mcp', ...flags, '--data-dir', dataDir, '--listen-address', address];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [resolve('dist/sctl/sctl.js'), ...words] }),
  );
  return client;
}

/** The windowId says which browser answered, the tabId which call. */
const pairCounting = (daemon: Daemon, name: string, windowId: number) =>
  pairHandBrowser(daemon, name, ['tabs.activate'], (_method, { tabId }) => ({ tabId, windowId }));

test('two agents interleave a thousand calls to two browsers, and none crosses', async ({ daemon }) => {
  const browsers = [await pairCounting(daemon, 'alpha', 1), await pairCounting(daemon, 'beta', 2)];
  const agents = await Promise.all([startAgent(daemon), startAgent(daemon)]);
  const CALLS = 1_000;
  const AT_ONCE = 20;
  let next = 0;
  const answered: unknown[] = [];
  const worker = async () => {
    for (let tabId = next++; tabId < CALLS; tabId = next++) {
      // Each agent uses both browsers, and changes between them.
      const [agent, browser] = [agents[tabId % 2], browsers[Math.floor(tabId / 2) % 2]];
      const { structuredContent } = (await agent?.callTool({
        name: 'tabs_activate',
        arguments: { tabId, browser: browser?.name },
      })) ?? { structuredContent: undefined };
      answered[tabId] = structuredContent;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(answered).toEqual(
    Array.from({ length: CALLS }, (_, tabId) => ({ tabId, windowId: (Math.floor(tabId / 2) % 2) + 1 })),
  );
  await Promise.all(agents.map((agent) => agent.close()));
  for (const { peer } of browsers) peer.socket.close();
});

test('an agent with a token that only reads can do no more than that', async ({ daemon }) => {
  const browser = await pairHandBrowser(daemon, 'alpha', ['windows.list', 'tabs.open'], () => ({
    windows: [],
  }));
  const { token } = await daemon.json<{ token: string }>(
    ...['token', 'create', '--read-only', '--domains', 'windows', '--name', 'agent'],
  );
  const client = new Client({ name: 'e2e', version: '0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [resolve('dist/sctl/sctl.js'), 'mcp', '--listen-address', daemon.address],
      // Not even the daemon's folder is known to it.
      env: { SCTL_TOKEN: token, SCTL_DATA_DIR: '/no/such/folder' },
    }),
  );
  expect((await client.callTool({ name: 'windows_list' })).structuredContent).toEqual({ windows: [] });
  expect((await client.callTool({ name: 'browsers_list' })).structuredContent).toMatchObject({
    browsers: [{ name: 'alpha', online: true }],
  });
  for (const [name, given] of [
    ['tabs_open', { url: 'https://a.example/' }],
    ['tabs_list', {}],
    ['bookmarks', { action: 'remove', ids: ['1'] }],
    ['history', { action: 'clear', confirm: true }],
    ['scripts_source_get', { uuid: 'u' }],
  ] as const) {
    expect(await client.callTool({ name, arguments: given })).toMatchObject({
      isError: true,
      content: [
        {
          text: expect.stringMatching(
            /^OUT_OF_SCOPE: The token "agent" only reads windows.*\nNothing was done/,
          ),
        },
      ],
    });
  }
  expect((await daemon.sctl('token', 'revoke', 'agent')).code).toBe(0);
  expect(await client.callTool({ name: 'windows_list' })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/refused the control token from SCTL_TOKEN; it was revoked/) }],
  });
  await client.close();
  browser.peer.socket.close();
});
