import { ts } from '../../source/ts.ts';
import type { CodeFinding } from './code-finding.ts';
import { describeSchema } from './describe-schema.ts';
import { isSchemaObject } from './input-shape.ts';
import { hasFlag, membersOf, NOTHING } from './type-facts.ts';
import { type FoundMisfit, uncertain } from './misfit.ts';
import { ReturnMisfits } from './return-misfits.ts';
import { excludes } from './schema-parts.ts';
import { factsOf } from './unit-facts.ts';

/**
 * Compares what a handler returns with its output schema.
 *
 * @param execute - Where the definition has the handler.
 */
export function findReturnFaults(
  checker: ts.TypeChecker,
  handler: ts.SignatureDeclaration,
  execute: ts.Node,
  outputSchema: unknown,
): readonly CodeFinding[] {
  const body = 'body' in handler ? handler.body : undefined;
  if (!isSchemaObject(outputSchema) || !body || isGenerator(handler)) return [];
  const misfits = new ReturnMisfits(checker, outputSchema);
  if (!ts.isBlock(body)) return together(misfits.ofReturned(body)).map(toFinding);
  const { returns } = factsOf(handler);
  const wants = (): string => describeSchema(outputSchema, outputSchema);
  const nothing = (node: ts.Node): FoundMisfit[] =>
    excludes(outputSchema, outputSchema, { type: 'null' })
      ? [{ node, path: '', problem: 'missing', got: '', wants: wants(), isCertain: true }]
      : [];
  if (returns.length === 0) return returnsNothing(checker, handler) ? nothing(execute).map(toFinding) : [];
  const found = returns.flatMap((statement) =>
    statement.expression ? misfits.ofReturned(statement.expression) : nothing(statement),
  );
  const atEnd = mayEndWithoutReturn(checker, handler, returns) ? uncertain(nothing(execute)) : [];
  return [...together(found), ...atEnd].map(toFinding);
}

// An object that lacks several properties is one mistake.
function together(found: readonly FoundMisfit[]): readonly FoundMisfit[] {
  const firsts = new Map<string, FoundMisfit>();
  for (const misfit of found) {
    const { node, problem, path, isCertain } = misfit;
    const around = path.slice(0, path.lastIndexOf('.') + 1);
    const key =
      problem === 'missing' && path !== ''
        ? `${node.pos} ${node.end} ${isCertain} ${around}`
        : `${firsts.size}`;
    const first = firsts.get(key);
    firsts.set(key, first ? { ...first, others: [...(first.others ?? []), path] } : misfit);
  }
  return [...firsts.values()];
}

// The type of a function whose end can be reached has `undefined` in it, though no `return` gives it.
function mayEndWithoutReturn(
  checker: ts.TypeChecker,
  handler: ts.SignatureDeclaration,
  returns: readonly ts.ReturnStatement[],
): boolean {
  const signature = handler.type ? undefined : checker.getSignatureFromDeclaration(handler);
  const type = signature && checker.getReturnTypeOfSignature(signature);
  if (!type || !hasNothing(checker, type)) return false;
  return !returns.some(
    ({ expression }) => !expression || hasNothing(checker, checker.getTypeAtLocation(expression)),
  );
}

function hasNothing(checker: ts.TypeChecker, type: ts.Type): boolean {
  const silent = ts.TypeFlags.Any | ts.TypeFlags.Unknown;
  return membersOf(checker.getAwaitedType(type) ?? type).some((member) => hasFlag(member, NOTHING | silent));
}

// Where nothing is returned because something is always thrown, the type says `never`.
function returnsNothing(checker: ts.TypeChecker, handler: ts.SignatureDeclaration): boolean {
  const signature = checker.getSignatureFromDeclaration(handler);
  const type = signature && checker.getReturnTypeOfSignature(signature);
  const awaited = type && (checker.getAwaitedType(type) ?? type);
  return awaited !== undefined && (awaited.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined)) !== 0;
}

function isGenerator(handler: ts.SignatureDeclaration): boolean {
  return 'asteriskToken' in handler && handler.asteriskToken !== undefined;
}

function toFinding({ node, path, others, problem, got, wants, isCertain }: FoundMisfit): CodeFinding {
  const id = isCertain ? 'return-invalid' : 'return-may-be-invalid';
  return { id, node, path: '/outputSchema', data: { path, ...(others && { others }), problem, got, wants } };
}
