import { ANNOTATION_KEYWORDS } from './keywords.ts';
import { isObject, type MutableObject } from './own-property.ts';
import { joinPointer, type Report } from './pointer.ts';

/** Marks schemas of TypeBox 0.34, which registers it globally: it is found without TypeBox, and with two copies of it. */
export const KIND: symbol = Symbol.for('TypeBox.Kind');
const TRANSFORM = Symbol.for('TypeBox.Transform');
const HINT = Symbol.for('TypeBox.Hint');

/** The kinds of TypeBox 0.34 whose meaning is in their JSON keywords. */
const JSON_KINDS: ReadonlySet<string> = new Set(
  (
    'Any Array Boolean Import Integer Intersect Literal Never Not Null Number Object Record Ref String ' +
    'TemplateLiteral This Tuple Union Unknown Unsafe'
  ).split(' '),
);

/** Kinds that mean nothing until TypeBox has resolved them, with what to do. */
const UNRESOLVED_KINDS: ReadonlyMap<string, string> = new Map([
  ['Argument', 'Pass the type argument, with Type.Instantiate.'],
  ['Computed', 'Pass the schema itself instead of a Type.Ref, or compute it inside a Type.Module.'],
  ['MappedKey', 'Pass the result of Type.Mapped as a whole.'],
  ['MappedResult', 'Pass the result of Type.Mapped as a whole.'],
]);

/** Reports a schema whose meaning is only in its TypeBox kind, which JSON loses. */
export function reportTypeBoxKind(schema: object, copy: MutableObject, path: string, report: Report): void {
  const kind = valueAt(schema, KIND);
  if (kind === 'Object') reportUndefined(schema, path, report);
  if (kind === 'Literal') reportLiteral(schema, path, report);
  if (Object.hasOwn(schema, TRANSFORM)) {
    const message = 'Type.Transform is code, which JSON Schema cannot say: nothing would run it.';
    report(path, message, 'Use the schema inside it, and convert the value in `execute`.');
  }
  if (typeof kind !== 'string') return;
  // `Type.String('Its name.')`: TypeBox spreads what it gets for options.
  if (Object.hasOwn(schema, '0'))
    report(path, `Type.${kind} has a string where its options belong.`, "Write `{ description: '…' }`.");
  if (JSON_KINDS.has(kind)) return;
  const help = UNRESOLVED_KINDS.get(kind);
  if (help !== undefined) {
    report(path, `TypeBox left this ${kind} unresolved, so it is not JSON Schema.`, help);
  } else if (Object.keys(copy).every((key) => ANNOTATION_KEYWORDS.includes(key))) {
    const message = `The custom TypeBox kind "${kind}" says nothing in JSON Schema keywords: any value would pass.`;
    report(path, message, 'Give the schema the keywords it stands for, for example with Type.Unsafe.');
  }
}

// No getter of a schema runs.
const valueAt = (schema: object, key: PropertyKey): unknown =>
  Object.getOwnPropertyDescriptor(schema, key)?.value;

// `Type.Enum` of TypeBox 1 takes an array; here it reads the names of its argument, and an array has its `length`.
function reportLiteral(schema: object, path: string, report: Report): void {
  const value = valueAt(schema, 'const');
  const union = "`Type.Union([Type.Literal('a'), Type.Literal('b')])`";
  if (typeof value === 'number' && valueAt(schema, HINT) === 'Enum') {
    const message = `Type.Enum accepts the number ${value} alone here: of an array it takes the length.`;
    report(path, message, `Write ${union}; or \`Type.Literal(${value})\`, if that is meant.`);
  }
  if (typeof value === 'object' && value !== null)
    report(path, 'Type.Literal takes one string, number or boolean.', `Write ${union}.`);
}

// JSON leaves such a property out, and the tool would then require what it does not describe.
function reportUndefined(schema: object, path: string, report: Report): void {
  const properties = valueAt(schema, 'properties');
  if (!isObject(properties)) return;
  for (const name of Object.keys(properties)) {
    const descriptor = Object.getOwnPropertyDescriptor(properties, name);
    if (!descriptor || !('value' in descriptor) || descriptor.value !== undefined) continue;
    const help = 'Declare its schema above, or correct the name; `tsc --noEmit` shows the same mistake.';
    report(joinPointer(path, 'properties', name), `The schema of \`${name}\` is undefined here.`, help);
  }
}
