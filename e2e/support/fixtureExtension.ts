import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder with an unpacked extension of the tests' own. */
export class FixtureExtension {
  readonly folder: string;
  readonly name: string;

  private constructor(folder: string, name: string) {
    this.folder = folder;
    this.name = name;
  }

  /** @param permissions of the extension; its page `page.html` does nothing by itself, its worker neither. */
  static async create(name: string, permissions: readonly string[] = []): Promise<FixtureExtension> {
    const folder = join(await mkdtemp(join(tmpdir(), 'sctl-e2e-extension-')), 'unpacked');
    await mkdir(folder);
    const manifest = {
      manifest_version: 3,
      name,
      version: '1.2.3',
      description: `The words of ${name}`,
      permissions,
      host_permissions: ['<all_urls>'],
      background: { service_worker: 'worker.js' },
      content_scripts: [{ matches: ['http://*/*'], js: ['content.js'] }],
    };
    const files = {
      'manifest.json': JSON.stringify(manifest),
      'worker.js': '',
      'content.js': '',
      'page.html': '<!doctype html><title>Page</title>',
    };
    for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
    return new FixtureExtension(folder, name);
  }

  async dispose(): Promise<void> {
    await rm(join(this.folder, '..'), { recursive: true, force: true });
  }
}
