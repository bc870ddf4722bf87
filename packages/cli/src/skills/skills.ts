import { type Dirent, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isObject } from '@btcp/schema/internal';
import { parse } from 'yaml';
import type { InspectedManifest } from '@btcp/codegen';
import type { Diagnostic, ManifestTool } from '@btcp/core';
import { closestName } from '@btcp/schema/runtime';

/** A skill of a project, as https://agentskills.io describes them: a folder with a `SKILL.md`. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  /** `SKILL.md` is the first; paths have slashes, and are relative to the skill's folder. */
  readonly files: readonly { readonly path: string; readonly bytes: Buffer }[];
}

/** The skills of a project, and what is wrong with others. */
export interface ProjectSkills {
  readonly skills: readonly Skill[];
  /** By the path of the `SKILL.md`, relative to the project. */
  readonly faults: ReadonlyMap<string, string>;
}

/** The folder of skills, beside the config. */
export const SKILLS = 'skills';

const SKILL_FILE = 'SKILL.md';

const NAME = /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_DESCRIPTION = 1024;

/** Reads `skills/<name>/SKILL.md` of a project, and the files beside them. A skill with a link is at fault, as links are not followed. */
export async function readSkills(root: string): Promise<ProjectSkills> {
  const folder = join(root, SKILLS);
  const entries = existsSync(folder) ? await readdir(folder, { withFileTypes: true }) : [];
  const skills: Skill[] = [];
  const faults = new Map<string, string>();
  for (const entry of entries.sort(byName)) {
    const { name } = entry;
    if (!existsSync(join(folder, name, SKILL_FILE))) continue;
    const skill = entry.isDirectory() ? await readSkill(name, join(folder, name)) : linkFault('Its folder');
    if (typeof skill === 'string') faults.set(`${SKILLS}/${name}/${SKILL_FILE}`, skill);
    else skills.push(skill);
  }
  return { skills, faults };
}

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1);

const linkFault = (what: string): string => `${what} is a link: links are not followed.`;

/** @returns What is wrong with it, where it is no skill. */
async function readSkill(folderName: string, folder: string): Promise<Skill | string> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const pathsOf = (kept: readonly Dirent[]): readonly string[] =>
    kept
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((path) => path !== SKILL_FILE && !path.split('/').some((part) => part.startsWith('.')));
  if (!entries.some((entry) => entry.isFile() && entry.name === SKILL_FILE && entry.parentPath === folder))
    return 'It must be a file: links are not followed.';
  const [link] = pathsOf(entries.filter((entry) => entry.isSymbolicLink()));
  if (link !== undefined) return linkFault(`\`${link}\` beside it`);
  const paths = pathsOf(entries.filter((entry) => entry.isFile()));
  const files = await Promise.all(
    [SKILL_FILE, ...paths.toSorted()].map(async (path) => ({
      path,
      bytes: await readFile(join(folder, path)),
    })),
  );
  const front = /^\uFEFF?---\r?\n([^]*?)\r?\n---(?:\r?\n|$)/.exec(String(files[0]?.bytes))?.[1];
  if (front === undefined) return 'It must begin with `---`, `name`, `description` and `---`.';
  const { name, description } = fieldsOf(front);
  if (name !== folderName || !NAME.test(folderName))
    return `\`name\` must be the name of its folder, "${folderName}": lower-case letters, digits and hyphens, at most 64.`;
  if (typeof description !== 'string' || description.length === 0 || description.length > MAX_DESCRIPTION)
    return `\`description\` must say what it is for and when to use it, in at most ${MAX_DESCRIPTION} characters.`;
  return { name, description, files };
}

function fieldsOf(yaml: string): Readonly<Record<string, unknown>> {
  try {
    const fields: unknown = parse(yaml, { logLevel: 'error' }); // its warnings quote the text as it is
    return isObject(fields) ? fields : {};
  } catch {
    // Whoever reads the fields reports what is missing.
    return {};
  }
}

interface Names {
  readonly tools: readonly string[];
  /** Of tools, and of the properties of their schemas. */
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
  const tools = manifest.tools.map(({ name }) => name);
  const names = { tools, all: new Set([...tools, ...manifest.tools.flatMap(propertiesOf)]) };
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

/** A name in backticks, maybe with the arguments of a call. */
const SPAN = /`([A-Za-z][A-Za-z0-9_]*)(\([^`]*\))?`/g;

/** Text around a name that says that it is a tool's. */
const BEFORE_TOOL = /\btool:?\s*$/i;
const AFTER_TOOL = /^\s*tool\b/i;

/**
 * A name alone may be anything, so it counts only if a tool or field has nearly the same, or the text calls it a tool.
 */
function findUnknown(text: string, { tools, all }: Names): readonly Unknown[] {
  return [...text.matchAll(SPAN)].flatMap((match): readonly Unknown[] => {
    const [span, name = '', call] = match;
    if (all.has(name)) return [];
    const isTool =
      call !== undefined ||
      BEFORE_TOOL.test(text.slice(0, match.index)) ||
      AFTER_TOOL.test(text.slice(match.index + span.length));
    const meant = closestName(name, [...(isTool ? tools : all)]);
    // Another program's function, or a word.
    if (meant === undefined && (call !== undefined || !isTool)) return [];
    const message = `There is no tool${isTool ? '' : ' or field'} "${name}".`;
    return [{ offset: match.index + 1, name, message, meant }];
  });
}

/** The names of properties in a tool's schemas, at any depth. */
function propertiesOf({ inputSchema, outputSchema }: ManifestTool): readonly string[] {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isObject(value)) return;
    if (isObject(value['properties'])) for (const name of Object.keys(value['properties'])) names.add(name);
    Object.values(value).forEach(visit);
  };
  visit([inputSchema, outputSchema]);
  return [...names];
}
