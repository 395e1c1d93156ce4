import { expect, test as lab } from '../support/lab.ts';

interface Sctl {
  /** Runs a command that has to succeed, and returns what it printed for people. */
  (...args: string[]): Promise<string>;
  /** Runs a command with `-o json`, and returns its JSON. */
  json<T = Record<string, unknown>>(...args: string[]): Promise<T>;
  /** Runs a command that has to fail, and returns its sentence. */
  fails(...args: string[]): Promise<string>;
}

/** The laboratory's `test` with the command, as a person types it. */
const test = lab.extend<{ sctl: Sctl }>({
  sctl: async ({ lab: { daemon } }, use) => {
    const succeed = async (...args: string[]) => {
      const { code, stdout, stderr } = await daemon.sctl(...args);
      expect([code, stderr], args.join(' ')).toEqual([0, '']);
      return stdout;
    };
    const fails = async (...args: string[]) => {
      const { code, stdout, stderr } = await daemon.sctl(...args);
      expect([code, stdout], args.join(' ')).toEqual([3, '']);
      expect(stderr).not.toMatch(/\n\s+at /);
      return stderr;
    };
    await use(Object.assign(succeed, { json: daemon.json.bind(daemon), fails }));
  },
});

test('groups', async ({ sctl, worker, methods }) => {
  const tabIds = await worker.evaluate(async () => {
    const url = ['about:blank', 'about:blank'];
    return (await chrome.windows.create({ url }))?.tabs?.map(({ id }) => String(id)) ?? [];
  });
  const [one = '', two = ''] = tabIds;
  const { groupId } = await sctl.json('groups', 'create', one, '--title', 'Soups', '--color', 'cyan');
  const group = String(groupId);
  expect(await sctl('groups', 'add', group, two)).toBe(`Added tab ${two} to group ${group}\n`);
  expect(await sctl('groups', 'edit', group, '--title', 'Stews', '--collapse')).toBe(
    `Changed group ${group}\n`,
  );
  const { groups } = await methods.works('tabGroups.list', {});
  expect(groups).toContainEqual(expect.objectContaining({ title: 'Stews', collapsed: true }));
  const [header, ...rows] = (await sctl('groups', 'list')).trimEnd().split('\n');
  expect(header?.split(/ +/)).toEqual(['ID', 'WINDOW', 'COLOR', 'COLLAPSED', 'TABS', 'TITLE']);
  expect(rows.find((row) => row.startsWith(`${group} `))).toMatch(/cyan +yes +2 +Stews$/);
  await sctl('groups', 'edit', group, '--expand');
  expect(await sctl('groups', 'ungroup', one, two)).toBe(`Ungrouped tabs ${one}, ${two}\n`);
  expect(await sctl.fails('groups', 'edit', group, '--title', 'x')).toContain('NOT_FOUND');
});

test('reading list', async ({ sctl, worker }) => {
  await worker.evaluate(async () => {
    for (const { url } of await chrome.readingList.query({})) await chrome.readingList.removeEntry({ url });
  });
  expect(await sctl('reading-list', 'list')).toBe('(no reading list entries)\n');
  const [a, b] = ['https://a.example/', 'https://b.example/'];
  expect(await sctl('reading-list', 'add', a, '--title', 'Bread')).toBe(`Added ${a}\n`);
  await sctl('reading-list', 'add', b);
  expect(await sctl.fails('reading-list', 'add', a)).toContain('CONFLICT');
  expect(await sctl('reading-list', 'mark-read', a, b)).toBe('Marked 2 entries read\n');
  expect(await sctl('reading-list', 'mark-read', b, '--unread')).toBe('Marked 1 entry unread\n');
  expect(await sctl('reading-list', 'list', '--read')).toMatch(
    /^READ +ADDED +TITLE +URL\nyes +\S+ +Bread +https:\/\/a\.example\/\n$/,
  );
  expect(await sctl.json('reading-list', 'list', '--unread')).toMatchObject({
    entries: [{ url: b }],
    hasMore: false,
  });
  expect(await sctl.fails('reading-list', 'rm', a)).toMatch(/CONFIRMATION_REQUIRED.*\n.*--yes/);
  expect(await sctl('reading-list', 'rm', a, b, '--yes')).toBe('Removed 2 entries\n');
});

test('history, with times as people write them', async ({ sctl, worker }) => {
  await worker.evaluate(() => chrome.history.deleteAll());
  const [a, b] = ['https://visited.example/a', 'https://visited.example/b'];
  await worker.evaluate(
    async (urls) => {
      for (const url of urls) await chrome.history.addUrl({ url });
    },
    [a, b, b],
  );
  const urlsOf = async (...args: string[]) =>
    (await sctl.json<{ items: { url: string }[] }>('history', 'search', ...args)).items.map(({ url }) => url);
  expect(await urlsOf('visited.example')).toEqual([b, a]);
  expect(await urlsOf('--since', '7d')).toEqual([b, a]);
  expect(await urlsOf('--since', '1h ago', '--until', new Date(Date.now() + 60_000).toISOString())).toEqual([
    b,
    a,
  ]);
  expect(await urlsOf('--until', '2020-01-01T00:00:00Z')).toEqual([]);
  expect(await sctl('history', 'search', 'visited.example/a')).toMatch(
    /^VISITED +VISITS +TITLE +URL\n\d{4}-\S+ +1 /,
  );
  expect(await sctl.fails('history', 'search', '--since', '1969-12-31T23:59:59Z')).toContain('1970');
  expect(await sctl.fails('history', 'search', '--since', 'yesterday')).toContain('RFC 3339');
  expect((await sctl('history', 'visits', b)).trimEnd().split('\n')).toHaveLength(3);
  expect(await sctl.fails('history', 'rm', a)).toContain('--yes');
  expect(await sctl('history', 'rm', a, '--yes')).toBe('Deleted every visit of 1 URL\n');
  expect(await sctl.fails('history', 'clear')).toContain('--yes');
  expect(await sctl('history', 'clear', '--since', '30m', '--yes')).toBe(
    'Deleted the history of that time\n',
  );
  expect(await sctl('history', 'search')).toBe('(no history items)\n');
  expect(await sctl('history', 'clear', '--yes')).toBe('Deleted all history\n');
});

test('browsing data', async ({ sctl }) => {
  const types = ['browsing-data', 'clear', '--types', 'cache,localStorage'];
  expect(await sctl.fails(...types)).toContain('--yes');
  expect(await sctl(...types, '--yes')).toBe('Cleared cache, localStorage\n');
  const origins = ['--origin', 'https://a.example', '--origin', 'https://b.example'];
  expect(await sctl.json(...types, ...origins, '--since', '7d', '--yes')).toEqual({
    types: ['cache', 'localStorage'],
  });
  expect(await sctl.fails('browsing-data', 'clear', '--types', 'passwords', '--yes')).toContain('passwords');
});

test('recently closed', async ({ sctl, worker, site }) => {
  const url = site.url('closed');
  const { tabId } = await sctl.json('tabs', 'open', url);
  await expect
    .poll(() => worker.evaluate(async (id) => (await chrome.tabs.get(id)).status, Number(tabId)))
    .toBe('complete');
  await sctl('tabs', 'close', String(tabId));
  await expect.poll(() => sctl('recent', 'list')).toContain(url);
  const [header, first = ''] = (await sctl('recent', 'list')).split('\n');
  expect(header).toMatch(/^ID +TYPE +CLOSED +TABS +TITLE +URL$/);
  const [id = ''] = first.split(' ');
  expect(await sctl('recent', 'restore', id)).toMatch(/^Restored tab \d+\n$/);
  expect(await sctl.fails('recent', 'restore', '999999')).toContain('NOT_FOUND');
});

test('downloads', async ({ sctl, worker, site, lab: { downloads } }) => {
  await worker.evaluate(() => chrome.downloads.erase({}));
  expect(await sctl('downloads', 'list')).toBe('(no downloads)\n');
  const url = site.url('recipe');
  const started = await sctl('downloads', 'start', url, '--filename', 'by-command/recipe.html');
  const id = /^Started download (\d+)\n$/.exec(started)?.[1] ?? '';
  await expect
    .poll(() => sctl('downloads', 'list', '--state', 'complete'))
    .toContain(`${downloads}/by-command/recipe.html`);
  expect(await sctl.json('downloads', 'list', '--query', 'recipe')).toMatchObject({ items: [{ url }] });
  expect(await sctl('downloads', 'show', id)).toContain(id);
  expect(await sctl.fails('downloads', 'pause', id)).toContain('Chrome refused');
  expect(await sctl.fails('downloads', 'start', url, '--filename', '../x')).toContain('INVALID_REQUEST');
  expect(await sctl.fails('downloads', 'delete-file', id)).toContain('--yes');
  expect(await sctl('downloads', 'delete-file', id, '--yes')).toBe(`Deleted the file of download ${id}\n`);
  expect(await sctl('downloads', 'erase', id, '--yes')).toBe(`Removed the record of download ${id}\n`);

  const slow = site.serve('slow', (response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': '1000000' });
    response.write('x'.repeat(70_000));
  });
  const { id: running } = await sctl.json('downloads', 'start', slow);
  const received = (one: number) =>
    worker.evaluate(async (id) => (await chrome.downloads.search({ id }))[0]?.bytesReceived ?? 0, one);
  await expect.poll(() => received(Number(running))).toBeGreaterThan(0);
  for (const action of ['pause', 'resume']) await sctl('downloads', action, String(running));
  expect(await sctl('downloads', 'cancel', String(running), '--yes')).toBe(`Cancelled download ${running}\n`);
});

test('cookies', async ({ sctl, lab: { browser } }) => {
  await browser.context.clearCookies();
  expect(await sctl('cookies', 'list')).toBe('(no cookies)\n');
  const url = 'https://shop.example/';
  expect(await sctl('cookies', 'set', url, 'cart', '7', '--secure', '--http-only', '--expires', '7d')).toBe(
    'Set cookie cart for shop.example/\n',
  );
  await sctl('cookies', 'set', url, 'side', 'x', '--domain', 'shop.example', '--same-site', 'lax');
  expect(await sctl('cookies', 'get', url, 'cart')).toMatch(/^NAME .*\ncart /);
  const { cookie } = await sctl.json<{ cookie: { expires: number } }>('cookies', 'get', url, 'cart');
  expect(Math.abs(cookie.expires - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
  expect((await sctl('cookies', 'list', '--domain', 'shop.example')).trimEnd().split('\n')).toHaveLength(3);
  expect(await sctl.fails('cookies', 'rm', url, 'cart')).toContain('--yes');
  expect(await sctl('cookies', 'rm', url, 'cart', '--yes')).toBe('Deleted 1 cookie\n');
  expect(await sctl.fails('cookies', 'get', url, 'cart')).toContain('NOT_FOUND');
  expect(await sctl.fails('cookies', 'clear', '--all')).toContain('--yes');
  expect(await sctl('cookies', 'clear', '--all', '--yes')).toBe('Deleted 1 cookie\n');
});

test('extensions', async ({ sctl }) => {
  const { items } = await sctl.json<{ items: { id: string; name: string }[] }>('extensions', 'list');
  const [own] = items;
  expect(await sctl('extensions', 'list')).toMatch(
    /^ID +ENABLED +VERSION +TYPE +INSTALLED +MAY DISABLE +NAME\n/,
  );
  expect(await sctl('extensions', 'enable', own?.id ?? '')).toBe(`Enabled extension ${own?.id}\n`);
  expect(await sctl.fails('extensions', 'disable', 'x'.repeat(32))).toContain('--yes');
  expect(await sctl.fails('extensions', 'disable', own?.id ?? '', '--yes')).toContain('INVALID_REQUEST');
  expect(await sctl.fails('extensions', 'uninstall', 'x'.repeat(32))).toContain('NOT_FOUND');
});

test('a title cannot drive the terminal, nor hide what it is', async ({ sctl }) => {
  const title = 'Bread\u001b]0;owned\u0007\u202etxt.exe\u2066\nnext \u200b\u0085line';
  const { id } = await sctl.json('bookmarks', 'mkdir', title);
  const table = await sctl('bookmarks', 'search', 'owned');
  expect(table.trimEnd().split('\n')).toHaveLength(2);
  expect(table).toContain('Bread\\u{1b}]0;owned\\u{7}\\u{202e}txt.exe\\u{2066}');
  expect(table).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
  const { nodes } = await sctl.json<{ nodes: { id: string; title: string }[] }>(
    'bookmarks',
    'search',
    'owned',
  );
  expect(nodes.find((node) => node.id === id)?.title).toContain('\u001b]0;owned\u0007\u202etxt.exe\u2066');
});

test('what a list left out is told on standard error, for people and for programs', async ({
  sctl,
  lab: { daemon },
}) => {
  for (const name of ['a', 'b', 'c']) await sctl('bookmarks', 'add', `https://${name}.more.example/`);
  for (const output of ['table', 'json']) {
    const { code, stdout, stderr } = await daemon.sctl(
      'bookmarks',
      'search',
      'more.example',
      '--limit',
      '2',
      '-o',
      output,
    );
    expect(code).toBe(0);
    expect(stdout.match(/\.more\.example/g)?.length).toBeGreaterThan(1);
    expect(stdout).not.toContain('note:');
    expect(stderr).toMatch(/^note: .*--limit/);
  }
});
