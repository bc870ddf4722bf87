import { escapeUnseen } from '@btcp/schema';
import type { Diagnostic, Severity } from '@btcp/core';

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
