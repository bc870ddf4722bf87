import type { Types } from '../../source/types/types.ts';
import { type ast, is, type NodeHandle, type Type } from '../../source/types/typescript.ts';
import { isFunctionNode } from '../../source/types/syntax.ts';
import { factsOf } from '../handler/unit-facts.ts';
import { awaitedMembers } from './awaited-members.ts';
import { hasFlag, isInSource, membersOf, NOTHING } from './type-facts.ts';

/**
 * Finds the node to report for a function's result: the first `return` whose value has the type, else the
 * first `return`, else `fallback`.
 *
 * @param declaration - The function that `execute` is.
 */
export function returnSite(
  types: Types,
  declaration: NodeHandle | undefined,
  type: Type,
  fallback: ast.Node,
): ast.Node {
  const sites = returnSites(types, declaration);
  return sites.find((site) => returnsType(types, site, type)) ?? sites[0] ?? fallback;
}

/** Finds the first `return` whose value may be undefined; undefined if there is none. */
export function emptyReturnSite(types: Types, declaration: NodeHandle | undefined): ast.Node | undefined {
  return returnSites(types, declaration).find((site) => {
    const value = returnedValue(site);
    return !value || typesOf(types, value).some((part) => hasFlag(part, NOTHING));
  });
}

// The `return` statements of a function, or the body of an arrow function without a block.
function returnSites(types: Types, declaration: NodeHandle | undefined): readonly ast.Node[] {
  const node = declaration && isInSource(declaration) ? types.nodeOf(declaration) : undefined;
  if (!node || !isFunctionNode(node) || !node.body) return [];
  return is.isBlock(node.body) ? factsOf(node).returns : [node.body];
}

function returnedValue(site: ast.Node): ast.Node | undefined {
  return is.isReturnStatement(site) ? site.expression : site;
}

function returnsType(types: Types, site: ast.Node, type: Type): boolean {
  const value = returnedValue(site);
  return value !== undefined && typesOf(types, value).includes(type);
}

/** Returns the awaited types of a returned value, each followed by its union members. */
function typesOf({ checker }: Types, value: ast.Node): readonly Type[] {
  const type = checker.getTypeAtLocation(value);
  if (!type) return [];
  return awaitedMembers(checker, type).flatMap((awaited) => [awaited, ...membersOf(awaited)]);
}
