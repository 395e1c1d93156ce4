import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CommandGroup } from '../command.ts';
import { COMMANDS } from '../commandTable.ts';
import { openTerminal } from '../fixtures/terminal.fixture.ts';

const scriptFor = async (shell: string): Promise<string> => {
  const { exitCode, stdout, stderr } = await openTerminal().run('completion', shell);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
};

describe('bash', () => {
  let script: string;
  beforeAll(async () => {
    script = join(mkdtempSync(join(tmpdir(), 'sctl-completion-')), 'sctl.bash');
    writeFileSync(script, await scriptFor('bash'));
  });

  /** What bash itself offers for the last of these words. */
  function offered(...words: readonly string[]): readonly string[] {
    const program = `set -eu; source "$1"; shift; COMP_WORDS=(sctl "$@"); COMP_CWORD=$#; _sctl; printf "%s\\n" "\${COMPREPLY[@]:-}"`;
    const text = execFileSync('bash', ['-c', program, 'bash', script, ...words], {
      encoding: 'utf8',
      cwd: mkdtempSync(join(tmpdir(), 'sctl-completion-')),
    });
    return text.split('\n').filter((line) => line !== '');
  }

  test('offers every command and group at the start', () => {
    expect(offered('').filter((word) => !word.startsWith('-'))).toEqual(COMMANDS.map(({ name }) => name));
    expect(offered('bo')).toEqual(['bookmarks']);
  });

  test.each(COMMANDS.filter((member): member is CommandGroup => 'commands' in member))(
    'offers every command of $name',
    ({ name, commands }) => {
      const words = offered(name, '').filter((word) => !word.startsWith('-'));
      expect(words).toEqual(commands.map((command) => command.name));
    },
  );

  test.each([
    [
      ['tabs', 'open', '--b'],
      ['--background', '--browser'],
    ],
    [
      ['tabs', 'list', '-o', ''],
      ['table', 'json', 'source'],
    ],
    [
      ['-o', 'json', 'groups', 'create', '3', '--color', 'p'],
      ['pink', 'purple'],
    ],
    [
      ['--browser', 'tabs', 'windows', 'state', '7', 'm'],
      ['minimized', 'maximized'],
    ],
    [['windows', 'list', '--browser', ''], []],
    [['token', 'create', '--r'], ['--read-only']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
  ])('offers for %j just %j', (words, expected) => {
    expect(offered(...words).filter((word) => words.at(-1) !== '' || !word.startsWith('-'))).toEqual(
      expected,
    );
  });

  test('offers files where a file belongs', () => {
    expect(offered('status', '--token-file', '/etc/host')).toContain('/etc/hosts');
    expect(offered('install', '/etc/host')).toContain('/etc/hosts');
    expect(offered('status', '/etc/host')).toEqual([]);
  });
});

describe.each(['zsh', 'fish'])('%s', (shell) => {
  test('has every command, flag and choice', async () => {
    const script = await scriptFor(shell);
    for (const member of COMMANDS) {
      const commands = 'commands' in member ? member.commands : [member];
      for (const { name, parameters } of commands) {
        expect(script).toContain('commands' in member ? `'${member.name} ${name}` : `'${name}`);
        for (const parameter of parameters) {
          if (parameter.kind !== 'option') continue;
          const [flag = ''] = parameter.syntax.split(' ');
          expect(script).toContain(shell === 'fish' ? ` -l ${flag.slice(2)} ` : flag);
        }
      }
    }
    expect(script).toContain('table json source');
  });

  test('leaves no quotation open', async () => {
    for (const line of (await scriptFor(shell)).split('\n')) {
      const bare = shell === 'fish' ? line.replace(/\\./g, '') : line.replaceAll(`'\\''`, '');
      expect(bare.split("'").length % 2, line).toBe(1);
    }
  });
});

test('another shell is refused', async () => {
  const { exitCode, stdout, stderr } = await openTerminal().run('completion', 'tcsh');
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect(stderr).toBe('error: shell takes one of bash, zsh, fish, not "tcsh"\n');
});
