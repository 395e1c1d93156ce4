import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { html } from './support/pages.ts';
import { test as base, expect } from './support/rig.ts';

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'sctl-e2e-files-'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

const INPUT = '<input type=file multiple onchange="window.changed=true">';

const contents = (page: Page) =>
  page.evaluate(async () => {
    const files = [...(document.querySelector('input')?.files ?? [])];
    return Promise.all(files.map(async (file) => `${file.name}: ${await file.text()}`));
  });

for (const fileAccess of [true, false]) {
  test.describe(`with${fileAccess ? '' : 'out'} access to files`, () => {
    test.use({ rigOptions: { fileAccess } });

    for (const isLocal of [true, false]) {
      test(`a file reaches its input, isLocal ${isLocal}`, async ({ rig, folder }) => {
        const client = await rig.playwright({ isLocal });
        const page = await client.contexts()[0]?.newPage();
        if (page === undefined) throw new Error('No page');
        await page.goto(rig.pages.url(html(INPUT)));
        const paths = [join(folder, 'one.txt'), join(folder, 'two.txt')];
        for (const path of paths) await writeFile(path, `of ${path.slice(-7)}`);
        await page.setInputFiles('input', paths);
        expect(await contents(page)).toEqual(['one.txt: of one.txt', 'two.txt: of two.txt']);
        expect(await page.evaluate('window.changed')).toBe(true);
        await page.close();
        await client.close();
      });
    }

    test('by Puppeteer, and only a file that is there', async ({ rig, folder }) => {
      const puppeteer = await rig.puppeteer();
      const page = await puppeteer.newPage();
      await page.goto(rig.pages.url(html(INPUT)));
      const input = await page.$('input');
      await writeFile(join(folder, 'three.txt'), 'three');
      await input?.uploadFile(join(folder, 'three.txt'));
      expect(await page.evaluate(() => document.querySelector('input')?.files?.[0]?.size)).toBe(5);
      const session = await page.createCDPSession();
      const { root } = await session.send('DOM.getDocument');
      const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'input' });
      const missing = join(folder, 'missing.txt');
      await expect(session.send('DOM.setFileInputFiles', { nodeId, files: [missing] })).rejects.toThrow(
        missing,
      );
      await expect(session.send('DOM.setFileInputFiles', { nodeId, files: ['a.txt'] })).rejects.toThrow(
        'a.txt',
      );
      await writeFile(join(folder, 'large.bin'), Buffer.alloc(5_000_000));
      const large = session.send('DOM.setFileInputFiles', { nodeId, files: [join(folder, 'large.bin')] });
      if (fileAccess) await large;
      else await expect(large).rejects.toThrow(/Allow access to file URLs/);
      await page.close();
      await puppeteer.disconnect();
    });
  });
}

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
