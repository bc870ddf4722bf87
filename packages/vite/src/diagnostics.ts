import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BuildResult } from '@btcp/codegen';
import type { Diagnostic } from '@btcp/core';

/** An error as bundlers take it, and Vite's overlay. */
export interface PlacedError {
  readonly message: string;
  readonly stack: string;
  readonly plugin: string;
  readonly id: string;
  readonly loc: { readonly file: string; readonly line: number; readonly column: number };
  readonly frame: string;
}

/** The errors of a build as one: at the place of the first, with the text of all. */
export function errorOf({ diagnostics, root }: BuildResult): PlacedError | undefined {
  const [first, ...others] = diagnostics.filter(({ severity }) => severity === 'error');
  if (!first) return undefined;
  const { file, line, column } = first;
  const path = resolve(root, file);
  return {
    message: [textOf(first), ...others.map((each) => `${placeOf(each)}  ${textOf(each)}`)].join('\n\n'),
    stack: '',
    plugin: 'btcp',
    id: path,
    loc: { file: path, line, column },
    frame: frameOf(path, first),
  };
}

/** What a build says, as a terminal shows it. */
export const lineOf = (diagnostic: Diagnostic): string =>
  `${placeOf(diagnostic)}  ${diagnostic.severity}  ${textOf(diagnostic)}`;

const placeOf = ({ file, line, column }: Diagnostic): string => `${file}:${line}:${column}`;

const textOf = ({ id, message, help }: Diagnostic): string => `${id}: ${message}\n  help: ${help}`;

function frameOf(path: string, { line, column, length = 1 }: Diagnostic): string {
  let text: string | undefined;
  try {
    text = readFileSync(path, 'utf8').split(/\r?\n/)[line - 1];
  } catch {
    // The config may be missing.
  }
  if (text === undefined) return '';
  const start = `${line} | `;
  const indent = ' '.repeat(start.length) + text.slice(0, column - 1).replace(/[^\t]/g, ' ');
  return `${start}${text}\n${indent}${'^'.repeat(Math.max(1, Math.min(length, text.length - column + 1)))}`;
}
