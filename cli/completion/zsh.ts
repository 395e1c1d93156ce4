import type { FlagSuggestion, Place, Suggestions } from './suggestions.ts';

/** The completion as a script for zsh; it works sourced and as a file of `$fpath`. */
export const zshCompletion = ({ shared, places, takingValue }: Suggestions): string => `#compdef sctl
_sctl() {
  local at="" word last="" before="\${words[CURRENT-1]}"
  local -a candidates
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$last" in
      (${takingValue.join('|')}) last=""; continue ;;
    esac
    last="$word"
    case "$at$word" in
${places
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      ('${path}') at='${path} ' ;;`)
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
  candidates+=(${shared.flatMap(flagCandidates).join(' ')})
  _describe 'sctl' candidates
}
if [[ "$funcstack[1]" = "_sctl" ]]; then _sctl "$@"; else compdef _sctl sctl; fi
`;

function valueCase(path: string, { names, value }: FlagSuggestion): readonly string[] {
  const pattern = names.map((name) => `'${path && `${path} `}${name}'`).join('|');
  switch (value.kind) {
    case 'none':
      return [];
    case 'any':
      return [`    (${pattern}) return ;;`];
    case 'file':
      return [`    (${pattern}) _files; return ;;`];
    case 'words':
      return [`    (${pattern}) compadd -- ${value.words.join(' ')}; return ;;`];
  }
}

function placeCase({ path, words, flags, takesFile }: Place): string {
  const candidates = [
    ...words.map(({ word, description }) => candidate(word, description)),
    ...flags.flatMap(flagCandidates),
  ];
  const files = takesFile ? ' _files;' : '';
  return `    ('${path && `${path} `}')${files} candidates=(${candidates.join(' ')}) ;;`;
}

const flagCandidates = ({ names, description }: FlagSuggestion): readonly string[] =>
  names.map((name) => candidate(name, description));

const candidate = (word: string, description: string): string =>
  quoted(description === '' ? word : `${word}:${description.replaceAll(':', '\\:')}`);

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
