import { dirname, join } from 'node:path';
import { isOwn } from './match-files.ts';
import type { SourceProject } from './source-project.ts';
import { ts } from './ts.ts';

/**
 * Absolute paths of the author's files whose declarations hold without an import: the declaration files that the tsconfig
 * includes, and what its `typeRoots` and `types` lead to.
 *
 * @param outDir - Absolute path of the folder that the build writes to, whose files come after the first build.
 */
export function findAmbientFiles(project: SourceProject, outDir: string): readonly string[] {
  const { tsconfig, root } = project;
  if (tsconfig === undefined) return [];
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const { fileNames = [], options = {} } =
    ts.getParsedCommandLineOfConfigFile(tsconfig, undefined, host) ?? {};
  const from = join(dirname(tsconfig), 'types.ts');
  const named = ts.getAutomaticTypeDirectiveNames(options, ts.sys).flatMap((name) => {
    const found = ts.resolveTypeReferenceDirective(name, from, options, ts.sys);
    return found.resolvedTypeReferenceDirective?.resolvedFileName ?? [];
  });
  return [...fileNames.filter((path) => DECLARATION.test(path)), ...named].filter(
    (path) => isOwn(root, path) && dirname(path) !== outDir,
  );
}

const DECLARATION = /\.d\.(?:[^./]+\.)?[cm]?ts$/;
