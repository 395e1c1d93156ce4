import { defineManifest } from '@crxjs/vite-plugin';
import packageJson from './package.json' with { type: 'json' };

export default defineManifest({
  manifest_version: 3,
  name: 'sctl Browser',
  description: packageJson.description,
  version: packageJson.version,
  minimum_chrome_version: '125',
  // The public half of a key whose private half was thrown away: it pins the extension's ID, so that an unpacked
  // copy keeps its pairing when the folder moves.
  key: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAjSTDvIPwx4xCnJ6H1/e+PzeaEISd9FLKdZJwenqwjslLT5UXS4euKo8kHMzTezHl7RlFTcP9BRWMC35f6Uz5HOmPhWWy/UUWq2rH+l8gUN9nuCKszS7m0gyJEQzthdmlvG81p/OZVr3Rnpn7mFIoNNAt2E4ImcCvMZOwy1hui9JuKQkMaNTD0w+plXjhix8tytTB+tZ33HAcf1MMihiAxziKd4EHwzTiJps9HScjZW2ll6LdLz6g6dMdAAaFoAWCJdaJVqt0RJv7Slkeiq7PhX0kmUXS+tH//h/zX0LSKKMsa+/RiGGhZ2gXb5w7xolkYR4mT5/bVUT2Q2pVQwJxUQIDAQAB',
  background: { service_worker: 'src/worker.ts', type: 'module' },
  icons: {
    16: 'icons/mark-16.png',
    32: 'icons/mark-32.png',
    48: 'icons/mark-48.png',
    128: 'icons/mark-128.png',
  },
  action: {
    default_popup: 'popup.html',
    default_title: 'sctl Browser',
    default_icon: { 16: 'icons/off-16.png', 32: 'icons/off-32.png' },
  },
  // Other extensions may ask; the person decides who is answered. No web page may.
  externally_connectable: { ids: ['*'] },
  permissions: [
    'alarms', // an approval expires in time though the worker sleeps
    'bookmarks',
    'browsingData',
    'cookies',
    'debugger',
    'downloads',
    'favicon', // the approval window shows pages as the person knows them
    'history',
    'management',
    'offscreen', // the document that owns the WebSocket
    'readingList',
    'sessions',
    'storage',
    'tabGroups',
    'tabs',
  ],
  host_permissions: ['<all_urls>'], // chrome.cookies answers only for hosts that are listed here
});
