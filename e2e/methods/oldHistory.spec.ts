import { ageHistory } from '../support/ageHistory.ts';
import { Methods } from '../support/methods.ts';
import { expect, test } from '../support/test.ts';

const DAY_MS = 86_400_000;
const OLD = 'https://old.example/page';

test('history goes back further than Chrome’s own day, and stops where a range does', async ({
  chrome,
  daemon,
  paired,
}) => {
  const visitTime = await chrome.worker.evaluate(async (url) => {
    await globalThis.chrome.history.deleteAll();
    await globalThis.chrome.history.addUrl({ url });
    const [visit] = await globalThis.chrome.history.getVisits({ url });
    return visit?.visitTime ?? 0;
  }, OLD);
  await chrome.close();
  const threeDaysAgo = Date.now() - 3 * DAY_MS;
  await ageHistory(chrome.profile, visitTime, threeDaysAgo);
  await chrome.start();

  const methods = new Methods(chrome, daemon);
  const isOnline = async () => (await methods.reply('windows.list', {})).ok;
  await expect.poll(isOnline, paired).toBe(true);
  const find = async (range: object) =>
    (await methods.works('history.search', { text: 'old.example', ...range })).items;
  const ownDefault = () => globalThis.chrome.history.search({ text: 'old.example' });
  expect(await chrome.worker.evaluate(ownDefault)).toEqual([]);

  const item = { url: OLD, title: '', lastVisitTime: threeDaysAgo, visitCount: 1 };
  const now = Date.now();
  expect(await find({})).toEqual([item]);
  expect(await find({ startTime: now - 4 * DAY_MS, endTime: now - 2 * DAY_MS })).toEqual([item]);
  expect(await find({ startTime: now - DAY_MS })).toEqual([]);
  expect(await find({ endTime: now - 4 * DAY_MS })).toEqual([]);
  expect(await methods.works('history.visits', { url: OLD })).toMatchObject({
    visits: [{ visitTime: threeDaysAgo }],
  });
});
