import type { JsonSchemaObject } from '@btcp/core';
import { ts } from '../source/ts.ts';
import type { Fault, Place } from './conversion.ts';
import { FAULTS } from './faults.ts';
import { isWrittenAsJsx } from './jsx-element.ts';
import { emptyReturnSite, returnSite } from './return-site.ts';
import { isNothing, mayBeUndefined } from './type-facts.ts';
import { TypeConversion } from './type-schema.ts';
import { elementTypeNode } from './union-order.ts';
import { anyOf } from './union-schema.ts';

/** What an output schema is derived from. */
export interface InferOutputOptions {
  readonly checker: ts.TypeChecker;
  /** The type of the tool's `execute`. */
  readonly execute: ts.Type;
  /** The `execute` member, or the definition: blamed where no declaration or `return` can be. */
  readonly location: ts.Node;
}

/** A type without a JSON form in what a tool returns. */
export interface InferProblem {
  /** The declaration of the offending property if the project's own source has it, else the `return`, else `execute`. */
  readonly node: ts.Node;
  /** For example `rows[].id`; empty for the result itself. */
  readonly path: string;
  readonly message: string;
  readonly help: string;
}

/** What `inferOutput` found. */
export interface InferredOutput {
  /** 2020-12, in normal form; undefined if nothing is returned. With problems, `{}` stands at their places. */
  readonly schema: JsonSchemaObject | undefined;
  /** One per place, in the order of the result's properties. */
  readonly problems: readonly InferProblem[];
}

/**
 * Derives a tool's output schema from what its `execute` returns, as JSON writes it: promises are awaited, a
 * `Date` is a string, `toJSON` counts, methods of classes are left out. Two runs give the same schema, whatever
 * else the project holds.
 */
export function inferOutput({ checker, execute, location }: InferOutputOptions): InferredOutput {
  const signatures = execute.getCallSignatures();
  const declarations = signatures.flatMap((signature) => signature.getDeclaration() ?? []);
  const problems = new Map<ts.Node, InferProblem>();
  const add = (node: ts.Node, path: string, fault: Fault): void => {
    const subject = path === '' ? 'What `execute` returns' : `\`${shorten(path)}\``;
    const { says, help } = fault === FAULTS.any && isWrittenAsJsx(node) ? FAULTS.element : fault;
    const problem = { node, path, message: `${subject} ${says}.`, help };
    if (!problems.has(node)) problems.set(node, problem);
  };

  const named = nameOf(location);
  const returned = signatures.map((signature) => ({
    type: returnedType(checker, signature),
    place: rootPlace(signature),
  }));
  const root = returned.length === 1 ? returned[0]?.type : undefined;
  const conversion = new TypeConversion(checker, root, (type, { node, path }, fault) =>
    add(node ?? returnSite(checker, declarations, type, named), path, fault),
  );
  if (returned.length === 0) add(named, '', FAULTS.unknown);
  else if (returned.every(({ type }) => isNothing(type))) return { schema: undefined, problems: [] };
  if (returned.some(({ type }) => mayBeUndefined(type)))
    add(emptyReturnSite(checker, declarations) ?? named, '', FAULTS.undefinedResult);

  const schemas = returned
    .filter(({ type }) => !isNothing(type))
    .map(({ type, place }) => conversion.convert(type, place));
  return {
    schema: withDefinitions(anyOf(schemas), conversion.definitions),
    problems: [...problems.values()],
  };
}

/** A path of the usual length as it is; of a longer one, both ends. */
function shorten(path: string): string {
  return path.length <= 100 ? path : `${path.slice(0, 40)}…${path.slice(-40)}`;
}

function returnedType(checker: ts.TypeChecker, signature: ts.Signature): ts.Type {
  const type = checker.getReturnTypeOfSignature(signature);
  return checker.getAwaitedType(type) ?? type;
}

function rootPlace(signature: ts.Signature): Place {
  // A signature that TypeScript made up has no declaration, whatever its type says.
  const declaration: ts.SignatureDeclaration | undefined = signature.getDeclaration();
  const written = declaration?.type;
  const isPromise =
    written && ts.isTypeReferenceNode(written) && /^Promise(?:Like)?$/.test(written.typeName.getText());
  return { node: undefined, path: '', written: isPromise ? elementTypeNode(written) : written, depth: 0 };
}

function withDefinitions(
  schema: JsonSchemaObject,
  definitions: ReadonlyMap<string, JsonSchemaObject>,
): JsonSchemaObject {
  return definitions.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(definitions) };
}

function nameOf(location: ts.Node): ts.Node {
  return ts.isObjectLiteralElement(location) ? (location.name ?? location) : location;
}
