import { expect, test } from './support/test.ts';

interface Node {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly url?: string;
  readonly path?: readonly string[];
}

test('bookmarks are added, found with their path, moved in order and edited', async ({
  chrome,
  daemon,
  paired,
}) => {
  const add = async (...args: string[]) => (await daemon.json<{ id: string }>('bookmarks', ...args)).id;
  const folder = await add('mkdir', 'Kitchen');
  const inner = await add('mkdir', 'Bread', '--folder', folder);
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    ids.push(await add('add', `https://${name}.example/`, '--title', `Loaf ${name}`, '--folder', inner));
  }
  const [a = '', b = '', c = '', d = ''] = ids;
  const own = (parent: string) =>
    chrome.worker.evaluate(
      async (id) => (await globalThis.chrome.bookmarks.getChildren(id)).map((node) => node.id),
      parent,
    );

  const { nodes } = await daemon.json<{ nodes: Node[] }>('bookmarks', 'search', 'Loaf b');
  expect(nodes, paired).toMatchObject([
    { id: b, title: 'Loaf b', url: 'https://b.example/', path: [expect.any(String), 'Kitchen', 'Bread'] },
  ]);

  await daemon.json('bookmarks', 'move', d, a, '--folder', inner, '--index', '0');
  expect(await own(inner)).toEqual([d, a, b, c]);
  await daemon.json('bookmarks', 'move', d, b, '--folder', inner, '--index', '4');
  expect(await own(inner)).toEqual([a, c, d, b]);
  await daemon.json('bookmarks', 'move', b, '--folder', folder);
  expect(await own(folder)).toEqual([inner, b]);

  await daemon.json('bookmarks', 'edit', b, '--title', 'Rye', '--url', 'https://rye.example/');
  const listed = await daemon.json<{ nodes: Node[] }>('bookmarks', 'list', '--folder', folder, '--recursive');
  expect(listed.nodes.map(({ id }) => id)).toEqual([inner, a, c, d, b]);
  expect(listed.nodes.at(-1)).toMatchObject({ title: 'Rye', url: 'https://rye.example/' });
});

test('what cannot be done to bookmarks says why and changes nothing', async ({ daemon, paired }) => {
  const { id: folder } = await daemon.json<{ id: string }>('bookmarks', 'mkdir', 'Outer');
  const { id: inner } = await daemon.json<{ id: string }>('bookmarks', 'mkdir', 'Inner', '--folder', folder);
  const { id: leaf } = await daemon.json<{ id: string }>('bookmarks', 'add', 'https://leaf.example/');
  const before = await daemon.json('bookmarks', 'list', '--recursive');
  const wrong: [string[], string][] = [
    [['add', 'no url'], 'INVALID_REQUEST'],
    [['add', 'https://x.example/', '--folder', '987654'], 'NOT_FOUND'],
    [['add', 'https://x.example/', '--folder', leaf], 'INVALID_REQUEST'],
    [['add', 'https://x.example/', '--folder', '0'], 'INVALID_REQUEST'],
    [['add', 'https://x.example/', '--folder', folder, '--index', '9'], 'INVALID_REQUEST'],
    [['move', folder, '--folder', inner], 'INVALID_REQUEST'],
    [['move', leaf, '987654', '--folder', inner], 'NOT_FOUND'],
    [['move', '1', '--folder', inner], 'INVALID_REQUEST'],
    [['edit', folder, '--url', 'https://x.example/'], 'INVALID_REQUEST'],
    [['edit', '2', '--title', 'Mine'], 'INVALID_REQUEST'],
    [['edit', leaf], 'INVALID_REQUEST'],
    [['list', '--folder', leaf], 'INVALID_REQUEST'],
    [['list', '--folder', '987654'], 'NOT_FOUND'],
  ];
  for (const [args, code] of wrong) {
    const { code: exit, stderr } = await daemon.sctl('bookmarks', ...args);
    expect([exit, stderr], `${paired} ${args.join(' ')}`).toEqual([3, expect.stringContaining(code)]);
  }
  expect(await daemon.json('bookmarks', 'list', '--recursive')).toEqual(before);
});

test('more than the limit is told on standard error', async ({ daemon, paired }) => {
  for (const name of ['a', 'b', 'c']) await daemon.json('bookmarks', 'add', `https://${name}.example/`);
  const { code, stdout, stderr } = await daemon.sctl('bookmarks', 'search', 'example', '--limit', '2');
  expect([code, stdout.trim().split('\n').length], paired).toEqual([0, 3]);
  expect(stderr).toMatch(/more/);
});
