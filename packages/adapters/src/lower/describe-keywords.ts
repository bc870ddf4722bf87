import { getOwn, type MutableObject } from '@btcp/schema';

/** A schema's keywords as text: `{minLength: 1, maxLength: 200}`, the form that Anthropic's SDK writes. */
function keywordsAsText(keywords: MutableObject): string {
  const entries = Object.entries(keywords).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `{${entries.join(', ')}}`;
}

/** A schema with keywords appended to its description. */
export function describeKeywords(schema: MutableObject, keywords: MutableObject): MutableObject {
  if (Object.keys(keywords).length === 0) return schema;
  const description = getOwn(schema, 'description');
  const before = typeof description === 'string' && description !== '' ? `${description}\n\n` : '';
  return { ...schema, description: before + keywordsAsText(keywords) };
}

/** Joins descriptions; `undefined` where there is none. */
export function joinDescriptions(texts: readonly unknown[]): string | undefined {
  const present = texts.filter((text) => typeof text === 'string' && text !== '');
  return present.length > 0 ? present.join('\n\n') : undefined;
}
