import type { ArgumentParameter, Command, CommandGroup } from '../command.ts';
import { bashCompletion } from '../completion/bash.ts';
import { fishCompletion } from '../completion/fish.ts';
import { type Suggestions, suggestionsFor } from '../completion/suggestions.ts';
import { zshCompletion } from '../completion/zsh.ts';
import { CommandFailure } from '../failure.ts';
import { SHARED_OPTION_PARAMETERS } from '../settings.ts';

const SHELLS: Readonly<Record<string, (suggestions: Suggestions) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

const SHELL: ArgumentParameter = {
  kind: 'argument',
  name: 'shell',
  description: Object.keys(SHELLS).join(', '),
  choices: Object.keys(SHELLS),
  required: true,
  many: false,
};

/** `sctl completion`: a script that lets a shell complete command lines of the given table. */
export const completionCommand = (table: () => readonly (Command | CommandGroup)[]): Command => ({
  name: 'completion',
  summary: 'Print a script that lets a shell complete sctl command lines.',
  parameters: [SHELL],
  async run({ io }, given) {
    const [shell = ''] = given.texts(SHELL);
    const generate = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (generate === undefined) {
      throw new CommandFailure(`shell takes one of ${Object.keys(SHELLS).join(', ')}, not "${shell}"`);
    }
    io.stdout.write(generate(suggestionsFor(table(), SHARED_OPTION_PARAMETERS)));
  },
});
