import type { Issue, Manifest } from '@btcp/core';
import { ownValue } from '@btcp/core/internal';
import {
  digestOf,
  fieldDigests,
  readManifest,
  SHOWN_FIELDS,
  type Fields,
  type ManifestDigests,
  type ReadManifest,
} from './digests.ts';
import { isObject } from './read-json.ts';

/** A tool that is not the one whose digest is known. */
export interface ChangedTool {
  readonly tool: string;
  /**
   * The fields that differ; of a new tool all but the name. `manifest.description` is the manifest's, which models read
   * with all its tools.
   */
  readonly fields: readonly string[];
  /** Whether no digest of a tool of that name is known. */
  readonly isNew: boolean;
}

/**
 * The tools of a manifest that differ from those whose digests are known, for example those that a user consented to.
 *
 * @param known - What `digestManifest` returned then; without any, every tool is new.
 */
export function findChangedTools(
  manifest: Manifest,
  known: ManifestDigests | undefined,
): readonly ChangedTool[] {
  const { tools, description } = readManifest(manifest);
  const { tools: digests, fields } = objectOf(known);
  const isDescribedAnew =
    ownValue(objectOf(fields), 'description') !== (description && digestOf(description));
  const redescribed = ({ name: tool }: Named): ChangedTool | undefined =>
    isDescribedAnew ? { tool, fields: ['manifest.description'], isNew: false } : undefined;
  return tools
    .map((tool) => findChange(tool, ownValue(objectOf(digests), tool.name)) ?? redescribed(tool))
    .filter((change) => change !== undefined);
}

type Named = ReadManifest['tools'][number];

/** Reports every field of a manifest in which it differs from the one with these digests. */
export function findDifferences(manifest: ReadManifest, digests: Fields): readonly Issue[] {
  const shown = SHOWN_FIELDS.filter((field) => manifest[field] !== digests[field]);
  if (shown.length === 0 && digestOf(manifest) === digests['digest']) return [];
  const fields = fieldDigests(manifest, [...SHOWN_FIELDS, 'tools']);
  const changed = [...shown, ...differing(fields, objectOf(digests['fields']))];
  const issues = [
    ...changed.map((field) =>
      issue(`/${escaped(field)}`, `\`${field}\` of the manifest differs from what was signed`, { field }),
    ),
    ...toolDifferences(manifest, objectOf(digests['tools'])),
  ];
  // The digest of the whole also covers the order of its tools.
  return issues.length > 0 ? issues : [issue('/tools', 'the tools are not in the order that was signed', {})];
}

function toolDifferences({ tools }: ReadManifest, digests: Fields): readonly Issue[] {
  const names = new Set(tools.map(({ name }) => name));
  const missing = Object.keys(digests).filter((name) => !names.has(name));
  return [
    ...tools.flatMap((tool, index) => changeIssues(findChange(tool, ownValue(digests, tool.name)), index)),
    ...missing.map((tool) => issue('/tools', `tool "${tool}" was signed and is missing`, { tool })),
  ];
}

function changeIssues(change: ChangedTool | undefined, index: number): readonly Issue[] {
  if (!change) return [];
  const { tool, fields, isNew } = change;
  const path = `/tools/${index}`;
  if (isNew) return [issue(path, `tool "${tool}" was not signed`, { tool })];
  return fields.map((field) =>
    issue(`${path}/${escaped(field)}`, `tool "${tool}": \`${field}\` differs from what was signed`, {
      tool,
      field,
    }),
  );
}

function findChange(tool: Named, known: unknown): ChangedTool | undefined {
  const all = Object.keys(tool).filter((field) => field !== 'name');
  if (!isObject(known)) return { tool: tool.name, fields: all, isNew: true };
  if (digestOf(tool) === known['digest']) return undefined;
  const changed = differing(fieldDigests(tool, ['name']), objectOf(known['fields']));
  // Where only the digest of the whole differs, every field is in doubt.
  return { tool: tool.name, fields: changed.length > 0 ? changed : all, isNew: false };
}

/** The names of fields whose digests differ, or that only one side has. */
function differing(fields: Fields, known: Fields): readonly string[] {
  const names = new Set([...Object.keys(fields), ...Object.keys(known)]);
  return [...names].filter((name) => ownValue(fields, name) !== ownValue(known, name));
}

const objectOf = (value: unknown): Fields => (isObject(value) ? value : {});

const issue = (path: string, message: string, params: Fields): Issue => ({
  path,
  keyword: 'digest',
  message,
  params,
});

/** A segment of a JSON pointer. */
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
