/** The JavaScript expression that makes a JSON value anew. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, each]) => `${literalKey(name)}:${literal(each)}`);
    return `{${entries.join(',')}}`;
  }
  return escapeSeparators(JSON.stringify(value) ?? 'undefined');
}

// A plain `__proto__` key would set the prototype.
const literalKey = (name: string): string =>
  name === '__proto__' ? '["__proto__"]' : escapeSeparators(JSON.stringify(name));

// `</script` would end an inline script; characters of the private use area could collide with placeholders.
const escapeSeparators = (json: string): string =>
  /[\u2028\u2029\ue000-\uf8ff]|<\//.test(json) ? replaceSeparators(json) : json;

const replaceSeparators = (json: string): string =>
  json
    .replace(/[\u2028\u2029\ue000-\uf8ff]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`)
    .replaceAll('</', '<\\/');

/** The literal of a regular expression with the `u` flag. */
export function regexLiteral(pattern: string): string {
  return String(new RegExp(pattern, 'u'));
}

/** The expression that reads a property. */
export function member(object: string, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${object}.${name}` : `${object}[${literal(name)}]`;
}

// These exist on every object, so that only an own property counts.
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * The condition that an object has a property; `undefined` counts as absent.
 *
 * @param gap - What stands around an operator.
 */
export function present(object: string, name: string, gap = ' '): string {
  const value = `${member(object, name)}${gap}!==${gap}undefined`;
  return INHERITED.has(name)
    ? `Object.hasOwn(${object},${gap}${literal(name)})${gap}&&${gap}${value}`
    : value;
}

/** The condition that an object lacks a property. */
export function absent(object: string, name: string, gap = ' '): string {
  return INHERITED.has(name)
    ? `!(${present(object, name, gap)})`
    : `${member(object, name)}${gap}===${gap}undefined`;
}
