import type { Diagnostic, JsonSchemaObject } from '@btcp/core';
import type { Position } from '../../source/position.ts';
import type { Types } from '../../source/types/types.ts';
import { type ast, is, type NodeHandle, type Signature, type Type } from '../../source/types/typescript.ts';
import type { NotJson, Place } from './conversion.ts';
import { NOT_JSON } from './not-json.ts';
import {
  isInSource,
  isNothing,
  mayBeUndefined,
  hasFlag,
  membersOf,
  NOTHING,
  awaitedMembers,
} from './type-facts.ts';
import { TypeConversion, isWrittenAsJsx } from './type-schema.ts';
import { alternativesSchema, elementTypeNode } from './union-schema.ts';
import { isFunctionNode } from '../../source/types/syntax.ts';
import { factsOf } from '../handler/unit-facts.ts';

export interface InferOutputOptions {
  readonly types: Types;
  /** Those of the tool's `execute`. */
  readonly signatures: readonly Signature[];
  /** The name of `execute`, or the definition; reported if no declaration or `return` can be. */
  readonly location: ast.Node;
}

export interface OutputDiagnostic extends Position, Pick<Diagnostic, 'message' | 'help'> {
  /** For example `rows[].id`; empty for the result itself. */
  readonly path: string;
}

export interface InferredOutput {
  /** 2020-12, in normal form; undefined if nothing is returned. `{}` replaces types without a JSON form. */
  readonly schema: JsonSchemaObject | undefined;
  /**
   * One per position, in the order of the result's properties. The position is the offending property's declaration if
   * that is in source code, else the `return`, else `execute`.
   */
  readonly diagnostics: readonly OutputDiagnostic[];
}

/**
 * Derives a tool's output schema from the JSON form of what `execute` returns: promises are awaited, a `Date` is a
 * string, `toJSON` applies, methods of classes are omitted. The rest of the project does not affect the schema.
 */
export function inferOutput({ types, signatures, location }: InferOutputOptions): InferredOutput {
  const [signature, ...overloads] = signatures;
  const { declaration } = signature ?? {};
  const diagnostics = new Map<ast.Node, OutputDiagnostic>();
  const add = (node: ast.Node, path: string, reason: NotJson): void => {
    if (diagnostics.has(node)) return;
    const subject = path === '' ? 'What `execute` returns' : `\`${shorten(path)}\``;
    const { says, help } = reason === NOT_JSON.any && isWrittenAsJsx(node) ? NOT_JSON.element : reason;
    diagnostics.set(node, { ...types.positionOf(node), path, message: `${subject} ${says}.`, help });
  };

  if (!signature || overloads.length > 0) {
    add(location, '', NOT_JSON.unknown);
    return { schema: {}, diagnostics: [...diagnostics.values()] };
  }
  const members = returnedTypes(types, signature);
  if (members.every(isNothing)) return { schema: undefined, diagnostics: [] };
  const [first, ...others] = members;
  const root = others.length === 0 ? first : undefined;
  const conversion = new TypeConversion(types, root, (type, { node, path }, reason) =>
    add(node ?? returnSite(types, declaration, type, location), path, reason),
  );
  if (members.some(mayBeUndefined))
    add(emptyReturnSite(types, declaration) ?? location, '', NOT_JSON.undefinedResult);
  const place = rootPlace(types, signature);
  const schema = root ? conversion.convert(root, place) : alternativesSchema(conversion, members, place);
  const { definitions } = conversion;
  return {
    schema: definitions.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(definitions) },
    diagnostics: [...diagnostics.values()],
  };
}

/** Shortens a path of more than 100 characters to both its ends. */
function shorten(path: string): string {
  return path.length <= 100 ? path : `${path.slice(0, 40)}…${path.slice(-40)}`;
}

function returnedTypes({ checker }: Types, signature: Signature): readonly Type[] {
  const type = checker.getReturnTypeOfSignature(signature);
  return type ? awaitedMembers(checker, type) : [];
}

function rootPlace(types: Types, { declaration }: Signature): Place {
  const written = declaration && isInSource(declaration) ? typeNodeOf(types, declaration) : undefined;
  const isPromise =
    written && is.isTypeReferenceNode(written) && /^Promise(?:Like)?$/.test(written.typeName.getText());
  return { node: undefined, path: '', written: isPromise ? elementTypeNode(written) : written, depth: 0 };
}

function typeNodeOf(types: Types, declaration: NodeHandle): ast.TypeNode | undefined {
  // Signatures are declared by functions and by type nodes, which all have a `type`.
  return (types.nodeOf(declaration) as { readonly type?: ast.TypeNode } | undefined)?.type;
}

/**
 * Finds the node to report for a function's result: the first `return` whose value has the type, else the
 * first `return`, else `fallback`.
 *
 * @param declaration - The function that `execute` is.
 */
function returnSite(
  types: Types,
  declaration: NodeHandle | undefined,
  type: Type,
  fallback: ast.Node,
): ast.Node {
  const sites = returnSites(types, declaration);
  return sites.find((site) => returnsType(types, site, type)) ?? sites[0] ?? fallback;
}

/** Finds the first `return` whose value may be undefined; undefined if there is none. */
function emptyReturnSite(types: Types, declaration: NodeHandle | undefined): ast.Node | undefined {
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
