import { expect, test } from 'vitest';
import { isOwnPage } from './ownPages.ts';

const OWN = 'jmdiknonkhpfdjlfjpnlkgbkfkfemlpi';

test.each([
  `chrome-extension://${OWN}/approval.html`,
  `chrome-extension://${OWN}/approval.html?query#hash`,
  `CHROME-EXTENSION://${OWN.toUpperCase()}/approval.html`,
  `  chrome-extension://${OWN}/popup.html`,
  `chrome-\nextension://${OWN}/popup.html`,
  `chrome-extension://${OWN}:443/popup.html`,
  `chrome-extension://${OWN}./popup.html`,
  `chrome-extension://user@${OWN}/popup.html`,
  `view-source:chrome-extension://${OWN}/popup.html`,
  `view-\tsource:chrome-extension://${OWN}/popup.html`,
  `VIEW-SOURCE:view-source:chrome-extension://${OWN}/popup.html`,
  `blob:chrome-extension://${OWN}/6c38a8e6`,
  `filesystem:chrome-extension://${OWN}/temporary/a`,
])('%j is a page of ours', (url) => {
  expect(isOwnPage(url, OWN)).toBe(true);
});

test.each([
  'https://example.com/',
  `https://example.com/?chrome-extension://${OWN}/`,
  'chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/approval.html',
  'view-source:https://example.com/',
  'blob:https://example.com/6c38a8e6',
  'about:blank',
  'view-source:',
  'no URL',
  '',
])('%j is not', (url) => {
  expect(isOwnPage(url, OWN)).toBe(false);
});
