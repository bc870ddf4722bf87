import { ts } from '../../source/ts.ts';
import { hasBody } from './declarations.ts';
import { isStaticMember } from './find-member.ts';
import { UNKNOWN, type Value } from './value.ts';

/** What `this` stands for at a place, given which classes the objects of a class have. */
export function thisValues(
  node: ts.Node,
  heirsOf: (holder: ts.ClassLikeDeclaration) => readonly ts.ClassLikeDeclaration[],
): readonly Value[] {
  for (let scope = node.parent; scope; scope = scope.parent) {
    if (ts.isClassElement(scope) && ts.isClassLike(scope.parent)) {
      const kind = isStaticMember(scope) ? 'class' : 'instance';
      return heirsOf(scope.parent).map((each) => ({ kind, node: each }));
    }
    if (hasBody(scope) && ts.isObjectLiteralExpression(scope.parent))
      return [{ kind: 'literal', node: scope.parent }];
    if (ts.isFunctionExpression(scope) || ts.isFunctionDeclaration(scope)) return [UNKNOWN];
  }
  return [UNKNOWN];
}
