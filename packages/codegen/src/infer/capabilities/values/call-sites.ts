import { type ast, is } from '../../../source/types/typescript.ts';
import { type FunctionNode, isClass } from '../../../source/types/syntax.ts';

type Node = ast.Node;

/** A call site: its arguments, or the values that any parameter may have. */
export type Site = { readonly args: readonly Node[] } | { readonly inputs: readonly Node[] };

/** The calls and writes in the reachable code. */
export interface Calls {
  sitesOf(fn: Node): readonly Site[];
  isExecute(fn: Node): boolean;
  /** The values assigned to a variable or property, or the nodes that add to its container. */
  writesTo(declared: Node): readonly Node[];
  /** The instantiated subclasses of a class. */
  subclassesOf(node: ast.ClassLikeDeclaration): readonly ast.ClassLikeDeclaration[];
}

/** The call sites of a function; for a constructor, those of its class. What a subclass passes to `super` is not followed. */
export function callSitesOf(calls: Calls, fn: FunctionNode): readonly Site[] {
  if (!is.isConstructorDeclaration(fn)) return calls.sitesOf(fn);
  const holder = fn.parent;
  return isClass(holder) && calls.subclassesOf(holder).length === 0 ? calls.sitesOf(holder) : [];
}
