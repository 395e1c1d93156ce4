import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryDirectory } from '../testing/testDaemon.ts';
import { CdpError } from './cdpError.ts';
import { setFileInputFiles } from './fileInput.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryDirectory();
  mkdirSync(folder);
});
afterEach(() => rmSync(dirname(folder), { recursive: true }));

const NOT_ALLOWED = new CdpError(-32000, 'Not allowed (turn on "Allow access to file URLs")');

/** A page, and what it was sent. */
function page({ allowed = true, exception = false } = {}) {
  const sent: { method: string; params: Record<string, unknown> }[] = [];
  const send = async (method: string, params: object) => {
    sent.push({ method, params: { ...params } });
    if (method === 'DOM.setFileInputFiles' && !allowed) throw NOT_ALLOWED;
    if (method === 'DOM.resolveNode') return { object: { objectId: 'resolved' } };
    return exception ? { exceptionDetails: {} } : {};
  };
  return { sent, send };
}

function file(name: string, content: string | Buffer = 'content'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test('paths go to Chrome as they are, a folder too', async () => {
  const { sent, send } = page();
  const params = { objectId: 'o', files: [file('a.txt'), folder] };
  expect(await setFileInputFiles(params, send)).toEqual({});
  expect(sent).toEqual([{ method: 'DOM.setFileInputFiles', params }]);
});

test.each(['relative.txt', './a', ''])('the relative path %j is refused and nothing sent', async (path) => {
  const { sent, send } = page();
  await expect(setFileInputFiles({ files: [path] }, send)).rejects.toThrow(`must be absolute: ${path}`);
  expect(sent).toEqual([]);
});

test('a path that names nothing is refused by name, and nothing sent', async () => {
  const { sent, send } = page();
  const missing = join(folder, 'missing.txt');
  await expect(setFileInputFiles({ files: [file('a'), missing] }, send)).rejects.toThrow(missing);
  expect(sent).toEqual([]);
});

test.each([[{}], [{ files: 'a' }], [{ files: [1] }]])('%j is no list of paths', async (params) => {
  await expect(setFileInputFiles(params, page().send)).rejects.toMatchObject({ code: -32602 });
});

test('where paths are not allowed the contents go instead, to the input however it is named', async () => {
  for (const [named, objectId] of [
    [{ objectId: 'given' }, 'given'],
    [{ nodeId: 3 }, 'resolved'],
    [{ backendNodeId: 4 }, 'resolved'],
  ] as const) {
    const { sent, send } = page({ allowed: false });
    await setFileInputFiles({ ...named, files: [file('a.txt')] }, send);
    expect(sent.at(-1)).toMatchObject({
      method: 'Runtime.callFunctionOn',
      params: { objectId, arguments: [{ value: [{ name: 'a.txt', base64: btoa('content') }] }] },
    });
  }
});

test('what contents cannot do fails with the switch, and why', async () => {
  const { send } = page({ allowed: false });
  await expect(setFileInputFiles({ objectId: 'o', files: [folder] }, send)).rejects.toThrow(
    /Allow access to file URLs.*is a folder/,
  );
  const large = file('large.bin', Buffer.alloc(4_000_000));
  await expect(setFileInputFiles({ objectId: 'o', files: [large] }, send)).rejects.toThrow(
    /Allow access to file URLs.*4000000 bytes/,
  );
});

test('an element that takes no files is an error', async () => {
  const { send } = page({ allowed: false, exception: true });
  await expect(setFileInputFiles({ objectId: 'o', files: [file('a')] }, send)).rejects.toThrow(/did not let/);
});
