import { expect, test } from 'vitest';
import { urlParts } from './urlParts.ts';

test.each([
  ['https://example.com/a?b#c', 'https://', 'example.com', '/a?b#c'],
  ['http://example.com:8080/', 'http://', 'example.com:8080', '/'],
  ['http://[::1]:80/x', 'http://', '[::1]', '/x'],
  ['chrome://settings/', 'chrome://', 'settings', '/'],
])('the host of %s stands out', (url, before, host, after) => {
  expect(urlParts(url)).toEqual({ before, host, after });
});

test.each([
  'https://accounts.google.com@evil.example/login',
  'https://accounts.google.com:443@evil.example/login',
  'https://accounts.google.com%2Flogin@evil.example/login',
])('a host before the true one does not count: %s', (url) => {
  expect(urlParts(url)).toMatchObject({ host: 'evil.example', after: '/login' });
});

test('a look-alike host is shown as the browser resolves it', () => {
  expect(urlParts('https://аррӏе.com/').host).toBe('xn--80ak6aa92e.com');
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'no URL', ''])(
  'a URL without a host comes back whole: %j',
  (url) => {
    expect(urlParts(url)).toEqual({ before: '', host: '', after: url });
  },
);
