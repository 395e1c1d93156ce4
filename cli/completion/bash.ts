import type { FlagSuggestion, Place, Suggestions } from './suggestions.ts';

/** The completion as a script for bash. Its words are our own and hold nothing that bash would expand. */
export const bashCompletion = ({
  shared,
  places,
  takingValue,
}: Suggestions): string => `# bash completion for sctl
_sctl() {
  local shared='${shared.flatMap(({ names }) => names).join(' ')}'
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" at="" word last=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$last" in
      ${takingValue.join('|')}) last=""; continue ;;
    esac
    last="$word"
    case "$at$word" in
${places
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      '${path}') at='${path} ' ;;`)
  .join('\n')}
    esac
  done
  case "$before" in
${shared.flatMap((flag) => valueCase('', flag)).join('\n')}
  esac
  case "$at$before" in
${places.flatMap(({ path, flags }) => flags.flatMap((flag) => valueCase(path, flag))).join('\n')}
  esac
  case "$at" in
${places.map(placeCase).join('\n')}
  esac
}
complete -F _sctl sctl
`;

function valueCase(path: string, { names, value }: FlagSuggestion): readonly string[] {
  const pattern = names.map((name) => `'${path && `${path} `}${name}'`).join('|');
  switch (value.kind) {
    case 'none':
      return [];
    case 'any':
      return [`    ${pattern}) COMPREPLY=(); return ;;`];
    case 'file':
      return [`    ${pattern}) compopt -o filenames 2>/dev/null || true; ${reply('-f')}; return ;;`];
    case 'words':
      return [`    ${pattern}) ${reply(`-W '${value.words.join(' ')}'`)}; return ;;`];
  }
}

function placeCase({ path, words, flags, takesFile }: Place): string {
  const all = [...words.map(({ word }) => word), ...flags.flatMap(({ names }) => names)].join(' ');
  return `    '${path && `${path} `}') ${reply(`${takesFile ? '-f ' : ''}-W "${all} $shared"`)} ;;`;
}

const reply = (options: string): string => `mapfile -t COMPREPLY < <(compgen ${options} -- "$current")`;
