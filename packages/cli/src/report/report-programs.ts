import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Diagnostic, Severity } from '@btcp/core';
import { escapeUnseen } from '@btcp/schema/internal';

/** Diagnostics as one JSON text for programs, with what else a command has to tell. */
export function reportJson(diagnostics: readonly Diagnostic[], more: object = {}): string {
  const plain = diagnostics.map(({ id, severity, tool, file, line, column, message, help, data, fix }) => ({
    id,
    severity,
    tool: tool ?? null,
    file,
    line,
    column,
    message,
    help,
    data,
    ...(fix && { fixable: true }),
  }));
  return JSON.stringify({ diagnostics: plain, ...more }, null, 2) + '\n';
}

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** Diagnostics as GitHub Actions commands, which become annotations. */
export function reportGithub(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ id, severity, file, line, column, message, help }) => {
      const place = { file, line: String(line), col: String(column), title: id };
      return githubCommand(COMMANDS[severity], place, [message, help].map(escapeUnseen).join('\n'));
    })
    .join('');
}

/** One GitHub Actions command. */
export function githubCommand(
  command: string,
  properties: Readonly<Record<string, string>>,
  message: string,
): string {
  const words = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
  return `::${command} ${words.join(',')}::${data(message)}\n`;
}

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** The root of the repository that contains a folder, or the folder itself outside of one; absolute. */
export function repositoryRoot(folder: string): string {
  // In a worktree or submodule it is a file.
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}
