import { getAtPointer, getOwn, isObject, normalizeSchema } from '@btcp/schema';
import type { JsonObject } from '../../import/raw-tool.ts';
import { toolId, type ToolFoundationProblem } from './tool-id.ts';

/** Bytes. */
const MAX_NAME = 128;

const DIALECT = /^(https:\/\/json-schema\.org\/draft\/2020-12|http:\/\/json-schema\.org\/draft-07)\//;

/**
 * What toolfoundation would not take of a record, by the names of its own errors.
 *
 * @param record - A `model.Tool` as JSON.
 */
export function findToolFoundationProblems(record: unknown): readonly ToolFoundationProblem[] {
  if (!isObject(record)) return [{ code: 'ErrInvalidTool', path: '', message: 'A record is an object.' }];
  return [
    ...nameProblems(getOwn(record, 'name')),
    ...idProblems(record),
    ...schemaProblems(record, 'inputSchema'),
    ...(isAbsent(getOwn(record, 'outputSchema')) ? [] : schemaProblems(record, 'outputSchema')),
  ];
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const wrongName = (message: string): readonly ToolFoundationProblem[] => [
  { code: 'ErrInvalidTool', path: '/name', message },
];

function nameProblems(name: unknown): readonly ToolFoundationProblem[] {
  if (typeof name !== 'string' || name === '') return wrongName('A name is required.');
  const others = [...new Set(name.replace(/[A-Za-z0-9_.-]/g, ''))];
  if (others.length > 0)
    return wrongName(`The name has characters that are not allowed: ${others.join(' ')}`);
  return name.length > MAX_NAME
    ? wrongName(`The name has ${name.length} bytes; ${MAX_NAME} are allowed.`)
    : [];
}

function idProblems(record: JsonObject): readonly ToolFoundationProblem[] {
  const { name, namespace, version } = record;
  if (typeof name !== 'string' || name === '') return [];
  for (const [field, value] of Object.entries({ namespace, version })) {
    if (!isAbsent(value) && typeof value !== 'string')
      return [{ code: 'ErrInvalidTool', path: `/${field}`, message: `\`${field}\` is a string.` }];
  }
  const parts = {
    name,
    ...(typeof namespace === 'string' && { namespace }),
    ...(typeof version === 'string' && { version }),
  };
  const message = 'Namespace and version must not have a colon: they are parts of the id.';
  return toolId(parts) === undefined ? [{ code: 'ErrInvalidToolID', path: '', message }] : [];
}

function schemaProblems(record: JsonObject, field: string): readonly ToolFoundationProblem[] {
  const schema = getOwn(record, field);
  const path = `/${field}`;
  if (isAbsent(schema)) return [{ code: 'ErrInvalidTool', path, message: `\`${field}\` is required.` }];
  if (!isObject(schema)) return [{ code: 'ErrInvalidSchema', path, message: 'A schema is an object.' }];
  const dialect = getOwn(schema, '$schema');
  if (dialect !== undefined && !(typeof dialect === 'string' && DIALECT.test(dialect))) {
    const message = `The dialect ${JSON.stringify(dialect)} is neither 2020-12 nor draft-07.`;
    return [{ code: 'ErrUnsupportedSchema', path: `${path}/$schema`, message }];
  }
  return normalizeSchema(schema).problems.map((problem) => ({
    code: isExternal(schema, problem.path) ? 'ErrExternalRef' : 'ErrInvalidSchema',
    path: path + problem.path,
    message: problem.message,
  }));
}

// A reference that does not begin with `#` leads out of the schema, unless something in it has that name.
function isExternal(schema: JsonObject, path: string): boolean {
  if (!/\/\$(ref|dynamicRef)$/.test(path)) return false;
  const ref = getAtPointer(schema, path);
  return typeof ref === 'string' && !ref.startsWith('#');
}
