import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const EXTENSION_FOLDER = 'dist/extension';

/** What each part of the extension may weigh, in bytes of gzip. */
const LIMITS = { 'popup.html': 20_480, 'approval.html': 20_480, 'service-worker-loader.js': 40_960 };

/** Languages whose texts are files of their own; a window loads one of them. */
const LANGUAGES = ['en', 'zh'];

/** The files of ours that a file names: by import, as a script, or as a style. */
function namedIn(path: string): string[] {
  const text = readFileSync(join(EXTENSION_FOLDER, path), 'utf8');
  return readdirSync(join(EXTENSION_FOLDER, 'assets'))
    .map((name) => `assets/${name}`)
    .filter((file) => file !== path && text.includes(file.replace('assets/', '')));
}

/** A file with everything it can ever load, statically or on demand. */
function reachableFrom(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const file of namedIn(path)) reachableFrom(file, found);
  return found;
}

const gzipped = (path: string): number =>
  gzipSync(readFileSync(join(EXTENSION_FOLDER, path)), { level: 9 }).length;

/** The gzip weight of scripts and styles, in the language that weighs most. */
function weigh(entry: string): number {
  const files = [...reachableFrom(entry)].filter((path) => /\.(js|css)$/.test(path));
  const speaks = (path: string, language: string) => path.includes(`texts.${language}-`);
  const isText = (path: string) => LANGUAGES.some((language) => speaks(path, language));
  const sum = (paths: readonly string[]) => paths.reduce((total, path) => total + gzipped(path), 0);
  const texts = LANGUAGES.map((language) => sum(files.filter((path) => speaks(path, language))));
  return sum(files.filter((path) => !isText(path))) + Math.max(...texts);
}

if (!existsSync(EXTENSION_FOLDER)) throw new Error('Build the extension first: npm run build');
for (const [entry, limit] of Object.entries(LIMITS)) {
  const weight = weigh(entry);
  console.log(`${entry.padEnd(26)} ${String(weight).padStart(6)} of ${limit} bytes`);
  if (weight > limit) {
    console.error(`error: ${entry} weighs too much`);
    process.exitCode = 1;
  }
}
