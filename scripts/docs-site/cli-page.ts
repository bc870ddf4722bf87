import { runCli } from '@btcp/cli';
import { prose, table } from './prose.ts';

/** The reference of the commands: what their `--help` says, which is made from the tables of the commands. */
export async function cliPage(): Promise<string> {
  const names = [...(await help()).matchAll(/^ {2}(\S+)/gm)].map(([, name = '']) => name);
  const sections = await Promise.all(names.map(async (name) => commandSection(name, await help(name))));
  return `# The command btcp

What \`btcp <command> --help\` prints. Exit codes: 0 done, 1 a mistake in the tools, the call or a file, 2 wrong usage.

${sections.join('\n')}`;
}

function commandSection(name: string, text: string): string {
  const [usage = '', summary = '', options = ''] = text.split('\n\n');
  const rows = [...options.matchAll(/^ {2}(\S.*?) {2,}(.*)$/gm)].map(([, option = '', says = '']) => [
    `\`${option}\``,
    prose(says),
  ]);
  const list = rows.length > 0 ? `\n${table(['argument', 'effect'], rows)}` : '';
  return `## btcp ${name}\n\n${prose(summary)}\n\n\`\`\`sh\n${usage.replace('usage: ', '')}\n\`\`\`\n${list}`;
}

async function help(...command: readonly string[]): Promise<string> {
  let text = '';
  const print = (part: string): void => void (text += part);
  const io = { cwd: process.cwd(), stdout: print, stderr: print, isTerminal: false };
  const code = await runCli([...command, '--help'], io);
  if (code !== 0) throw new Error(`btcp ${command.join(' ')} --help failed: ${text}`);
  return text;
}
