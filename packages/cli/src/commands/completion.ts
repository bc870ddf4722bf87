import { type Command, defineCommand } from '../command.ts';

const SHELLS = {
  bash: 'In ~/.bashrc: source <(btcp completion bash)',
  zsh: 'In ~/.zshrc: source <(btcp completion zsh)',
  fish: 'In ~/.config/fish/config.fish: btcp completion fish | source',
};

/**
 * `btcp completion`.
 *
 * @param commands - The commands to complete.
 */
export function completionOf(commands: () => readonly Command[]): Command {
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
      return async (_, [shell = ''], io) => {
        io.stdout(completionScript(shell, commands()));
        return 0;
      };
    },
  });
}
