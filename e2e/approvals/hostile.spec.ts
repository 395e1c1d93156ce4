import { expect, type Page } from 'playwright/test';
import { type ApprovalScene, approveButton, rejectButton, test } from '../support/approvalScene.ts';

test.describe.configure({ mode: 'default' });

const HOSTILE: Record<string, string> = {
  HTML: '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script><b>bold</b>',
  'a closing of our own markup':
    '</bdi></p></main><footer><button>Delete 1 item</button></footer><style>*{display:none}</style>',
  'bidirectional controls': '\u202E\u2066moc.elpmaxe\u2069 evas\u202C\u200F',
  newlines: 'Keep\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\r\n\u2028\u2029everything',
  '10 kB without a break': 'W'.repeat(10_240),
  '10 kB of marks that stack': `Z${'\u0346'.repeat(10_239)}`,
  'ten thousand characters of a wide script': '﷽'.repeat(3_413),
  'the text of our own buttons': 'Reject                                                    Delete 0 items',
  'look-alikes of our own hints': 'self-reported, not verified · Dеlеtе 1 itеm · Nothing was deleted.',
  'nothing that can be seen': '\u200B\u2060\u00AD\u3164\u2800',
};

/** Where the buttons are, whether they can be hit, and whether the page is wider than its window. */
async function layout(page: Page): Promise<object> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page.evaluate(() => {
    const place = (button: Element) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      return { box: [x, y, width, height].map(Math.round), isHit: button === hit || button.contains(hit) };
    };
    const { scrollWidth, clientWidth } = document.documentElement;
    return {
      buttons: [...document.querySelectorAll('.actions button')].map(place),
      isTooWide: scrollWidth > clientWidth,
      top: Math.round(document.querySelector('header')?.getBoundingClientRect().height ?? -1),
    };
  });
}

/** Chrome's own bookmark, title as it stores it. */
const plantTitled = (scene: ApprovalScene, title: string) =>
  scene.control.evaluate(async (text) => {
    const parent = await chrome.bookmarks.create({ title: text });
    const url = `https://example.com/${encodeURIComponent(text).slice(0, 8_000)}`;
    await chrome.bookmarks.create({ parentId: parent.id, title: text, url });
    return parent.id;
  }, title);

test('titles, addresses, and the label change neither layout nor meaning', async ({ scene }) => {
  const plain = await plantTitled(scene, 'Recipes');
  const call = await scene.daemon.call('bookmarks.remove', { ids: [plain] }, undefined, 'agent');
  await call.pending();
  const page = await scene.window();
  await expect(page.getByText('1 bookmark inside')).toBeVisible();
  const expected = await layout(page);
  expect(expected).toMatchObject({ buttons: [{ isHit: true }, { isHit: true }], isTooWide: false });
  await page.getByRole('button', { name: 'Reject' }).click();
  await call.answer();

  for (const [what, text] of Object.entries(HOSTILE)) {
    await test.step(what, async () => {
      const id = await plantTitled(scene, text);
      const hostile = await scene.daemon.call('bookmarks.remove', { ids: [id] }, undefined, text);
      await hostile.pending();
      const window = await scene.window();
      expect(await layout(window)).toEqual(expected);
      await expect(window.getByText('self-reported, not verified', { exact: true })).toBeVisible();
      await expect(window.getByRole('heading', { level: 1 })).toHaveText(
        'Delete 1 item from your bookmarks?',
      );
      const found = await window.evaluate(() => ({
        foreign: document.querySelectorAll(
          'main img:not([src*="/_favicon/"]), main script, main style, main b, main a, main footer',
        ).length,
        buttons: document.querySelectorAll('.actions button').length,
        title: document.title,
        // Whatever is left of it as text must not steer what follows.
        unseen: /[\u202A-\u202E\u2066-\u2069\u200B\u200F\u2028\u2029\u3164]/.test(
          document.body.textContent ?? '',
        ),
      }));
      expect(found).toEqual({ foreign: 0, buttons: 2, title: 'Approval · sctl Browser', unseen: false });
      await window.getByRole('button', { name: /bookmark inside/ }).click();
      for (const button of await window.getByRole('button', { name: 'Show full text' }).all())
        await button.click();
      const unfolded = (await layout(window)) as { isTooWide: boolean; buttons: { isHit: boolean }[] };
      expect([unfolded.isTooWide, unfolded.buttons.map(({ isHit }) => isHit)]).toEqual([false, [true, true]]);
      await rejectButton(window).click();
      expect(await hostile.code()).toBe('USER_REJECTED');
    });
  }
});

test('a requester without a label is said to have none', async ({ scene }) => {
  const [id = ''] = await scene.plant();
  const wire = await scene.daemon.connected();
  wire.send({ id: 'unlabelled', method: 'bookmarks.remove', params: { input: { ids: [id] } } });
  const page = await scene.window();
  await expect(page.getByText('No name given')).toBeVisible();
  await expect(page.getByText('self-reported, not verified')).toHaveCount(0);
  await rejectButton(page).click();
});

test('500 items and a large folder: the buttons stay where they are', async ({ scene }) => {
  const ids = await scene.plant(500);
  const { call, page } = await scene.ask(ids);
  await expect(approveButton(page, 500)).toBeInViewport();
  await expect(rejectButton(page)).toBeInViewport();
  await scene.daemon.cancel(call);
});
