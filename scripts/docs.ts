import { readFileSync, writeFileSync } from 'node:fs';
import { commandsAsMarkdown } from './cliDocs.ts';
import { contractAsJson, contractAsMarkdown } from './contractDocs.ts';

/** Every generated document: its path and its text. */
const DOCUMENTS: Readonly<Record<string, () => string>> = {
  'docs/cli.md': commandsAsMarkdown,
  'docs/methods.md': contractAsMarkdown,
  'docs/protocol.json': contractAsJson,
};

/** Whether a document is what its source would give now. */
function isFresh(path: string, text: string): boolean {
  try {
    return readFileSync(path, 'utf8') === text;
  } catch {
    return false;
  }
}

const check = process.argv.includes('--check');
for (const [path, generate] of Object.entries(DOCUMENTS)) {
  const text = generate();
  if (isFresh(path, text)) continue;
  if (check) {
    console.error(`error: ${path} is stale; run npm run docs`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, text);
    console.log(`wrote ${path}`);
  }
}
