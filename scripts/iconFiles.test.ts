import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { iconPaths, TOOLBAR_ICONS } from '../src/toolbar/toolbar.ts';
import { ICON_FILES, iconDigests, PICTURES, RECORD } from './iconFiles.ts';

test('the pictures of the mark are those of its drawings; if not, run npm run icons', () => {
  expect(iconDigests()).toEqual(JSON.parse(readFileSync(RECORD, 'utf8')));
});

test('every state of the toolbar button has its pictures', () => {
  const rendered = ICON_FILES.map(({ picture }) => picture.replace(PICTURES, '/icons'));
  for (const icon of TOOLBAR_ICONS) {
    expect(rendered).toEqual(expect.arrayContaining(Object.values(iconPaths(icon))));
  }
});
