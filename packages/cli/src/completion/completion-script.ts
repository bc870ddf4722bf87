import type { Command } from '../command.ts';

const SCRIPTS: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  bash: bashScript,
  // zsh supports bash's completion.
  zsh: (commands) =>
    `autoload -Uz compinit bashcompinit && compinit && bashcompinit\n${bashScript(commands)}`,
  fish: fishScript,
};

/** A script for `bash`, `zsh` or `fish` that completes `btcp` without starting a process. */
export function completionScript(shell: string, commands: readonly Command[]): string {
  return SCRIPTS[shell]?.(commands) ?? '';
}

function bashScript(commands: readonly Command[]): string {
  return `_btcp() {
  local cur=\${COMP_WORDS[COMP_CWORD]} words=
  case "$COMP_CWORD \${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD - 1]}" in
    1\\ *) words=${quoted(commands.map(({ name }) => name))} ;;
${commands.flatMap(wordCases).join('')}    *) case "\${COMP_WORDS[1]} $cur" in
${commands.map(commandCases).join('')}    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _btcp btcp
`;
}

// Completes the values of an option where they are few; all others are left to the shell.
function wordCases({ name, options }: Command): readonly string[] {
  return Object.entries(options).flatMap(([option, { words }]) =>
    words ? [`    *\\ ${name}\\ --${option}) words=${quoted(words)} ;;\n`] : [],
  );
}

function commandCases({ name, options, operands }: Command): string {
  const names = Object.keys(options).map((option) => `--${option}`);
  const rest = operands?.words ? `      ${name}\\ *) words=${quoted(operands.words)} ;;\n` : '';
  return `      ${name}\\ -*) words=${quoted(names)} ;;\n${rest}`;
}

function fishScript(commands: readonly Command[]): string {
  return commands
    .map(({ name, summary, options, operands }) => {
      const within = `complete -c btcp -n ${quoted([`__fish_seen_subcommand_from ${name}`])}`;
      return [
        `complete -c btcp -n __fish_use_subcommand -f -a ${name} -d ${quoted([summary])}`,
        ...(operands?.words ? [`${within} -f -a ${quoted(operands.words)}`] : []),
        ...Object.entries(options).map(
          ([option, { type, words, help }]) =>
            `${within} -l ${option}${type === 'boolean' ? '' : words ? ` -x -a ${quoted(words)}` : ' -r'} -d ${quoted([help])}`,
        ),
        '',
      ].join('\n');
    })
    .join('');
}

// Help contains quotes and backticks, which a shell would interpret.
const quoted = (words: readonly string[]): string => `'${words.join(' ').replaceAll("'", "'\\''")}'`;
