import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';

/** Which rooms each room may import from, beside itself; see docs/architecture.md. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  shared: ['protocol'],
  src: ['protocol', 'shared'],
  offscreen: ['protocol', 'shared'],
  ui: ['protocol', 'shared'],
  'popup-ui': ['protocol', 'shared', 'ui'],
  'approval-ui': ['protocol', 'shared', 'ui'],
  daemon: ['protocol'],
  cli: ['protocol', 'daemon', 'mcp'],
  mcp: ['protocol', 'cli'],
};

/** A relative module specifier in an import, an export or a dynamic import. */
const SPECIFIER = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

const sourcesOf = (room: string): string[] =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|\.fixture)\.tsx?$/.test(file))
    .map((file) => join(room, file));

test.each(Object.entries(MAY_IMPORT))('%s imports only from the rooms it may', (room, allowed) => {
  const strangers = sourcesOf(room).flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(SPECIFIER), ([, specifier = '']) =>
      relative('.', resolve(file, '..', specifier)),
    )
      .filter((target) => target.includes(sep) && ![room, ...allowed].includes(target.split(sep)[0] ?? ''))
      .map((target) => `${file} imports ${target}`),
  );
  expect(strangers).toEqual([]);
});

test('the MCP SDK is loaded by one file of the extension, which is loaded only when it is needed', () => {
  const rooms = ['protocol', 'shared', 'src', 'offscreen', 'ui', 'popup-ui', 'approval-ui'];
  const loads = (file: string, what: RegExp) => what.test(readFileSync(file, 'utf8'));
  const files = rooms.flatMap(sourcesOf);
  const sdk = /^import (?!type)[^;]*'@modelcontextprotocol/m;
  expect(files.filter((file) => loads(file, sdk))).toEqual([join('offscreen', 'provider', 'toolServer.ts')]);
  expect(files.filter((file) => loads(file, /^import (?!type)[^;]*\/toolServer\.ts'/m))).toEqual([]);
});
