import { basename } from 'node:path';
import type { Diagnostic, Manifest, UnplacedDiagnostic } from '@btcp/core';
import { placeInConfig } from '../../config/place-in-config.ts';

/** Messages for fields that neither package.json nor the config sets. */
const MISSING = {
  name: {
    message: 'The manifest has no name: neither package.json nor the config gives one.',
    help: 'Run `npm pkg set name=spreadsheet-tools`, or add `name` to the config: lower-case letters, digits and "-", beginning with a letter.',
  },
  version: {
    message: 'The manifest has no version: neither package.json nor the config gives one.',
    help: 'Run `npm pkg set version=1.0.0`, or add `version` to the config: three numbers.',
  },
} as const satisfies Partial<Record<keyof Manifest, Pick<Diagnostic, 'message' | 'help'>>>;

/**
 * Locates diagnostics about the manifest's own fields in the config; a missing field is reported once.
 *
 * @param configFile - Absolute path, existing or not.
 */
export function atConfig(
  configFile: string,
  manifest: Manifest,
  diagnostics: readonly UnplacedDiagnostic[],
): readonly Diagnostic[] {
  const reports = new Map<string, Diagnostic>();
  for (const { id, severity, path, message, help, data } of diagnostics) {
    // Missing tools have their own diagnostic.
    if (path === '/tools') continue;
    const field =
      path === '/name' || path === '/version' ? (path.slice(1) as keyof typeof MISSING) : undefined;
    const missing = field !== undefined && manifest[field] === '' ? MISSING[field] : undefined;
    const place = { file: basename(configFile), ...placeInConfig(configFile, path) };
    const key = missing ? path : `${id} ${path} ${message}`;
    reports.set(key, { id, severity, ...place, ...(missing ?? { message, help }), ...(data && { data }) });
  }
  return [...reports.values()];
}
