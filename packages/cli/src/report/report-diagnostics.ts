import type { Diagnostic, Severity } from '@btcp/core';
import { RULES } from '@btcp/schema/check';
import { readRulePage } from '../explain/run-explain.ts';
import { VERSION } from '../help/version.ts';
import type { Format } from '../option.ts';
import { type ReadLines, reportPretty } from './report-pretty.ts';
import { reportGithub, reportJson } from './report-programs.ts';

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
