import { compareText } from './match-files.ts';
import { ts } from './ts.ts';

const DECLARATION = /\.d\.([^./]+\.)?[cm]?ts$/;

/**
 * The declaration files that a tsconfig includes, such as `env.d.ts`: what they declare is there without an import.
 *
 * @param tsconfig - Absolute path of one that can be read.
 * @returns Absolute paths, sorted.
 */
export function declarationFiles(tsconfig: string): readonly string[] {
  const parsed = ts.getParsedCommandLineOfConfigFile(tsconfig, undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: () => undefined,
  });
  return (parsed?.fileNames ?? []).filter((path) => DECLARATION.test(path)).sort(compareText);
}
