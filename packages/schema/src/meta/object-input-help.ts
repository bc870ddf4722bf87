import { isObject, type MutableObject } from '../model/own-property.ts';

const SOME_PROPERTIES = 3;

/** Keywords of a union, as TypeBox and JSON Schema write it. */
const UNIONS = ['anyOf', 'oneOf'];

/** What an input schema describes instead of an object, to follow its name in a sentence. */
export function notAnObject(schema: unknown): string {
  const union = isObject(schema) && UNIONS.find((keyword) => Object.hasOwn(schema, keyword));
  return union
    ? `must describe one object, and it is a union: \`${union}\` stands at its root.`
    : 'must describe an object, with `"type": "object"` at its root.';
}

/** What to write in place of an input schema that describes no object. */
export function objectInputHelp(schema: unknown): string {
  if (isObject(schema) && UNIONS.some((keyword) => Object.hasOwn(schema, keyword)))
    return 'Put the union into a property, `Type.Object({ request: Type.Union([ … ]) })`, or make it one object whose properties are optional: models and clients only take a root of `"type": "object"`.';
  if (isObject(schema) && isObject(schema['properties']) && !Object.hasOwn(schema, 'type'))
    return 'Add `"type": "object"` beside `properties`.';
  const names = isObject(schema) && !Object.hasOwn(schema, 'type') ? propertyNames(schema) : [];
  const type = isObject(schema) && typeof schema['type'] === 'string' ? schema['type'] : undefined;
  const [first = 'text'] = names;
  const inJson = `{ "type": "object", "properties": { "${first}": { "type": "${type ?? 'string'}" } } }`;
  const members =
    names.length > 0
      ? names.map((name) => `${name}: Type.String()`).join(', ')
      : `text: ${TYPE_CALLS.get(type) ?? 'Type.String()'}`;
  return `Write \`Type.Object({ ${members} })\`, with the type of each property; in JSON, \`${inJson}\`.`;
}

const TYPE_CALLS: ReadonlyMap<string | undefined, string> = new Map([
  ['number', 'Type.Number()'],
  ['integer', 'Type.Integer()'],
  ['boolean', 'Type.Boolean()'],
  ['array', 'Type.Array(Type.String())'],
]);

// `{ city: 'string' }`: the properties themselves, instead of a schema that declares them.
function propertyNames(schema: MutableObject): readonly string[] {
  return Object.keys(schema)
    .filter((name) => /^[A-Za-z_]\w{0,39}$/.test(name))
    .slice(0, SOME_PROPERTIES);
}
