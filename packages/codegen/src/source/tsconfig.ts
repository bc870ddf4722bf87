import { basename, dirname, join } from 'node:path';
import { type ProjectDiagnostic, ProjectError } from '../system/project-error.ts';
import { ts } from './ts.ts';
import { isOwn } from './match-files.ts';

/**
 * Reads the compiler options of a tsconfig and what it extends. Not left to ts-morph, which lists all its files, and
 * reports neither a missing base nor an unknown option.
 *
 * @throws ProjectError `tsconfig-invalid`, at its place.
 */
export function readCompilerOptions(tsconfig: string): ts.CompilerOptions {
  const unreadable: ts.Diagnostic[] = [];
  const { errors, options } = parse(tsconfig, unreadable);
  // Of JSON's syntax, TypeScript reports mistakes apart; an empty file is none to it, but to esbuild.
  const { parseDiagnostics = [], text } = (options.configFile ?? {}) as {
    readonly parseDiagnostics?: readonly ts.Diagnostic[];
    readonly text?: string;
  };
  const problem = [...unreadable, ...parseDiagnostics, ...errors].find(
    ({ code }) => code !== NO_INPUTS && code !== EMPTY_FILES,
  );
  if (problem) throw new ProjectError(diagnosticOf(tsconfig, problem));
  if (text?.trim() === '') throw new ProjectError(tsconfigInvalid(tsconfig, 'It is empty.'));
  return options;
}

function parse(
  tsconfig: string,
  unreadable: ts.Diagnostic[],
): Pick<ts.ParsedCommandLine, 'errors' | 'options'> {
  try {
    const host = {
      ...ts.sys,
      readDirectory: () => [],
      onUnRecoverableConfigFileDiagnostic: (error: ts.Diagnostic) => void unreadable.push(error),
    };
    return ts.getParsedCommandLineOfConfigFile(tsconfig, undefined, host) ?? { errors: [], options: {} };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ProjectError(tsconfigInvalid(tsconfig, 'It, or the chain of what it extends, is too deep.'));
  }
}

// Errors about a tsconfig without files are ignored, because the build chooses the files.
const NO_INPUTS = 18003;
const EMPTY_FILES = 18002;

/** At its place, unless that is in a file that it extends. */
function diagnosticOf(tsconfig: string, problem: ts.Diagnostic): ProjectDiagnostic {
  const { file, start, length, messageText } = problem;
  const found = tsconfigInvalid(tsconfig, ts.flattenDiagnosticMessageText(messageText, ' '));
  if (!file || start === undefined || basename(file.fileName) !== basename(tsconfig)) return found;
  const { line, character } = ts.getLineAndCharacterOfPosition(file, start);
  return { ...found, line: line + 1, column: character + 1, ...(length !== undefined && { length }) };
}

/** What writes the tsconfig in a folder of a framework, which is in no clone. */
const WRITERS: readonly (readonly [folder: string, command: string])[] = [
  ['.svelte-kit', 'npx svelte-kit sync'],
  ['.nuxt', 'npx nuxt prepare'],
];

const tsconfigInvalid = (tsconfig: string, why: string): ProjectDiagnostic => ({
  id: 'tsconfig-invalid',
  file: basename(tsconfig),
  line: 1,
  column: 1,
  message: `${basename(tsconfig)} cannot be read: ${why}`,
  help: helpFor(why),
});

function helpFor(why: string): string {
  const [, command] = WRITERS.find(([folder]) => why.includes(`/${folder}/tsconfig.json`)) ?? [];
  if (command === undefined) return 'Correct it; `npx -p typescript tsc --showConfig` shows the same.';
  return `Run \`${command}\`, which writes that file; as a script \`prepare\` in package.json, it is written after every clone.`;
}

/** Absolute paths of a tsconfig and of those it extends. */
export function tsconfigFiles(tsconfig: string): readonly string[] {
  const source = ts.readJsonConfigFile(tsconfig, (path) => ts.sys.readFile(path));
  // Lists no files, because only `extends` matters here.
  const host = { ...ts.sys, readDirectory: () => [] };
  ts.parseJsonSourceFileConfigFileContent(source, host, dirname(tsconfig), undefined, tsconfig);
  return [tsconfig, ...(source.extendedSourceFiles ?? [])];
}

interface Project {
  readonly tsconfig: string | undefined;
  readonly root: string;
  /** Absolute path of the folder that the build writes to, whose files come after the first build. */
  readonly outDir: string;
}

/**
 * Absolute paths of the author's files whose declarations may hold without an import: those that the tsconfig includes,
 * and what its `typeRoots` and `types` lead to.
 */
export function findIncludedFiles({ tsconfig, root, outDir }: Project): readonly string[] {
  if (tsconfig === undefined) return [];
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const { fileNames = [], options = {} } =
    ts.getParsedCommandLineOfConfigFile(tsconfig, undefined, host) ?? {};
  const from = join(dirname(tsconfig), 'types.ts');
  const named = ts.getAutomaticTypeDirectiveNames(options, ts.sys).flatMap((name) => {
    const found = ts.resolveTypeReferenceDirective(name, from, options, ts.sys);
    return found.resolvedTypeReferenceDirective?.resolvedFileName ?? [];
  });
  return [...fileNames.filter((path) => dirname(path) !== outDir), ...named].filter((path) =>
    isOwn(root, path),
  );
}
