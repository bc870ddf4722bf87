import { hasDefaults, defaultOf } from '../link/defaults.ts';
import {
  conjoinedBy,
  type LinkedNode,
  type LinkedProgram,
  type LinkedSchema,
} from '../link/linked-schema.ts';
import { type CodeHost, absent, literal, member, present, regexLiteral } from './code-writer.ts';

interface Context {
  readonly emitter: CodeHost;
  readonly program: LinkedProgram;
}

/**
 * Emits the function that returns a value with a schema's defaults applied. It copies what it changes and its
 * ancestors, nothing else, and expects a valid value.
 */
export function emitFill(
  emitter: CodeHost,
  program: LinkedProgram,
  schema: LinkedSchema,
  name: string,
): string {
  const body = typeof schema === 'boolean' ? '' : statements({ emitter, program }, schema);
  return `function ${name}(data){${body}return data;}`;
}

function statements(context: Context, node: LinkedNode): string {
  const inPlace = conjoinedBy(node, context.program.definitions);
  const rest = inPlace.map((schema) => fill(context, schema)).filter((call) => call !== undefined);
  return [own(context, node), ...rest.map((call) => `data = ${call('data')};`), tagged(context, node)].join(
    '',
  );
}

function own(context: Context, node: LinkedNode): string {
  const properties = Object.entries(node.properties ?? {}).map(([name, schema]) =>
    property(context, name, schema),
  );
  const object = properties.join('') + otherProperties(context, node);
  const list = items(context, node);
  const parts = [
    object && `if(${context.emitter.import('isObject')}(data)){${object}}`,
    list && `if(Array.isArray(data)){${list}}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `let copy = data, next;${parts.join('else ')}data = copy;`;
}

function property(context: Context, name: string, schema: LinkedSchema): string {
  const call = fill(context, schema);
  const value = defaultOf(schema, context.program);
  const update =
    call &&
    `if((next = ${call(member('data', name))}) !== ${member('data', name)})${set(context, name, 'next')}`;
  if (value === undefined) return update === undefined ? '' : `if(${present('data', name)})${update}`;
  const fresh = literal(value.value);
  // A default may itself lack properties that have defaults.
  const inserted =
    call !== undefined && typeof value.value === 'object' && value.value !== null ? call(fresh) : fresh;
  const insert = `if(${absent('data', name)})${set(context, name, inserted)}`;
  return update === undefined ? insert : `${insert}else ${update}`;
}

function otherProperties(context: Context, node: LinkedNode): string {
  const patterns = Object.entries(node.patternProperties ?? {}).map(([pattern, schema]) => {
    const call = fill(context, schema);
    const regex = context.emitter.constant(regexLiteral(pattern));
    return call ? eachKey(context, `${regex}.test(key)`, call) : '';
  });
  const call = node.additionalProperties === undefined ? undefined : fill(context, node.additionalProperties);
  if (call === undefined) return patterns.join('');
  const names = Object.keys(node.properties ?? {}).map((name) => `key !== ${literal(name)}`);
  const none = Object.keys(node.patternProperties ?? {}).map(
    (pattern) => `!${context.emitter.constant(regexLiteral(pattern))}.test(key)`,
  );
  return patterns.join('') + eachKey(context, [...names, ...none].join(' && ') || 'true', call);
}

// Reads from the copy, which an earlier keyword may have changed.
function eachKey(context: Context, condition: string, call: Call): string {
  const update = `if((next = ${call('copy[key]')}) !== copy[key])${put(context, 'key', 'next')}`;
  return `for(const key of Object.keys(data))if(${condition})${update}`;
}

function items(context: Context, node: LinkedNode): string {
  const prefix = (node.prefixItems ?? []).map((schema, index) => {
    const call = fill(context, schema);
    const item = `data[${index}]`;
    return call
      ? `if(data.length > ${index} && (next = ${call(item)}) !== ${item})${put(context, String(index), 'next')}`
      : '';
  });
  const call = node.items === undefined ? undefined : fill(context, node.items);
  if (call === undefined) return prefix.join('');
  const update = `if((next = ${call('data[i]')}) !== data[i])${put(context, 'i', 'next')}`;
  return `${prefix.join('')}for(let i = ${node.prefixItems?.length ?? 0};i < data.length;i++)${update}`;
}

function tagged(context: Context, node: LinkedNode): string {
  if (node.tagged === undefined) return '';
  const { tag, cases } = node.tagged;
  const branches = cases.map(({ values, schema }) => {
    const call = fill(context, schema);
    if (call === undefined) return '';
    return `if(${values.map((value) => `tag === ${literal(value)}`).join(' || ')})data = ${call('data')};`;
  });
  const body = branches.filter((branch) => branch !== '').join('else ');
  return (
    body && `if(${context.emitter.import('isObject')}(data)){const tag = ${member('data', tag)};${body}}`
  );
}

// Setting a literal name is faster than calling `put`.
const set = (context: Context, name: string, value: string): string =>
  name in Object.prototype
    ? put(context, literal(name), value)
    : `{if(copy === data)copy = ${context.emitter.import('copyObject')}(data);${member('copy', name)} = ${value};}`;

const put = ({ emitter }: Context, key: string, value: string): string =>
  `copy = ${emitter.import('put')}(data, copy, ${key}, ${value});`;

type Call = (value: string) => string;

// The call that applies a schema's defaults; `undefined` where it has none.
function fill({ emitter, program }: Context, schema: LinkedSchema): Call | undefined {
  if (typeof schema === 'boolean' || !hasDefaults(schema, program)) return undefined;
  const name = emitter.function('fill', program, schema);
  if (!program.repeated.has(schema)) return (value) => `${name}(${value})`;
  return (value) => `${emitter.import('recall')}(${name}, ${value})`;
}
