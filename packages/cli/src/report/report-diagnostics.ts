import type { Diagnostic } from '@btcp/core';
import type { Format } from './formats.ts';
import { reportGithub } from './report-github.ts';
import { reportJson } from './report-json.ts';
import { type ReadLines, reportPretty } from './report-pretty.ts';
import { reportSarif } from './report-sarif.ts';

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
