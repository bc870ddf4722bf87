import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Diagnostic, Severity } from '@btcp/core';
import { escapeUnseen } from '@btcp/schema';
import { RULES } from '@btcp/schema/check';
import { readRulePage } from '../explain/run-explain.ts';
import { VERSION } from '../help/version.ts';
import type { Format } from '../option.ts';
import { type ReadLines, reportPretty } from './report-pretty.ts';

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
function reportGithub(diagnostics: readonly Diagnostic[]): string {
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

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** Diagnostics as SARIF 2.1.0, which code scanners read. */
function reportSarif(diagnostics: readonly Diagnostic[]): string {
  const ids = [...new Set(diagnostics.map(({ id }) => id))];
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'btcp', version: VERSION, rules: ids.map(ruleOf) } },
        results: diagnostics.map((diagnostic) => resultOf(diagnostic, ids.indexOf(diagnostic.id))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(id: string): object {
  const rule = RULES.find((each) => each.id === id);
  if (!rule) return { id };
  const { title, rationale } = readRulePage(id);
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: rationale },
    defaultConfiguration: { level: LEVELS[rule.severity] },
    properties: { family: rule.family },
  };
}

// Escapes `?` and `#`, which are part of the name here.
const uriOf = (file: string): string => encodeURI(file).replace(/[?#]/g, encodeURIComponent);

function resultOf(diagnostic: Diagnostic, ruleIndex: number): object {
  const { id, severity, tool, file, line, column, length, message, help } = diagnostic;
  const region = { startLine: line, startColumn: column, ...(length && { endColumn: column + length }) };
  return {
    ruleId: id,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: `${message} ${help}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(file) }, region },
        ...(tool !== undefined && { logicalLocations: [{ name: tool, kind: 'function' }] }),
      },
    ],
  };
}

/**
 * The root of the repository that contains a folder, or the folder itself outside of one.
 *
 * @param folder - Absolute path.
 */
export function repositoryRoot(folder: string): string {
  // In a worktree or submodule it is a file.
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}

type Reporter = (diagnostics: readonly Diagnostic[], readLines: ReadLines, withNotes?: boolean) => string;

const REPORTERS: Readonly<Record<Format, Reporter>> = {
  pretty: reportPretty,
  json: reportJson,
  github: reportGithub,
  sarif: reportSarif,
};

/** Diagnostics in one of the formats. */
export function reportDiagnostics(
  format: Format,
  diagnostics: readonly Diagnostic[],
  readLines: ReadLines,
  withNotes: boolean = false,
): string {
  return REPORTERS[format](diagnostics, readLines, withNotes);
}
