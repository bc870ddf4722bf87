import { areDisjoint, isObject } from '@btcp/schema';
import type { Types as Code } from '../../../source/types/types.ts';
import { is } from '../../../source/types/typescript.ts';
import type { FunctionNode } from '../syntax.ts';
import type { NodeDiagnostic } from '../code-diagnostic.ts';
import { describeSchema } from './describe-schema.ts';
import { awaitedMembers } from '../../output/awaited-members.ts';
import { hasFlag, NOTHING } from '../../output/type-facts.ts';
import { type FoundMismatch, ReturnComparison } from './compare-returned.ts';
import { factsOf } from '../unit-facts.ts';

/** Compares what a handler returns with its output schema. */
export function diagnoseReturn(
  code: Code,
  handler: FunctionNode,
  outputSchema: unknown,
): readonly NodeDiagnostic[] {
  const body = 'body' in handler ? handler.body : undefined;
  if (!isObject(outputSchema) || !body || isGenerator(handler)) return [];
  const mismatches = new ReturnComparison(code, outputSchema);
  if (!is.isBlock(body)) return mismatches.find(body).map(toDiagnostic);
  const { returns } = factsOf(handler);
  const nothing = (node: FoundMismatch['node']): FoundMismatch[] => {
    const wants = describeSchema(outputSchema, outputSchema);
    return areDisjoint({ schema: { type: 'null' }, root: true }, { schema: outputSchema, root: outputSchema })
      ? [{ node, path: '', problem: 'missing', got: '', wants, isCertain: true }]
      : [];
  };
  const found = returns.flatMap((statement) =>
    statement.expression ? mismatches.find(statement.expression) : nothing(statement),
  );
  const atEnd = returns.length === 0 && returnsNothing(code, handler) ? nothing('/execute') : [];
  return [...found, ...atEnd].map(toDiagnostic);
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

function toDiagnostic({ node, path, others, problem, got, wants, isCertain }: FoundMismatch): NodeDiagnostic {
  const ofOthers = isCertain ? 'return-invalid' : 'return-may-be-invalid';
  const id = problem === 'extra' ? 'return-undeclared' : ofOthers;
  return { id, node, path: '/outputSchema', data: { path, ...(others && { others }), problem, got, wants } };
}
