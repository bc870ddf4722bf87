import { existsSync, readFileSync } from 'node:fs';
import { locate } from '../source/locate.ts';
import { ts } from '../source/ts.ts';

export interface ConfigPlace {
  readonly line: number;
  readonly column: number;
  readonly length?: number;
}

const START: ConfigPlace = { line: 1, column: 1 };

/**
 * The position of a setting in a config file, as far as its syntax shows it.
 *
 * @param path - Absolute path of the config file, existing or not.
 * @param pointer - A JSON pointer into the configuration, for example `/rules/name-too-general`.
 */
export function placeInConfig(path: string, pointer: string): ConfigPlace {
  if (!existsSync(path)) return START;
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const [first] = file.statements;
  const settings = path.endsWith('.json') ? first : file.statements.find(ts.isExportAssignment);
  const exported = (settings as ts.ExportAssignment | ts.ExpressionStatement | undefined)?.expression;
  if (!exported) return START;
  const node = locate(exported, pointer);
  if (node === exported) return START;
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
  return { line: line + 1, column: character + 1, length: node.getWidth(file) };
}
