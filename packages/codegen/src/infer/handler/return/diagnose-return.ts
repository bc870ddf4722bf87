import { areDisjoint } from '@btcp/schema';
import type { Types as Code } from '../../../source/types/types.ts';
import { type ast, is, type Type, TypeFlags } from '../../../source/types/typescript.ts';
import { type FunctionNode } from '../syntax.ts';
import type { NodeDiagnostic } from '../code-diagnostic.ts';
import { describeSchema } from './describe-schema.ts';
import { isSchemaObject } from '../input/input-shape.ts';
import { awaitedMembers } from '../../output/awaited-members.ts';
import { hasFlag, membersOf, NOTHING } from '../../output/type-facts.ts';
import { type FoundMismatch, ReturnComparison } from './compare-returned.ts';
import { factsOf } from '../unit-facts.ts';

/** Compares what a handler returns with its output schema. */
export function diagnoseReturn(
  code: Code,
  handler: FunctionNode,
  outputSchema: unknown,
): readonly NodeDiagnostic[] {
  const body = 'body' in handler ? handler.body : undefined;
  if (!isSchemaObject(outputSchema) || !body || isGenerator(handler)) return [];
  const mismatches = new ReturnComparison(code, outputSchema);
  if (!is.isBlock(body)) return mismatches.find(body).map(toDiagnostic);
  const { returns } = factsOf(handler);
  const wants = (): string => describeSchema(outputSchema, outputSchema);
  const nothing = (node: FoundMismatch['node']): FoundMismatch[] =>
    areDisjoint({ schema: { type: 'null' }, root: true }, { schema: outputSchema, root: outputSchema })
      ? [{ node, path: '', problem: 'missing', got: '', wants: wants(), isCertain: true }]
      : [];
  if (returns.length === 0) return returnsNothing(code, handler) ? nothing(EXECUTE).map(toDiagnostic) : [];
  const found = returns.flatMap((statement) =>
    statement.expression ? mismatches.find(statement.expression) : nothing(statement),
  );
  const last = body.statements.at(-1);
  const isLeftEarly = last && (is.isReturnStatement(last) || is.isThrowStatement(last));
  const atEnd =
    !isLeftEarly && mayEndWithoutReturn(code, handler, returns) ? nothing(EXECUTE).map(uncertain) : [];
  return [...found, ...atEnd].map(toDiagnostic);
}

const uncertain = (mismatch: FoundMismatch): FoundMismatch => ({ ...mismatch, isCertain: false });

// The return type includes `undefined` if the end of the function is reachable.
function mayEndWithoutReturn(
  code: Code,
  handler: FunctionNode,
  returns: readonly ast.ReturnStatement[],
): boolean {
  const signature = handler.type ? undefined : code.checker.getSignatureFromDeclaration(handler);
  const type = signature && code.checker.getReturnTypeOfSignature(signature);
  if (!type || !hasNothing(code, type)) return false;
  return !returns.some(({ expression }) => !expression || hasNothing(code, code.typeAt(expression)));
}

function hasNothing(code: Code, type: Type): boolean {
  const silent = TypeFlags.Any | TypeFlags.Unknown;
  return awaitedMembers(code.checker, type)
    .flatMap(membersOf)
    .some((member) => hasFlag(member, NOTHING | silent));
}

// The return type is `never` if the function always throws.
function returnsNothing(code: Code, handler: FunctionNode): boolean {
  const signature = code.checker.getSignatureFromDeclaration(handler);
  const type = signature && code.checker.getReturnTypeOfSignature(signature);
  return type !== undefined && awaitedMembers(code.checker, type).every((member) => hasFlag(member, NOTHING));
}

function isGenerator(handler: FunctionNode): boolean {
  return 'asteriskToken' in handler && handler.asteriskToken !== undefined;
}

const EXECUTE = '/execute';

function toDiagnostic({ node, path, others, problem, got, wants, isCertain }: FoundMismatch): NodeDiagnostic {
  const ofOthers = isCertain ? 'return-invalid' : 'return-may-be-invalid';
  const id = problem === 'extra' ? 'return-undeclared' : ofOthers;
  return { id, node, path: '/outputSchema', data: { path, ...(others && { others }), problem, got, wants } };
}
