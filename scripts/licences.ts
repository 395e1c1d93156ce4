import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The folder of the package a module of the bundle comes from; undefined for our own. */
function packageFolder(moduleId: string): string | undefined {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(moduleId)?.[1];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string;
}

/** The MIT licence of a package that names it and its author, and brings no text of it. The terms are those of our own. */
function mitLicenceOf({ name, license, author }: Manifest): string {
  if (license !== 'MIT' || author === undefined) throw new Error(`The package ${name} has no licence file`);
  const [title, , ...terms] = readFileSync('LICENSE', 'utf8').trim().split('\n\n');
  return [title, `Copyright (c) ${author}`, ...terms].join('\n\n');
}

/** Name, version and licence of one package, and the licence's whole text. */
function licenceOf(folder: string): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  const text = file === undefined ? mitLicenceOf(manifest) : readFileSync(join(folder, file), 'utf8').trim();
  return `${manifest.name} ${manifest.version} (${manifest.license ?? 'see below'})\n\n${text}\n`;
}

/** The licences of the packages that modules come from, one after the other. */
export function licenceText(moduleIds: Iterable<string>): string {
  const folders = new Set<string>();
  for (const id of moduleIds) {
    const folder = packageFolder(id);
    if (folder !== undefined && existsSync(join(folder, 'package.json'))) folders.add(folder);
  }
  return [...folders]
    .sort()
    .map(licenceOf)
    .join(`\n${'-'.repeat(72)}\n\n`);
}

/**
 * Writes the licences of everything that went into the extension beside it.
 * @param builtApart the modules of what was bundled apart; read when the rest is bundled.
 */
export const licences = (builtApart: Iterable<string>): Plugin => ({
  name: 'licences',
  generateBundle(_, bundle) {
    const moduleIds = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    const source = licenceText([...moduleIds, ...builtApart]);
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
  },
});
