import type { Worker } from 'playwright/test';
import { expect, test } from '../support/lab.ts';
import { watchSentFrames } from '../support/sentFrames.ts';

/** Protocol §1. */
const MAX_FRAME_BYTES = 4_194_304;
/** Two characters, of one and of three bytes. */
const FILLING = 'a€'.repeat(24_000);

/** A folder whose list is about as long as a frame may be, and the bookmark in it that decides to the byte. */
const plant = (worker: Worker) =>
  worker.evaluate(async (title) => {
    const folder = await chrome.bookmarks.create({ title: 'Long' });
    const add = (text: string) =>
      chrome.bookmarks.create({ parentId: folder.id, title: text, url: 'https://long.example/' });
    for (let count = 0; count < 43; count += 1) await add(title);
    return { folder: folder.id, last: (await add('')).id };
  }, FILLING);

test('a result that fills a frame to the byte is sent, and one byte more is PAYLOAD_TOO_LARGE', async ({
  methods,
  worker,
  lab,
}) => {
  const frames = await watchSentFrames(lab.devtools);
  /** The bytes of the frame that answered a call; Chrome's report of it may come after the answer. */
  const answerSize = async (call: () => Promise<unknown>) => {
    const isAnswer = (frame: string) => frame.includes('"nodes":') || frame.includes('"error":');
    const before = frames.filter(isAnswer).length;
    await call();
    await expect.poll(() => frames.filter(isAnswer).length).toBe(before + 1);
    return Buffer.byteLength(frames.findLast(isAnswer) ?? '');
  };
  const { folder, last } = await plant(worker);
  const setTitle = (title: string) =>
    worker.evaluate(([id = '', text = '']) => chrome.bookmarks.update(id, { title: text }), [last, title]);
  const connectedAt = async () => {
    const { browsers } = await lab.daemon.json<{ browsers: { connectedAt: string }[] }>('browsers');
    return browsers.map((browser) => browser.connectedAt);
  };
  const before = await connectedAt();

  const list = () => methods.works('bookmarks.list', { folder });
  const missing = MAX_FRAME_BYTES - (await answerSize(list));
  expect(missing).toBeGreaterThan(0);
  await setTitle('x'.repeat(missing));
  expect(await answerSize(list)).toBe(MAX_FRAME_BYTES);

  // One character more, and as many characters of which one is two bytes.
  for (const title of ['x'.repeat(missing + 1), `é${'x'.repeat(missing - 1)}`]) {
    await setTitle(title);
    const refused = () => methods.fails('bookmarks.list', 'PAYLOAD_TOO_LARGE', { folder });
    expect(await answerSize(refused)).toBeLessThan(1000);
  }

  expect(await methods.works('bookmarks.list', { folder, limit: 1 })).toMatchObject({ hasMore: true });
  expect(await connectedAt()).toEqual(before);
  await worker.evaluate((id) => chrome.bookmarks.removeTree(id), folder);
});
