import type { Patch } from '../define-rule.ts';
import { type Code, memberCode, printCode, valueCode } from './print-code.ts';
import { schemaCode } from './schema-code.ts';

const SCHEMAS = new Set(['inputSchema', 'outputSchema']);

/**
 * An example of a rule as its author would write it; what is the same in every example is left out.
 *
 * @returns `undefined` where TypeScript or TypeBox has no plain way to write it.
 */
export function toolCode(patch: Patch): string | undefined {
  const { name = 'getCellValue', description, ...fields } = patch;
  if (typeof name !== 'string' || !/^[A-Za-z_]\w*$/.test(name)) return undefined;
  if (description !== undefined && !isPlain(description)) return undefined;
  const members: Code[] = [];
  const missing: string[] = [];
  for (const [field, value] of Object.entries(fields)) {
    const code = SCHEMAS.has(field) && value !== undefined ? schemaCode(value) : valueCode(value);
    if (code === undefined) return undefined;
    if (value === undefined) missing.push(field);
    else members.push(memberCode(field, code));
  }
  const left = missing.length === 0 ? '…' : `…, without ${missing.join(' and ')}`;
  const lines = members.map((member) => `  ${printCode(member, '  ', 1)},\n`);
  const doc = description === undefined ? '' : `/** ${description} */\n`;
  return `${doc}export const ${name} = defineTool({\n${lines.join('')}  // ${left}\n});`;
}

// Text that reads the same inside a comment.
function isPlain(description: unknown): description is string {
  return typeof description === 'string' && !/\*\/|[^\x20-\x7E]/.test(description);
}

/** An example as JSON, where it cannot be written as TypeScript; removed fields are named. */
export function patchJson(patch: Patch): readonly string[] {
  const missing = missingIn(patch);
  return [
    '```json',
    JSON.stringify(patch, null, 2),
    '```',
    '',
    ...(missing.length === 0 ? [] : [`Without ${missing.map((path) => `\`${path}\``).join(' and ')}.`, '']),
  ];
}

function missingIn(value: unknown, path = ''): readonly string[] {
  if (value === undefined) return [path];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    missingIn(each, path === '' ? key : `${path}.${key}`),
  );
}
