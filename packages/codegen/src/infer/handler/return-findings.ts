import { ts } from '../../source/ts.ts';
import type { CodeFinding } from './code-finding.ts';
import { describeSchema } from './describe-schema.ts';
import { isSchemaObject } from './input-shape.ts';
import type { FoundMisfit } from './misfit.ts';
import { ReturnMisfits } from './return-misfits.ts';
import { refuses } from './schema-parts.ts';
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
  if (!ts.isBlock(body)) return misfits.ofReturned(body).map(toFinding);
  const { returns } = factsOf(handler);
  const wants = (): string => describeSchema(outputSchema, outputSchema);
  const nothing = (node: ts.Node): FoundMisfit[] =>
    refuses(outputSchema, null)
      ? [{ node, path: '', problem: 'missing', got: '', wants: wants(), isCertain: true }]
      : [];
  if (returns.length === 0) return returnsNothing(checker, handler) ? nothing(execute).map(toFinding) : [];
  return returns
    .flatMap((statement) =>
      statement.expression ? misfits.ofReturned(statement.expression) : nothing(statement),
    )
    .map(toFinding);
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

function toFinding({ node, path, problem, got, wants, isCertain }: FoundMisfit): CodeFinding {
  const id = isCertain ? 'return-invalid' : 'return-may-be-invalid';
  return { id, node, path: '/outputSchema', data: { path, problem, got, wants } };
}
