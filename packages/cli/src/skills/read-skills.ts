import { type Dirent, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isObject } from '@btcp/schema';
import { parse } from 'yaml';

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

/** The file that makes a folder a skill. */
export const SKILL_FILE = 'SKILL.md';

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
    const fields: unknown = parse(yaml);
    return isObject(fields) ? fields : {};
  } catch {
    // Whoever reads the fields reports what is missing.
    return {};
  }
}
