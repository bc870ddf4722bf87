import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Options } from 'prettier';
import { foldersAbove, settingsIn } from '../cache/inputs.ts';
import { ProjectError, reasonOf } from '../system/project-error.ts';

/**
 * Reads the project's prettier options for files. Files of one folder share a search.
 *
 * @throws ProjectError if prettier cannot read them.
 */
export async function formatOptionsOf(paths: readonly string[]): Promise<readonly Options[]> {
  try {
    const plain = plainOptions([...new Set(paths.flatMap(foldersAbove))]);
    if (plain) return paths.map((filepath) => ({ ...plain, filepath }));
    const { clearConfigCache, resolveConfig } = await import('prettier');
    // The settings may have changed since an earlier build.
    await clearConfigCache();
    const options = paths.map((path) => resolveConfig(path, { editorconfig: true }));
    return (await Promise.all(options)).map((each, index) => ({ ...each, filepath: paths[index] as string }));
  } catch (error) {
    throw formatFailed(error);
  }
}

/**
 * The options of folders whose settings are only JSON, which need no search: loading prettier's takes longer than
 * formatting.
 *
 * @param folders - Innermost first.
 * @returns Undefined where prettier has to search.
 */
function plainOptions(folders: readonly string[]): Options | undefined {
  const settings = folders.map((folder) => settingsIn(folder).filter(configuresPrettier));
  if (settings.flat().some((path) => basename(path) === '.editorconfig')) return undefined;
  const [first, ...others] = settings.find((paths) => paths.length > 0) ?? [];
  if (first === undefined) return {};
  if (others.length > 0 || !JSON_SETTINGS.has(basename(first))) return undefined;
  try {
    const options = JSON.parse(readFileSync(first, 'utf8')) as object;
    return Object.entries(options).every(([name, value]) => PLAIN.get(name)?.(value)) ? options : undefined;
  } catch {
    // Maybe YAML.
    return undefined;
  }
}

const JSON_SETTINGS: ReadonlySet<string> = new Set(['.prettierrc', '.prettierrc.json']);

const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isSwitch = (value: unknown): boolean => typeof value === 'boolean';

/** Options that need no search, and their values. */
const PLAIN: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['printWidth', isCount],
  ['tabWidth', isCount],
  ['useTabs', isSwitch],
  ['singleQuote', isSwitch],
  ['semi', isSwitch],
  ['bracketSpacing', isSwitch],
]);

/** Whether a file has settings: a package.json may only depend on prettier. */
function configuresPrettier(path: string): boolean {
  const name = basename(path);
  if (!name.startsWith('package.')) return name !== '.prettierignore';
  const text = readFileSync(path, 'utf8');
  if (!text.includes('prettier')) return false;
  return name === 'package.yaml' || 'prettier' in (JSON.parse(text.replace(/^\uFEFF/, '')) as object);
}

export function formatFailed(error: unknown): ProjectError {
  return new ProjectError({
    id: 'format-failed',
    message: `Prettier cannot format what the build writes: ${reasonOf(error)}`,
    help: "Correct the project's prettier configuration; `npx prettier --check .` shows the same.",
  });
}
