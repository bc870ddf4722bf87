import { literal } from '../emit/literal.ts';

/** The condition that a value is of a type. */
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

/** The condition that a value is not of a type. */
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
