import type { Diagnostic, UnplacedDiagnostic } from '@btcp/core';
import { meantField, TOOL_FIELDS } from '@btcp/schema/internal';
import { type RuleSettings, runRules, runToolDocument } from '@btcp/schema/check';
import {
  findJsonPlaces,
  placeOf,
  type RepeatedName,
  type RoundedNumber,
  START,
  type TextPlace,
} from './json-places.ts';
import { InputError } from './errors.ts';
import { nameDocument } from './name-document.ts';

/** Checks a manifest, or a tool by itself, from a file: with every rule that needs no source. */
export function checkDocument(file: string, text: string, settings: RuleSettings): readonly Diagnostic[] {
  const plain = text.replace(/^\uFEFF/, ' ');
  const parsed = parse(plain);
  const place = (
    { line, column, length }: TextPlace,
    diagnostic: Omit<UnplacedDiagnostic, 'path'>,
  ): Diagnostic => ({ ...diagnostic, file, line, column, length });
  if (!parsed.ok) return [place(parsed.at, parsed.diagnostic)];
  const other = nameDocument(parsed.value);
  if (other)
    return [
      place(START, {
        id: 'manifest-invalid',
        severity: 'error',
        message: `This is ${other.what}.`,
        help: other.help,
        data: {},
      }),
    ];
  // An explicit name was chosen on purpose.
  const ofDocuments: RuleSettings = { 'name-not-camel-case': 'off', ...settings };
  const diagnostics = isTool(parsed.value)
    ? runToolDocument(parsed.value, ofDocuments)
    : runRules(parsed.value, ofDocuments);
  const { places, repeated, rounded } = findJsonPlaces(plain);
  return [
    ...repeated.map((at) => place(at, repeatedName(at))),
    ...rounded.map((at) => place(at, roundedNumber(at))),
    ...diagnostics.map(({ path, ...diagnostic }) => place(placeOf(places, path), diagnostic)),
  ].sort((a, b) => a.line - b.line || a.column - b.column);
}

/** @throws InputError that says the first error of a manifest, or of a tool by itself. */
export function refuseErrors(file: string, text: string, help: string): void {
  const error = checkDocument(file, text, {}).find(({ severity }) => severity === 'error');
  if (error) throw new InputError(`${file}:${error.line}: ${error.message}`, help);
}

type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly at: TextPlace; readonly diagnostic: Omit<UnplacedDiagnostic, 'path'> };

function parse(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    const reason = (error as Error).message;
    // The engine reports a position only of some errors.
    const at = { ...(findJsonPlaces(text).error ?? START), length: 1 };
    const message = `The file is not JSON: ${reason.replace(/, (?:\.\.\.)?".*$| in JSON at position.*$| \(line .*$/s, '')}.`;
    const help = 'Correct it here; JSON has no comments, no trailing commas, and quotes around every name.';
    return {
      ok: false,
      at,
      diagnostic: { id: 'json-invalid', severity: 'error', message, help, data: {} },
    };
  }
}

function repeatedName({ name }: RepeatedName): Omit<UnplacedDiagnostic, 'path'> {
  return {
    id: 'json-name-repeated',
    severity: 'error',
    message: `The name ${JSON.stringify(name)} is repeated: some programs read the first value, some the last.`,
    help: 'Take one of them out.',
    data: { name },
  };
}

export function roundedNumber({ literal }: RoundedNumber): Omit<UnplacedDiagnostic, 'path'> {
  const read = String(Number(literal));
  return {
    id: 'json-number-rounded',
    severity: 'error',
    message: `JavaScript cannot hold the number ${literal.slice(0, 40)}: it reads ${read}.`,
    help: `Write ${read}, or a string.`,
    data: { literal, read },
  };
}

const OF_MANIFESTS = new Set(['btcp', 'tools', 'version', 'provider', 'config']);

// A tool has no field that only manifests have, and at least one of its own, whatever its name.
function isTool(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const fields = Object.keys(value);
  return (
    !fields.some((field) => OF_MANIFESTS.has(field)) &&
    fields.some((field) => field !== 'capabilities' && meantField(field, TOOL_FIELDS) !== undefined)
  );
}
