import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { html } from './support/pages.ts';
import { test as base, expect } from './support/rig.ts';

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'sctl-e2e-files-'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

test.describe('a download', () => {
  test('by a link, a redirect, a blob and a frame of another site', async ({ rig, page, folder }) => {
    const frame = rig.pages.otherUrl(html('<a id=inner href="/file/inner/3000">inner</a>'));
    await page.goto(
      rig.pages.url(
        html(
          `<a id=link href="/file/link/4000">link</a>
           <a id=redirect href="/redirect?to=/file/moved/5000">redirect</a>
           <a id=blob download="made.txt">blob</a>
           <script>blob.href=URL.createObjectURL(new Blob(['made here']))</script>
           <iframe src="${frame}"></iframe>`,
        ),
      ),
    );
    const clicks = {
      'link.bin': () => page.click('#link'),
      'moved.bin': () => page.click('#redirect'),
      'made.txt': () => page.click('#blob'),
      'inner.bin': () => page.frameLocator('iframe').locator('#inner').click(),
    };
    const sizes: Record<string, number> = {};
    for (const [name, click] of Object.entries(clicks)) {
      const begun = page.waitForEvent('download');
      await click();
      const download = await begun;
      expect(download.suggestedFilename()).toBe(name);
      expect(await download.failure()).toBeNull();
      const saved = join(folder, name);
      await download.saveAs(saved);
      sizes[name] = (await readFile(saved)).length;
      expect(await readFile(await download.path())).toEqual(await readFile(saved));
      await download.delete();
    }
    expect(sizes).toEqual({ 'link.bin': 4000, 'moved.bin': 5000, 'made.txt': 9, 'inner.bin': 3000 });
  });

  test('can be cancelled', async ({ rig, page }) => {
    await page.goto(rig.pages.url(html('<a href="/slow">slow</a>')));
    const begun = page.waitForEvent('download');
    await page.click('a');
    const download = await begun;
    await download.cancel();
    expect(await download.failure()).toBe('canceled');
  });
});
