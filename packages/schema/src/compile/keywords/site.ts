import { type CodeHost, type CodeWriter, literal, member } from '../emit/code-writer.ts';
import { escapePointerToken } from '../../model/pointer.ts';
import { type LinkedNode, type LinkedProgram, type LinkedSchema } from '../link/linked-schema.ts';

/** Where code is being written: for which value, and which schema. */
export interface Site {
  readonly code: CodeWriter;
  readonly emitter: CodeHost;
  readonly program: LinkedProgram;
  readonly node: LinkedNode;
  /** The variable that holds the value. */
  readonly data: string;
  /** An expression of the value's path, relative to the function's own value; empty for that. */
  readonly path: string;
  /** Where names are checked, the variable that holds the invalid name. */
  readonly property?: string;
  /** A length that the value is known to be within, if it is a string. */
  readonly longest: number;
  readonly write: (site: Site) => void;
}

interface Failure {
  readonly keyword: string;
  /** The expression of the parameters. Default: none. */
  readonly params?: string;
  /** The property of the current value that the failure is about. */
  readonly at?: string;
  /** The variable of the failing value. Default: the current one. */
  readonly data?: string;
  /** The variable that holds the name of the failing property. */
  readonly name?: string;
}

export function atProperty(site: Site, name: string): Site {
  return below(site, member(site.data, name), extended(site.path, stepText(name)));
}

export function atNamed(site: Site, name: string): Site {
  const { code, emitter } = site;
  // Escaped once: a name can be as long as a value, with a failure in each of its items.
  const token = code.name('token');
  const constant = (): string => `const ${token}=${emitter.import('pointerSegment')}(${name});`;
  code.statement({ check: () => '', collect: constant });
  return below(site, `${site.data}[${name}]`, `${extended(site.path, '"/"')}+${token}`);
}

export function atIndex(site: Site, index: number): Site {
  return below(site, `${site.data}[${index}]`, extended(site.path, stepText(index)));
}

/** The site of an item whose index a variable holds. */
export function atItem(site: Site, index: string): Site {
  return below(site, `${site.data}[${index}]`, `${extended(site.path, '"/"')}+${index}`);
}

function below(site: Site, value: string, path: string): Site {
  const data = site.code.name('d');
  site.code.statement(`let ${data}=${value};`);
  return { ...site, data, path, longest: Infinity };
}

const stepText = (step: string | number): string => literal(`/${escapePointerToken(step)}`);

function extended(path: string, step: string): string {
  if (path === '') return step;
  return path.endsWith('"') ? path.slice(0, -1) + step.slice(1) : `${path}+${step}`;
}

/** The expression of the current value's path; only in a collecting function. */
export const placeOf = ({ path }: Pick<Site, 'path'>): string => (path === '' ? 'p' : `p+${path}`);

/** Keywords without effect on their own. */
const NO_EFFECT_ALONE: ReadonlySet<string> = new Set<keyof LinkedNode>([
  'default',
  'notText',
  'then',
  'else',
  'minContains',
  'maxContains',
]);

/** Whether every value passes a schema, as no keyword of it restricts any. */
export function acceptsEverything(schema: LinkedSchema): boolean {
  if (typeof schema === 'boolean') return schema;
  return Object.keys(schema).every((name) => NO_EFFECT_ALONE.has(name));
}

export function apply(site: Site, schema: LinkedSchema): void {
  if (schema === false) fail(site, { keyword: 'false schema' });
  else if (schema !== true && !acceptsEverything(schema)) site.write({ ...site, node: schema });
}

/** Reports a failure, after which a checking function returns. */
export function fail(site: Site, { keyword, params = 'undefined', at, data, name }: Failure): void {
  const { code, emitter } = site;
  code.statement({
    check: () => 'return false;',
    collect: () => {
      const path = at === undefined ? site.path : extended(site.path, stepText(at));
      const about = name ?? site.property;
      return reportCall({ path, emitter }, keyword, params, data ?? site.data, about);
    },
  });
}

export function failIf(site: Site, condition: string, failure: Failure): void {
  site.code.if(condition, () => fail(site, failure));
}

/** The statement that returns from a check where a condition holds. */
export function refuseIf(condition: string): string {
  return `if(${condition})return false;`;
}

/** The statement of a collecting function that reports the current value. */
export function reportValue(site: Site, keyword: string, params: string): string {
  return reportCall(site, keyword, params, site.data);
}

function reportCall(
  site: Pick<Site, 'path' | 'emitter'>,
  keyword: string,
  params: string,
  data: string,
  name?: string,
): string {
  const about = name === undefined ? '' : `,${name}`;
  return `${site.emitter.import('report')}(${placeOf(site)},${literal(keyword)},${params},${data}${about});`;
}

/** The condition that a value fits a schema: a call of the schema's own function. */
export function fits({ emitter, program }: Site, schema: LinkedSchema, value: string): string {
  return emitter.fits(program, schema, value);
}

/** A keyword of linked schemas that writes code. */
export interface Keyword {
  readonly name: keyof LinkedNode;
  readonly write: (site: Site) => void;
}

type ValueOf<K extends keyof LinkedNode> = Exclude<LinkedNode[K], undefined>;

/** Defines a keyword by the code that it writes for its value. */
export function keyword<K extends keyof LinkedNode>(
  name: K,
  write: (site: Site, value: ValueOf<K>) => void,
): Keyword {
  return {
    name,
    write(site) {
      const value = site.node[name];
      // `writeSchema` calls it only where the keyword is present.
      if (value !== undefined) write(site, value as ValueOf<K>);
    },
  };
}

export function isOfType(type: string, data: string): string {
  switch (type) {
    case 'null':
      return `${data}===null`;
    case 'array':
      return `Array.isArray(${data})`;
    case 'object':
      return `${data}&&typeof ${data}=="object"&&!Array.isArray(${data})`;
    case 'number':
      // NaN and infinities are not JSON.
      return `Number.isFinite(${data})`;
    case 'integer':
      return `Number.isInteger(${data})`;
    default:
      return `typeof ${data}===${literal(type)}`;
  }
}

export function isNotOfType(type: string, data: string): string {
  if (type === 'null') return `${data}!==null`;
  if (type === 'string' || type === 'boolean') return `typeof ${data}!==${literal(type)}`;
  return `!(${isOfType(type, data)})`;
}

/** The condition that a value is of none of several types. */
export function isOfNoType(types: readonly string[], data: string): string {
  const left = new Set(types);
  const conditions: string[] = [];
  if (left.has('array') && left.has('object')) {
    const isPrimitive = `typeof ${data} !="object"`;
    conditions.push(left.has('null') ? isPrimitive : `!${data}||${isPrimitive}`);
    for (const covered of ['null', 'array', 'object']) left.delete(covered);
  }
  if (left.has('number')) left.delete('integer');
  for (const type of left) conditions.push(isNotOfType(type, data));
  return conditions.reduce((all, condition) => `(${all})&&(${condition})`);
}
