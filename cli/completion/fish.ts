import type { FlagSuggestion, Place, Suggestions } from './suggestions.ts';

/** The completion as a script for fish. */
export const fishCompletion = ({
  shared,
  places,
  takingValue,
}: Suggestions): string => `# fish completion for sctl
function __sctl_at
  set -l at ''
  set -l last ''
  for word in (commandline -opc)[2..-1]
    if contains -- "$last" ${takingValue.join(' ')}
      set last ''
      continue
    end
    set last "$word"
    switch "$at$word"
${places
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      case '${path}'\n        set at '${path} '`)
  .join('\n')}
    end
  end
  test "$at" = "$argv[1]"
end
complete -c sctl -f
${shared.map((flag) => flagLine('complete -c sctl', flag)).join('\n')}
${places.flatMap(linesFor).join('\n')}
`;

function linesFor({ path, words, flags, takesFile }: Place): readonly string[] {
  const start = `complete -c sctl -n "__sctl_at '${path && `${path} `}'"`;
  return [
    ...words.map(({ word, description }) => `${start} -a ${word}${described(description)}`),
    ...flags.map((flag) => flagLine(start, flag)),
    ...(takesFile ? [`${start} -F`] : []),
  ];
}

const flagLine = (start: string, flag: FlagSuggestion): string =>
  `${start}${namesOf(flag)}${valueFor(flag)}${described(flag.description)}`;

const namesOf = ({ names }: FlagSuggestion): string =>
  names.map((name) => (name.startsWith('--') ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`)).join('');

function valueFor({ value }: FlagSuggestion): string {
  switch (value.kind) {
    case 'none':
      return '';
    case 'any':
      return ' -x';
    case 'file':
      return ' -r -F';
    case 'words':
      return ` -x -a '${value.words.join(' ')}'`;
  }
}

const described = (description: string): string =>
  description === '' ? '' : ` -d '${description.replace(/[\\']/g, '\\$&')}'`;
