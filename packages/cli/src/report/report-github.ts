import type { Diagnostic, Severity } from '@btcp/core';

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** Diagnostics as GitHub Actions commands, which become annotations. */
export function reportGithub(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ id, severity, file, line, column, message, help }) => {
      const place = `file=${property(file)},line=${line},col=${column},title=${property(id)}`;
      return `::${COMMANDS[severity]} ${place}::${data(`${message}\n${help}`)}\n`;
    })
    .join('');
}

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
