import { type Command, defineCommand } from '../command.ts';
import { build } from './build.ts';
import { call, conform } from './call.ts';
import { check, explain } from './check.ts';
import { diff, publish } from './diff.ts';
import { discover, importing } from './import.ts';
import { evaluating } from './eval.ts';
import { exporting } from './export.ts';
import { init } from './init.ts';
import { serve } from './serve.ts';
import { sign, verify } from './verify.ts';

const SHELLS = {
  bash: 'In ~/.bashrc: source <(btcp completion bash)',
  zsh: 'In ~/.zshrc: source <(btcp completion zsh)',
  fish: 'In ~/.config/fish/config.fish: btcp completion fish | source',
};

/** Every command, as help lists them. */
export const COMMANDS: readonly Command[] = [
  build,
  call,
  check,
  completionOf(() => COMMANDS),
  conform,
  diff,
  discover,
  evaluating,
  explain,
  exporting,
  importing,
  init,
  publish,
  serve,
  sign,
  verify,
];

/**
 * `btcp completion`.
 *
 * @param commands - The commands to complete.
 */
function completionOf(commands: () => readonly Command[]): Command {
  return defineCommand({
    name: 'completion',
    summary: 'Prints what makes a shell complete commands, options and their words.',
    operands: {
      usage: '<shell>',
      help: SHELLS,
      words: Object.keys(SHELLS),
      missing: 'Name the shell: bash, zsh or fish.',
      most: [1, (extra) => `completion takes one shell; got "${extra}" too.`],
    },
    options: {},
    async load() {
      const { completionScript } = await import('../completion/completion-script.ts');
      return (_, [shell = ''], io) => {
        io.stdout(completionScript(shell, commands()));
        return 0;
      };
    },
  });
}
