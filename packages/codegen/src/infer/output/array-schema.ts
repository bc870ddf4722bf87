import type { JsonSchemaObject } from '@btcp/core';
import {
  ElementFlags,
  type TupleType,
  type Type,
  TypeFlags,
  type TypeReference,
} from '../../source/types/typescript.ts';
import type { Conversion, Place } from './conversion.ts';
import { NOT_JSON } from './not-json.ts';
import { hasFlag, isNothing, mayBeUndefined } from './type-facts.ts';
import { anyOf, elementTypeNode } from './union-schema.ts';

/** Converts an array, a readonly array, or an object that extends one. */
export function arraySchema(conversion: Conversion, type: Type, place: Place): JsonSchemaObject {
  const element = elementType(conversion, type);
  if (!element || hasFlag(element, TypeFlags.Never)) return EMPTY_ARRAY;
  return { type: 'array', items: elementSchema(conversion, element, elementPlace(place)) };
}

function elementType({ checker }: Conversion, type: Type): Type | undefined {
  const indexes = checker.getIndexInfosOfType(type);
  return indexes.find(({ keyType }) => hasFlag(keyType, TypeFlags.Number))?.valueType;
}

export function tupleSchema(conversion: Conversion, type: TypeReference, place: Place): JsonSchemaObject {
  // TypeScript omits the flags of an empty tuple.
  const { elementFlags = [] } = type.getTarget() as Partial<TupleType>;
  const minLength = elementFlags.filter((flags) => (flags & REQUIRED) !== 0).length;
  const elements = conversion.checker.getTypeArguments(type).map((element, i) => ({
    element,
    isRest: ((elementFlags[i] ?? 0) & ElementFlags.Variable) !== 0,
    isOptional: ((elementFlags[i] ?? 0) & ElementFlags.Optional) !== 0,
    place: {
      ...elementPlace(place),
      path: `${place.path}[${i}]`,
      written: undefined,
    },
  }));
  const firstRest = elements.findIndex(({ isRest }) => isRest);
  const fixed = firstRest === -1 ? elements : elements.slice(0, firstRest);
  // Elements after a rest element have no fixed position, so they join the rest.
  const rest = elements.slice(fixed.length);
  if (elements.length === 0) return EMPTY_ARRAY;
  const schemaOf = ({ element, isOptional, place: at }: (typeof elements)[number]): JsonSchemaObject =>
    isOptional ? conversion.convert(element, at) : elementSchema(conversion, element, at);
  return {
    type: 'array',
    ...(fixed.length > 0 && { prefixItems: fixed.map(schemaOf) }),
    items: rest.length > 0 && anyOf(rest.map(schemaOf)),
    ...(minLength > 0 && { minItems: minLength }),
  };
}

const REQUIRED = ElementFlags.Required | ElementFlags.Variadic;
const EMPTY_ARRAY: JsonSchemaObject = { type: 'array', maxItems: 0 };

function elementPlace(place: Place): Place {
  return {
    node: place.node,
    path: `${place.path}[]`,
    written: elementTypeNode(place.written),
    depth: place.depth + 1,
  };
}

function elementSchema(conversion: Conversion, element: Type, place: Place): JsonSchemaObject {
  if (mayBeUndefined(element)) conversion.report(element, place, NOT_JSON.undefinedElement);
  return isNothing(element) ? {} : conversion.convert(element, place);
}
