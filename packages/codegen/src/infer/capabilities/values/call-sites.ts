import { type ast, is } from '../../../source/types/typescript.ts';
import type { Code } from '../read/code.ts';
import { argumentsOf, type FunctionNode, isClass } from '../../../source/types/syntax.ts';
import { superCallOf, withBases } from './members.ts';

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

/** The call sites of a function; for a constructor, those of its class and subclasses. */
export function callSitesOf(code: Code, calls: Calls, fn: FunctionNode): readonly Site[] {
  if (!is.isConstructorDeclaration(fn)) return calls.sitesOf(fn);
  const holder = fn.parent;
  if (!isClass(holder)) return [];
  const sites = [...calls.sitesOf(holder)];
  // `super(address)`, or a subclass without a constructor.
  for (const each of calls.subclassesOf(holder)) {
    const chain = withBases(code, each);
    const below = chain[chain.indexOf(holder) - 1];
    if (!below) continue;
    const constructor = below.members.find(is.isConstructorDeclaration);
    const call = constructor && superCallOf(below);
    if (call) sites.push({ args: argumentsOf(call) });
    else if (!constructor) sites.push(...calls.sitesOf(below));
  }
  return sites;
}
