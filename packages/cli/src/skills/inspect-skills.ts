import type { InspectedManifest } from '@btcp/codegen';
import type { Diagnostic, ManifestTool } from '@btcp/core';
import { isObject } from '@btcp/schema';
import { closestName } from '@btcp/schema/runtime';
import { type Skill, readSkills, SKILL_FILE, SKILLS } from './read-skills.ts';

/** What a text can name. */
interface Names {
  /** Tool → the properties of its schemas, at any depth. */
  readonly tools: ReadonlyMap<string, ReadonlySet<string>>;
  readonly all: ReadonlySet<string>;
}

/** A name in a text that nothing has. */
interface Unknown {
  readonly offset: number;
  readonly name: string;
  readonly message: string;
  readonly meant: string | undefined;
}

/** Reports skills that are none, and names of tools and fields in their texts that do not exist. */
export async function inspectSkills({ root, manifest }: InspectedManifest): Promise<readonly Diagnostic[]> {
  const { skills, faults } = await readSkills(root);
  const tools = new Map(manifest.tools.map((tool) => [tool.name, propertiesOf(tool)]));
  const names = { tools, all: new Set([...tools].flatMap(([name, fields]) => [name, ...fields])) };
  return [
    ...[...faults].map(([file, message]): Diagnostic => ({
      id: 'skill-invalid',
      severity: 'warning',
      file,
      line: 1,
      column: 1,
      message,
      help: 'Correct it; until then the skill is neither published nor served. See https://agentskills.io/specification.',
    })),
    ...skills.flatMap((skill) => diagnosticsOf(skill, names)),
  ];
}

function diagnosticsOf({ name: skill, files }: Skill, names: Names): readonly Diagnostic[] {
  const text = String(files[0]?.bytes);
  return findUnknown(text, names).map(({ offset, name, message, meant }) => {
    const before = text.slice(0, offset).split('\n');
    return {
      id: 'skill-name-unknown',
      severity: 'warning',
      file: `${SKILLS}/${skill}/${SKILL_FILE}`,
      line: before.length,
      column: (before.at(-1) ?? '').length + 1,
      length: name.length,
      message,
      help:
        meant === undefined
          ? 'Name one of the manifest, or write it without backticks.'
          : `Did you mean "${meant}"?`,
      data: { name, ...(meant !== undefined && { meant }) },
    };
  });
}

/** A name in backticks, with a field, or with the arguments of a call. */
const SPAN = /`([A-Za-z][A-Za-z0-9_]*)(?:\.([A-Za-z][A-Za-z0-9_]*)|\(\{?([^`]*?)\}?\))?`/g;

/** Text around a name that says that it is a tool's. */
const BEFORE_TOOL = /\btool:?\s*$/i;
const AFTER_TOOL = /^\s*tool\b/i;

/**
 * A name alone may be anything, so it counts only if a tool or field has nearly the same, or the text calls it a tool.
 */
function findUnknown(text: string, { tools, all }: Names): readonly Unknown[] {
  return [...text.matchAll(SPAN)].flatMap((match): readonly Unknown[] => {
    const [span, name = '', field, args] = match;
    const offset = match.index + 1;
    const fields = tools.get(name);
    if (fields && field !== undefined)
      return unknownFields(name, fields, [[field, offset + name.length + 1]]);
    if (fields && args !== undefined)
      return unknownFields(name, fields, keysOf(args, offset + span.indexOf(args) - 1));
    if (field !== undefined || all.has(name)) return [];
    const isTool =
      args !== undefined ||
      BEFORE_TOOL.test(text.slice(0, match.index)) ||
      AFTER_TOOL.test(text.slice(match.index + span.length));
    const meant = closestName(name, [...(isTool ? tools.keys() : all)]);
    // Another program's function, or a word.
    if (meant === undefined && (args !== undefined || !isTool)) return [];
    return [{ offset, name, message: `There is no tool${isTool ? '' : ' or field'} "${name}".`, meant }];
  });
}

function unknownFields(
  tool: string,
  fields: ReadonlySet<string>,
  found: readonly (readonly [name: string, offset: number])[],
): readonly Unknown[] {
  return found
    .filter(([name]) => !fields.has(name))
    .map(([name, offset]) => ({
      offset,
      name,
      message: `"${tool}" has no field "${name}".`,
      meant: closestName(name, [...fields]),
    }));
}

/** The keys of an object literal, or of JSON. */
function keysOf(args: string, offset: number): readonly (readonly [name: string, offset: number])[] {
  return [...args.matchAll(/(?<=^|[{,]\s*|\s)"?([A-Za-z]\w*)"?\s*:/g)].map((match) => [
    match[1] ?? '',
    offset + match.index + match[0].indexOf(match[1] ?? ''),
  ]);
}

function propertiesOf({ inputSchema, outputSchema }: ManifestTool): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isObject(value)) return;
    if (isObject(value['properties'])) for (const name of Object.keys(value['properties'])) names.add(name);
    Object.values(value).forEach(visit);
  };
  visit([inputSchema, outputSchema]);
  return names;
}
