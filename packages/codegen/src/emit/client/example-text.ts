import type { ManifestTool } from '@btcp/core';
import { isIdentifier, propertyKey, stringLiteral } from '../../print/source-text.ts';

const MAX_LENGTH = 400;

/** Prints a call with the tool's first example; undefined if there is none, or it is longer than `MAX_LENGTH`. */
export function exampleText(tool: ManifestTool): string | undefined {
  const [example] = tool.examples ?? [];
  if (!example) return undefined;
  const callee = isIdentifier(tool.name) ? `tools.${tool.name}` : `tools[${stringLiteral(tool.name)}]`;
  const comment = example.description?.split(/[\r\n\u2028\u2029]/)[0];
  const lines = [
    ...(comment ? [`// ${comment}`] : []),
    `await ${callee}(${jsonCode(example.input)});`,
    ...(example.output === undefined ? [] : [`// → ${jsonCode(example.output)}`]),
  ];
  const text = lines.join('\n');
  return text.length <= MAX_LENGTH ? text : undefined;
}

/** Prints a JSON value as an expression on one line. */
function jsonCode(value: unknown): string {
  if (typeof value === 'string') return stringLiteral(value);
  if (Array.isArray(value)) return `[${value.map(jsonCode).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, item]) => `${propertyKey(key)}: ${jsonCode(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
