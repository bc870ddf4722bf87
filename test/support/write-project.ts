import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const FOLDER = fileURLToPath(new URL('../.tmp/', import.meta.url));

/**
 * Writes a project for one test, inside the repository so that it finds the installed packages; it is removed when
 * the test has finished.
 *
 * @param files - Path relative to the project → text. A btcp.config.ts and package.json are added if missing.
 * @returns The project's folder.
 */
export async function writeProject(files: Readonly<Record<string, string>>): Promise<string> {
  // Before anything is awaited: of concurrent tests, another one is the current one after that.
  let written: string | undefined;
  onTestFinished(() => (written === undefined ? undefined : removeProject(written)));
  return (written = await makeProject(files));
}

/** Writes a project as `writeProject` does, for whoever removes it. */
export async function makeProject(files: Readonly<Record<string, string>>): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  // With a space, as folders may be called.
  const root = await mkdtemp(join(FOLDER, 'a project '));
  await writeFiles(root, { ...DEFAULTS, ...files });
  return root;
}

/** Removes a project, whose cache a build that ends may still write. */
export const removeProject = (root: string): Promise<void> =>
  rm(root, { recursive: true, force: true, maxRetries: 5 });

/** Writes or overwrites files of a project. */
export async function writeFiles(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}

/** Rules about descriptions and effects of tools: off in tests of other things, whose tools are minimal. */
const DESCRIBING = [
  'input-unread',
  'additional-properties-open',
  'output-properties-open',
  'property-without-description',
  'description-vague',
  'description-too-short',
  'description-repeats-name',
  'descriptions-alike',
  'name-without-verb',
  'name-too-general',
  'list-without-items',
  'schema-accepts-anything',
  'pattern-unanchored',
  'capability-unused',
];

/**
 * The text of a config file without the rules about how tools are described.
 *
 * @param tools - The globs, as source text.
 */
export function configText(tools: string, off: readonly string[] = []): string {
  const rules = Object.fromEntries([...DESCRIBING, ...off].map((id) => [id, 'off']));
  return `import { defineConfig } from '@btcp/core';\nexport default defineConfig({ tools: ${tools}, rules: ${JSON.stringify(rules)} });\n`;
}

/** The rules that compare what code uses with what is declared, for projects that are about something else. */
export const CODE_USES: readonly string[] = [
  'capability-missing',
  'capability-opaque',
  'capability-unverifiable',
];

const DEFAULTS: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'sheet-tools',
    version: '1.2.3',
    description: 'Tools for a sheet.',
    type: 'module',
  }),
  'btcp.config.ts': configText("['src/**/*.ts']"),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      module: 'NodeNext',
      lib: ['ES2023', 'DOM'],
      types: [],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      customConditions: ['@btcp/source'],
      allowImportingTsExtensions: true,
    },
  }),
};
