import { getOwn, isObject, joinPointer } from '@btcp/schema';
import type { RawTool } from '../profile/raw-tool.ts';

/** Fields that hold an array of tools, or lead to one: of requests, of `tools/list` results, of function declarations. */
const ARRAYS = ['tools', 'functionDeclarations', 'function_declarations', 'result', 'params', 'config'];

/** Maximum depth of nested arrays and requests. */
const MAX_DEPTH = 6;

/**
 * The tools in a document: one tool, an array, a request body, a `tools/list` result, or nested arrays.
 *
 * @param isSchemaItself - Whether a tool is nothing but its schema, so that its fields lead nowhere.
 */
export function findRawTools(document: unknown, isSchemaItself: boolean): readonly RawTool[] {
  const found: RawTool[] = [];
  const enter = (value: unknown, path: string, depth: number): void => {
    if (depth > MAX_DEPTH) found.push({ path, value });
    else if (Array.isArray(value))
      value.forEach((item, index) => enter(item, joinPointer(path, index), depth + 1));
    else if (!isObject(value) || isSchemaItself || !leadsOn(value)) found.push({ path, value });
    else
      for (const field of ARRAYS) {
        const list = getOwn(value, field);
        if (isList(field, list)) enter(list, joinPointer(path, field), depth + 1);
      }
  };
  enter(document, '', 0);
  return found;
}

function leadsOn(value: Readonly<Record<string, unknown>>): boolean {
  return ARRAYS.some((field) => isList(field, getOwn(value, field)));
}

// Follows an object only where it is an envelope: a tool may have a field `config` too.
function isList(field: string, value: unknown): boolean {
  if (Array.isArray(value)) return field === 'tools' || /declarations/i.test(field);
  const isEnvelope = field === 'result' || field === 'params' || field === 'config';
  return isEnvelope && isObject(value) && leadsOn(value);
}
