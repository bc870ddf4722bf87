import { isObject, type MutableObject } from '../../model/own-property.ts';
import { propertiesOf, requiredOf } from '../../model/schema-node.ts';
import { callCode, type Code, memberCode, objectCode, valueCode } from './print-code.ts';

const SIMPLE: ReadonlyMap<unknown, string> = new Map([
  ['string', 'String'],
  ['number', 'Number'],
  ['integer', 'Integer'],
  ['boolean', 'Boolean'],
  ['null', 'Null'],
]);

/** A schema as TypeBox code; `undefined` where TypeBox has no plain way to write it. */
export function schemaCode(schema: unknown): Code | undefined {
  if (!isObject(schema)) return undefined;
  const { type, ...options } = schema;
  if (type === 'object') return objectSchemaCode(options);
  if (type === 'array') return arrayCode(options);
  const { enum: choices, anyOf, ...others } = options;
  if (choices !== undefined && anyOf === undefined)
    return type === 'string' ? choiceCode(choices, others) : undefined;
  if (anyOf !== undefined) return type === undefined ? unionCode(anyOf, others) : undefined;
  const name = SIMPLE.get(type);
  return name === undefined || Object.hasOwn(options, 'const') ? undefined : typeCode(name, [], options);
}

function typeCode(name: string, args: readonly Code[], options: MutableObject): Code | undefined {
  const stated = Object.entries(options).filter(([, value]) => value !== undefined);
  // Schemas nested in options are not written as calls.
  if (stated.some(([, value]) => isObject(value))) return undefined;
  const members = stated.map(([keyword, value]) => memberCode(keyword, valueCode(value)));
  return callCode(`Type.${name}`, [...args, ...(members.length > 0 ? [objectCode(members)] : [])]);
}

function objectSchemaCode({ properties, required, ...options }: MutableObject): Code | undefined {
  const names = requiredOf({ required });
  const all = propertiesOf({ properties });
  if (names.some((name) => !Object.hasOwn(all, name))) return undefined;
  const members: Code[] = [];
  for (const [name, schema] of Object.entries(all)) {
    const code = schemaCode(schema);
    if (code === undefined) return undefined;
    members.push(memberCode(name, names.includes(name) ? code : callCode('Type.Optional', [code])));
  }
  return typeCode('Object', [objectCode(members)], options);
}

function arrayCode({ items, ...options }: MutableObject): Code | undefined {
  const code = schemaCode(items);
  return code && typeCode('Array', [code], options);
}

function choiceCode(choices: unknown, options: MutableObject): Code | undefined {
  if (!Array.isArray(choices) || choices.some((each) => typeof each !== 'string')) return undefined;
  const parts = choices.map((choice) => callCode('Type.Literal', [valueCode(choice)]));
  return typeCode('Union', [{ open: '[', parts, close: ']', isSpaced: false }], options);
}

function unionCode(variants: unknown, options: MutableObject): Code | undefined {
  const parts = Array.isArray(variants) ? variants.map(schemaCode) : [];
  const codes = parts.filter((part) => part !== undefined);
  if (codes.length === 0 || codes.length < parts.length) return undefined;
  return typeCode('Union', [{ open: '[', parts: codes, close: ']', isSpaced: false }], options);
}
