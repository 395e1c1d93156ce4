import { expect, test } from 'vitest';
import { defaultDataDir } from './dataDir.ts';

const home = '/home/ann';
const dirOn = (platform: string, env: Record<string, string> = {}, homeDirectory = home) =>
  defaultDataDir({ platform, env, homeDirectory: () => homeDirectory });

test('is the XDG data home on Linux, and its default without one', () => {
  expect(dirOn('linux', { XDG_DATA_HOME: '/data' })).toBe('/data/sctl-browser');
  expect(dirOn('linux')).toBe('/home/ann/.local/share/sctl-browser');
});

test('ignores an XDG data home that is empty or relative, as the specification asks', () => {
  expect(dirOn('linux', { XDG_DATA_HOME: '' })).toBe('/home/ann/.local/share/sctl-browser');
  expect(dirOn('linux', { XDG_DATA_HOME: 'data' })).toBe('/home/ann/.local/share/sctl-browser');
});

test('is the folder for application data on macOS and Windows', () => {
  expect(dirOn('darwin')).toBe('/home/ann/Library/Application Support/sctl-browser');
  expect(dirOn('win32', { APPDATA: 'C:\\Roaming' })).toBe('C:\\Roaming\\sctl-browser');
  expect(dirOn('win32', {}, 'C:\\Users\\ann')).toBe('C:\\Users\\ann\\AppData\\Roaming\\sctl-browser');
});
