import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.ts';
import { ICON_FILES, iconDigests, PICTURES, RECORD } from './iconFiles.ts';

// Renders the drawings of the mark as pictures: Chrome takes no SVG for an extension's icons.
mkdirSync(PICTURES, { recursive: true });
const browser = await chromium.launch({ executablePath: findChromium() });
for (const { drawing, picture, size } of ICON_FILES) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${readFileSync(drawing, 'utf8')}`);
  await page.screenshot({ path: picture, omitBackground: true });
  await page.close();
}
await browser.close();
writeFileSync(RECORD, `${JSON.stringify(iconDigests(), null, 2)}\n`);
console.log(`rendered ${ICON_FILES.length} pictures`);
