import type { Example } from '@btcp/core';
import { getOwn, isObject } from '@btcp/schema';
import { type ImportProfile, RefusedError } from '../../profile/import-profile.ts';
import { mcp2026Import } from '../mcp/import.ts';
import { findToolFoundationIssues, toolId } from './find-toolfoundation-issues.ts';

/** toolfoundation's `model.Tool`. */
export const toolfoundationImport: ImportProfile = {
  ...mcp2026Import,
  title: 'toolfoundation',
  quiet: ['namespace', 'version', 'tags', '_meta/examples'],
  tags: 'tags',
  check: (tool) => {
    const [issue] = findToolFoundationIssues(tool);
    if (issue) throw new RefusedError(issue.path, `${issue.code}: ${issue.message}`, 'Correct the record.');
  },
  idOf: ({ name, namespace, version }) =>
    toolId({ name: String(name), ...stringOf('namespace', namespace), ...stringOf('version', version) }),
  readExamples: (tool) => readExamples(getOwn(tool, '_meta')),
};

const stringOf = (field: string, value: unknown): Readonly<Record<string, string>> =>
  typeof value === 'string' ? { [field]: value } : {};

/** toolfoundation's own form of examples: inputs as JSON in strings. */
function readExamples(meta: unknown): readonly Example[] {
  const inputs = isObject(meta) ? getOwn(meta, 'examples') : undefined;
  if (!Array.isArray(inputs)) return [];
  return inputs.flatMap((json: unknown) => {
    const input = typeof json === 'string' ? parse(json) : undefined;
    return isObject(input) ? [{ input }] : [];
  });
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
