import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { html } from './pages.ts';
import { test as base, expect } from './rig.ts';

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

/** The cases of uploads, for a browser whose owner gave the extension access to files or not. */
export function testUploads(fileAccess: boolean): void {
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
}
