import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Daemon } from './support/daemon.ts';
import { expect, test } from './support/test.ts';

/** Starts `sctl mcp` as an agent's host does; closing the client ends it. */
async function startAgent({ dataDir, address }: Daemon): Promise<Client> {
  const client = new Client({ name: 'e2e', version: '0' });
  const sctl = [resolve('dist/sctl/sctl.js'), '--data-dir', dataDir, '--listen-address', address];
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...sctl, 'mcp', '--name', 'Agent Smith', '--tools', 'tabs,bookmarks'],
    }),
  );
  return client;
}

test('an agent uses the browser through sctl mcp', async ({ daemon, paired, site }) => {
  const agent = await startAgent(daemon);
  const { structuredContent: opened } = await agent.callTool({
    name: 'tabs_open',
    arguments: { url: site.url('news'), browser: paired },
  });
  expect(opened).toEqual({ tabId: expect.any(Number) });
  // Chrome has opened the tab before it knows its address.
  await expect
    .poll(async () => (await agent.callTool({ name: 'tabs_list' })).structuredContent)
    .toMatchObject({
      tabs: expect.arrayContaining([expect.objectContaining({ url: site.url('news'), title: '/news' })]),
      contentTrust: 'untrusted-page-content',
    });
  await agent.close();
});

test('an agent that loses patience takes its request out of the approval window', async ({
  daemon,
  chrome,
  paired,
}) => {
  const agent = await startAgent(daemon);
  const { structuredContent: added } = await agent.callTool({
    name: 'bookmarks',
    arguments: { action: 'add', url: 'https://news.example/', title: 'News', browser: paired },
  });
  const id = String((added as { id: string }).id);
  const patience = new AbortController();
  const waits: (string | undefined)[] = [];
  let removal: Promise<unknown> = Promise.resolve();
  const page = await chrome.approvalWindow(() => {
    removal = agent.callTool({ name: 'bookmarks', arguments: { action: 'remove', ids: [id] } }, undefined, {
      onprogress: ({ message }) => waits.push(message),
      signal: patience.signal,
    });
    removal.catch(() => undefined);
  });

  await expect(page.getByText('Agent Smith')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete 1 item' })).toBeVisible();
  await expect.poll(() => waits).toEqual(["Waiting for the user's decision in the browser"]);
  patience.abort();

  await expect(removal).rejects.toThrow();
  await expect(page.getByText(/withdr|cancel/i).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete 1 item' })).toHaveCount(0);
  const { structuredContent: found } = await agent.callTool({
    name: 'bookmarks',
    arguments: { action: 'search', query: 'news.example' },
  });
  expect(found).toMatchObject({ nodes: [{ id }] });
  await agent.close();
});

test('an agent asks, the human approves, and the result comes back to the agent', async ({
  daemon,
  chrome,
  paired,
}) => {
  const agent = await startAgent(daemon);
  const { structuredContent: added } = await agent.callTool({
    name: 'bookmarks',
    arguments: { action: 'add', url: 'https://old.example/', title: 'Old', browser: paired },
  });
  const id = String((added as { id: string }).id);
  const waits: (string | undefined)[] = [];
  let removal: Promise<unknown> = Promise.resolve();
  const page = await chrome.approvalWindow(() => {
    removal = agent.callTool({ name: 'bookmarks', arguments: { action: 'remove', ids: [id] } }, undefined, {
      onprogress: ({ message }) => waits.push(message),
    });
  });
  // The agent hears of the wait before there is a decision.
  await expect.poll(() => waits).toEqual(["Waiting for the user's decision in the browser"]);
  await page.getByRole('button', { name: 'Delete 1 item' }).click();
  expect(await removal).toMatchObject({ structuredContent: { ids: [id], bookmarks: 1, folders: 0 } });
  await agent.close();
});
