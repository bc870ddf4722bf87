import { mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { fileError, InputError } from '../errors.ts';
import { detectApp } from './detect-app.ts';
import { filesToFormat, fixFiles, formatFiles } from './format-files.ts';
import { buildTools, commandLine, install, readPacks, REGISTRY } from './install.ts';
import { planInit } from './plan-init.ts';
import { type App, type NextCommand, type Plan, type FileChange, ProjectFiles } from './project-files.ts';
import { STARTERS, type Template, TEMPLATE_TITLES, TEMPLATES } from './samples/starters.ts';
import { type CliIo, type ExitCode, line, type Run } from '../io.ts';

interface InitValues {
  readonly yes: boolean;
  readonly 'dry-run': boolean;
  readonly 'no-install': boolean;
  readonly skill: boolean;
  readonly template?: Template;
  readonly packs?: string;
}

/** Where coding agents look for skills of a project, and the one of this package: from the source, and from its bundle. */
const SKILL = '.claude/skills/btcp/SKILL.md';
const SKILL_SOURCE = new URL('../../skills/btcp/SKILL.md', import.meta.url);

export const runInit: Run<InitValues> = async (values, [folder = '.'], io) => {
  const root = resolve(io.cwd, folder);
  const canAsk = !values.yes && !values['dry-run'] && io.isTerminal && process.stdin.isTTY;
  const prompts = canAsk ? await loadPrompts() : undefined;
  const files = new ProjectFiles(root);
  if (!(await beginApp(files, values, folder, prompts))) return leave(io);
  const plan = await makePlan(files, values, io);
  const next = await planInit(plan);
  await planSkill(files, values, prompts);
  const changes = files.changes();
  io.stdout(line`${plan.app.title}, with ${plan.app.manager}${inWorkspace(plan.app)}.`);
  if (changes.length === 0) {
    // Those of a server are of its own code, which nothing here can see.
    if (plan.notes.length > 0 && plan.app.kind !== 'mcp-server') sayNotes(plan, io);
    else io.stdout('Nothing to do: everything is there.\n');
    return 0;
  }
  io.stdout(showChanges(changes));
  if (values['dry-run']) {
    io.stdout('Nothing was written (--dry-run).\n');
    sayNotes(plan, io);
    return 0;
  }
  if (prompts ? !(await prompts.confirm('Write this?')) : !values.yes)
    return leave(io, prompts === undefined);
  await mkdir(root, { recursive: true });
  const formatted = await filesToFormat(plan.app, root, changes);
  await files.write();
  if (!values['no-install']) await install(plan.app, root);
  await fixFiles(plan.app, root, changes);
  if (!(await formatFiles(plan.app, root, formatted)))
    plan.notes.push({
      text: 'Prettier failed on the new files; it says why:',
      paste: `npx prettier --write ${formatted.join(' ')}`,
    });
  const isBuilt = values['no-install'] || (await buildTools(root));
  sayNotes(plan, io);
  sayNext(plan.app, folder, next, values['no-install'], io);
  return isBuilt ? 0 : 1;
};

/** Begins an app in an empty folder, and refuses a template where there is one; returns whether to go on. */
async function beginApp(
  files: ProjectFiles,
  { template: wanted }: InitValues,
  folder: string,
  prompts: Prompts | undefined,
): Promise<boolean> {
  if (await isEmpty(files.root)) {
    const template = wanted ?? (prompts ? await prompts.template() : 'node-mcp');
    if (template === undefined) return false;
    for (const [path, text] of Object.entries(STARTERS[template](nameOf(files.root))))
      files.create(path, text);
  } else if (wanted !== undefined)
    throw new InputError(
      `${folder === '.' ? 'This folder' : folder} is not empty, so it cannot begin as ${wanted}.`,
      'Leave out --template to add tools to the app that is there, or name an empty folder.',
    );
  return true;
}

async function planSkill(
  files: ProjectFiles,
  { skill }: InitValues,
  prompts: Prompts | undefined,
): Promise<void> {
  if (files.has(SKILL)) return;
  if (skill || (await prompts?.offer('Add the skill by which coding agents learn the toolkit?')))
    files.create(SKILL, await readFile(SKILL_SOURCE, 'utf8'));
}

async function makePlan(files: ProjectFiles, { packs }: InitValues, io: CliIo): Promise<Plan> {
  return {
    app: await detectApp(files),
    files,
    packages: packs === undefined ? REGISTRY : await readPacks(packs, io.cwd, files.root),
    notes: [],
  };
}

/** Whether there is nothing in a folder but what a new repository has; also where there is no folder. */
async function isEmpty(root: string): Promise<boolean> {
  try {
    return (await readdir(root)).every((name) => /^\.|^README\.md$|^LICENSE/i.test(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw fileError(`${root} cannot be read`, error);
  }
}

/** A name that npm takes. */
const nameOf = (root: string): string =>
  basename(root)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'tools';

const inWorkspace = ({ workspace }: App): string =>
  workspace === undefined ? '' : `, in the workspace ${workspace}`;

function leave(io: CliIo, isUnasked = false): ExitCode {
  io.stderr('Nothing was written.\n');
  if (isUnasked) io.stderr('help: Add --yes: there is no terminal to ask on.\n');
  return 1;
}

function sayNotes({ notes }: Plan, io: CliIo): void {
  for (const { text, paste } of notes)
    io.stdout(`\n${text}\n${paste === undefined ? '' : `\n${paste.replace(/^(?=.)/gm, '  ')}\n`}`);
}

function sayNext(
  app: App,
  folder: string,
  next: readonly NextCommand[],
  isInstalling: boolean,
  io: CliIo,
): void {
  const rows = next.map((command) => [commandLine(app, command), command.says] as const);
  const first = [commandLine(app, 'install'), 'the packages'] as const;
  const shown = isInstalling ? [first, ...rows].slice(0, 2) : rows;
  const width = Math.max(...shown.map(([command]) => command.length));
  io.stdout(`\nNext${folder === '.' ? '' : `, in ${folder}`}:\n\n`);
  for (const [command, says] of shown) io.stdout(line`  ${command.padEnd(width)}   # ${says}`);
}

/** Questions on the terminal; undefined where the user leaves. */
interface Prompts {
  readonly template: () => Promise<Template | undefined>;
  readonly confirm: (question: string) => Promise<boolean | undefined>;
  /** Whether something that is not needed is wanted. */
  readonly offer: (question: string) => Promise<boolean>;
}

/** Loads the prompts, which only a terminal needs. */
async function loadPrompts(): Promise<Prompts> {
  const { confirm, isCancel, select } = await import('@clack/prompts');
  return {
    async template() {
      const options = TEMPLATES.map((value) => ({ value, label: value, hint: TEMPLATE_TITLES[value] }));
      const answer = await select({ message: 'There is no app here. Which one shall it be?', options });
      return isCancel(answer) ? undefined : answer;
    },
    async confirm(message) {
      const answer = await confirm({ message });
      return isCancel(answer) ? undefined : answer;
    },
    offer: async (message) => (await confirm({ message, initialValue: false })) === true,
  };
}

/** What would be written, for people: new files by name, other files as a diff. */
function showChanges(changes: readonly FileChange[]): string {
  const created = changes.filter(({ before }) => before === undefined);
  const edited = changes.filter(({ before }) => before !== undefined);
  const rows = created.map(({ path, after }) => `  new   ${path} (${after.split('\n').length - 1} lines)\n`);
  const diffs = edited.map(({ path, before = '', after }) => {
    const patch = createTwoFilesPatch(path, path, before, after, '', '', { context: 1 });
    // Without the lines that name the files.
    return `  edit  ${path}\n${patch
      .split('\n')
      .slice(3)
      .join('\n')
      .replace(/^(?=.)/gm, '    ')}`;
  });
  return [...rows, ...diffs].join('');
}
