import { isObject } from '@btcp/schema';
import { Markup, markup } from './markup.ts';

type Facts = Readonly<Record<string, unknown>>;

/**
 * A form field for a property. It never refuses what the schema accepts but an empty string, which a form cannot tell
 * from none: limits that HTML reads differently are left to the validator.
 *
 * @returns `undefined` where no field gives the property's values.
 */
export function formField(name: string, schema: unknown, isRequired: boolean): Markup | undefined {
  if (!isObject(schema)) return undefined;
  const { description } = schema;
  const said = typeof description === 'string' && markup` toolparamdescription="${description}"`;
  const field = fieldOf(schema, markup`name="${name}"${said}`, isRequired);
  return field && markup`\n<p><label>${name} ${field}</label></p>`;
}

function fieldOf(schema: Facts, named: Markup, isRequired: boolean): Markup | undefined {
  const { type, enum: values, default: preset } = schema;
  const attributes = markup`${named}${isRequired && markup` required`}`;
  if (Array.isArray(values)) return selectOf(values, preset, attributes);
  // One that is required would have to be ticked.
  if (type === 'boolean')
    return markup`<input type="checkbox" ${named}${preset === true && markup` checked`}>`;
  if (type === 'number' || type === 'integer')
    return markup`<input type="number" ${attributes}${numberLimits(schema)}>`;
  return type === 'string' ? textField(schema, attributes) : undefined;
}

function selectOf(values: readonly unknown[], preset: unknown, attributes: Markup): Markup | undefined {
  if (values.some((value) => typeof value !== 'string' || value === '')) return undefined;
  const options = values.map(
    (value) => markup`<option${value === preset && markup` selected`}>${String(value)}</option>`,
  );
  // The empty option is that of a value which is left out, or not chosen yet.
  return markup`<select ${attributes}><option value="">none</option>${options}</select>`;
}

function textField({ pattern, minLength, default: preset }: Facts, attributes: Markup): Markup {
  const shortest = typeof minLength === 'number' && minLength > 0 && markup` minlength="${minLength}"`;
  const text = typeof preset === 'string' ? preset : '';
  // An input takes no line breaks; a textarea knows no patterns.
  return isWholePattern(pattern)
    ? markup`<input type="text" ${attributes}${shortest} pattern="${pattern}"${text !== '' && markup` value="${text}"`}>`
    : markup`<textarea ${attributes}${shortest}>${text}</textarea>`;
}

/** What in a pattern may match a line break, which an input takes out. */
const BREAKS = /\\[sWDPnrxuc]|\[\^/;

// HTML matches the whole value, and reads the pattern with the flag `v`.
function isWholePattern(pattern: unknown): pattern is string {
  if (typeof pattern !== 'string' || !/^\^[^|]*\$$/.test(pattern) || BREAKS.test(pattern)) return false;
  try {
    return new RegExp(pattern, 'v').flags === 'v';
  } catch {
    return false;
  }
}

function numberLimits({ type, minimum, maximum, multipleOf, default: preset }: Facts): readonly Markup[] {
  const step = multipleOf ?? (type === 'integer' ? 1 : undefined);
  // HTML counts steps from the minimum, or else from the preset.
  const base = Number(minimum ?? preset ?? 0);
  const isCounted = typeof step === 'number' && Number.isInteger(base / step);
  const attributes: Facts = { min: minimum, max: maximum, step: isCounted ? step : 'any', value: preset };
  return Object.entries(attributes)
    .filter(([attribute, value]) => typeof value === 'number' || attribute === 'step')
    .map(([attribute, value]) => markup` ${new Markup(attribute)}="${String(value)}"`);
}
