import { shown } from '../check/text/quote.ts';
import { getOwn, isObject, mapValues, type MutableObject, omitKeys, setOwn } from '../model/own-property.ts';
import {
  type ChangedNode,
  type ChangeKind,
  type SchemaChange,
  type Tokens,
  updateAt,
} from './schema-change.ts';

type Schema = Readonly<MutableObject>;

/** Lists the properties that an object schema gained or lost, or that became required or optional. */
export function propertyChanges(node: ChangedNode): readonly SchemaChange[] {
  const [before, after] = [declaredIn(node.old), declaredIn(node.now)];
  const names = new Set([before, after].flatMap(({ named, required }) => [...named, ...required]));
  return [...names].flatMap((name) => propertyChange(node, name, before, after) ?? []);
}

/** The names that an object schema says something of. */
interface Declared {
  readonly named: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
}

const declaredIn = (schema: Schema): Declared => ({ named: namesIn(schema), required: requiredIn(schema) });

function propertyChange(
  { old, now, at }: ChangedNode,
  name: string,
  before: Declared,
  after: Declared,
): SchemaChange | undefined {
  const [was, is] = [before.named.has(name), after.named.has(name)];
  const [wasRequired, isRequired] = [before.required.has(name), after.required.has(name)];
  const change = (kind: ChangeKind, tokens: Tokens): SchemaChange => ({
    kind,
    tokens,
    data: {
      name: shown(name),
      ...((was || wasRequired) && { from: propertyText(name, wasRequired) }),
      ...((is || isRequired) && { to: propertyText(name, isRequired) }),
    },
    apply: (root) =>
      updateAt(root, at.old, (schema) =>
        withRequired(kind === 'required' ? schema : withProperty(schema, now, name), now, name),
      ),
    parts: [],
    ...(kind.endsWith('-open') && { undeclared: { name, ...at } }),
  });
  const required = (): SchemaChange =>
    isRequired
      ? change('required', [...at.now, 'required', [...after.required].indexOf(name)])
      : change('required', [...at.old, 'required', [...before.required].indexOf(name)]);
  if (was && is) return wasRequired === isRequired ? undefined : required();
  if (is) return change(`property-added${suffixOf(isRequired, old)}`, [...at.now, 'properties', name]);
  if (was) return change(`property-removed${suffixOf(wasRequired, now)}`, [...at.old, 'properties', name]);
  return wasRequired === isRequired ? undefined : required();
}

const propertyText = (name: string, isRequired: boolean): string =>
  `${isRequired ? 'required' : 'optional'} property "${shown(name)}"`;

const suffixOf = (isRequired: boolean, other: Schema): '-required' | '-open' | '' =>
  isRequired ? '-required' : isOpen(other) ? '-open' : '';

/** Whether any undeclared property is accepted. */
export const isOpen = ({ additionalProperties: others = true, patternProperties }: Schema): boolean =>
  patternProperties === undefined &&
  (others === true || (isObject(others) && Object.keys(others).length === 0));

const namesIn = ({ properties }: Schema): ReadonlySet<string> =>
  new Set(isObject(properties) ? Object.keys(properties) : []);

const requiredIn = ({ required }: Schema): ReadonlySet<string> =>
  new Set(Array.isArray(required) ? required.map(String) : []);

/** A schema with the declaration of a property that another one has, or without it. */
function withProperty(schema: Schema, other: Schema, name: string): MutableObject {
  const [own, given] = [schema, other].map((each) => getOwn(each, 'properties'));
  const properties = omitKeys(isObject(own) ? own : {}, [name]);
  if (isObject(given) && Object.hasOwn(given, name)) setOwn(properties, name, given[name]);
  return { ...schema, properties };
}

/** A schema that requires a property where another one does. */
function withRequired(schema: Schema, other: Schema, name: string): MutableObject {
  const required = [...requiredIn(schema)].filter((each) => each !== name);
  if (requiredIn(other).has(name)) required.push(name);
  return { ...schema, required };
}

/** A schema whose values lack an undeclared property, or all of them. */
export const withoutUndeclared = (root: unknown, tokens: Tokens, name: string | undefined): unknown =>
  updateAt(root, tokens, (schema) => {
    if (name === undefined) return { ...schema, additionalProperties: false };
    const { properties: own } = schema;
    const names = mapValues(isObject(own) ? own : {}, (value) => value);
    setOwn(names, name, false);
    return { ...schema, properties: names };
  });
