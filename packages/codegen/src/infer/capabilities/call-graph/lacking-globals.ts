import type { Symbol } from '../../../source/types/typescript.ts';
import { originOf } from '../../../source/whose-code.ts';
import { QUICKJS_GLOBALS } from '../table/quickjs-globals.ts';
import type { Reference, Step } from './step.ts';

const LIBRARIES: ReadonlySet<string> = new Set(['language', 'platform', 'node']);

/**
 * The step of naming a global that QuickJS lacks; none where a `typeof` of the same file tests for it.
 *
 * @param symbol - What is named, with aliases resolved.
 */
export function lackingGlobal(symbol: Symbol, { mode, node }: Reference): readonly Step[] {
  const { declarations, name } = symbol;
  if (mode === 'test' || QUICKJS_GLOBALS.has(name) || symbol.getParent()) return [];
  if (!declarations.some(({ path }) => LIBRARIES.has(originOf(path)))) return [];
  const isTested = new RegExp(`\\btypeof (?:globalThis\\.)?${name}\\b`).test(node.getSourceFile().text);
  return isTested ? [] : [{ kind: 'lacking', node, used: name }];
}
