import { dirname } from 'node:path';
import { ts } from './ts.ts';

/** Absolute paths of a tsconfig and of those it extends. */
export function tsconfigFiles(tsconfig: string): readonly string[] {
  const source = ts.readJsonConfigFile(tsconfig, (path) => ts.sys.readFile(path));
  // Lists no files, because only `extends` matters here.
  const host = { ...ts.sys, readDirectory: () => [] };
  ts.parseJsonSourceFileConfigFileContent(source, host, dirname(tsconfig), undefined, tsconfig);
  return [tsconfig, ...(source.extendedSourceFiles ?? [])];
}
