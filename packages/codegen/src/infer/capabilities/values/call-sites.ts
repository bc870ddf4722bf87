import { type ast, is } from '../../../source/types/typescript.ts';
import type { Code } from '../read/code.ts';
import { argumentsOf, type FunctionNode, isClass } from '../read/syntax.ts';
import { superCallOf, withBases } from './members.ts';

type Node = ast.Node;

/** A call of a function: where it is, and its arguments, or what any of its parameters may be given. */
export type Site = { readonly args: readonly Node[] } | { readonly inputs: readonly Node[] };

/** What is known of the code that runs. */
export interface Calls {
  sitesOf(fn: Node): readonly Site[];
  isExecute(fn: Node): boolean;
  /** What code gives to a variable or property, or the node that puts something into what it holds. */
  writesTo(declared: Node): readonly Node[];
  /** The classes that extend a class and whose objects are made. */
  subclassesOf(node: ast.ClassLikeDeclaration): readonly ast.ClassLikeDeclaration[];
}

/** The calls of a function; those of a constructor are those of its class and of the classes that extend it. */
export function callSitesOf(code: Code, calls: Calls, fn: FunctionNode): readonly Site[] {
  if (!is.isConstructorDeclaration(fn)) return calls.sitesOf(fn);
  const holder = fn.parent;
  if (!isClass(holder)) return [];
  const sites = [...calls.sitesOf(holder)];
  // `super(address)`, or a subclass that leaves it to its base how it is constructed.
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
