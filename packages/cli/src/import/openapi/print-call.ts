import type { ToolCode } from '@btcp/codegen';
import type { Body, Call, Operation, Parameter } from './operation.ts';

/** The code of a tool: one call of the generated module `http.ts`. */
export function printCall({ method, path }: Operation, call: Call): ToolCode {
  const { parameters, body, security, schemes, accept, server } = call;
  const members = [
    `method: ${print(method)}`,
    `path: ${print(path)}`,
    ...(parameters.length > 0 ? [`parameters: [${parameters.map(printParameter).join(', ')}]`] : []),
    ...(body === undefined ? [] : [`body: ${printBody(body)}`]),
    ...(security.length > 0 ? [`security: ${print(security)}`] : []),
    ...(Object.keys(schemes).length > 0 ? [`schemes: ${print(schemes)}`] : []),
    ...(accept === undefined ? [] : [`accept: ${print(accept)}`]),
    ...(server === undefined ? [] : [`server: ${print(server)}`]),
  ];
  const input = parameters.length > 0 || body !== undefined ? 'input' : '_input';
  return {
    imports: `import { callApi } from './http.ts';`,
    execute: `execute(${input}, { openapi, signal }) {\n return callApi({ ${members.join(', ')} }, { openapi, signal });\n}`,
  };
}

function printParameter({ property, name, in: place, ...style }: Parameter): string {
  const rest = Object.entries(style).map(([key, value]) => `, ${key}: ${print(value)}`);
  return `{ name: ${print(name)}, in: ${print(place)}, value: ${read(property)}${rest.join('')} }`;
}

function printBody({ type, value, isRequired, binary, encoding }: Body): string {
  const members =
    typeof value === 'string' ? [] : [...value].map(([name, property]) => `${key(name)}: ${read(property)}`);
  const printed = typeof value === 'string' ? read(value) : `{ ${members.join(', ')} }`;
  return (
    [
      `{ type: ${print(type)}`,
      `value: ${printed}`,
      ...(isRequired && typeof value !== 'string' ? ['isRequired: true'] : []),
      ...(binary ? ['binary: true'] : []),
      ...(Object.keys(encoding).length > 0 ? [`encoding: ${print(encoding)}`] : []),
    ].join(', ') + ' }'
  );
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const read = (name: string): string => `input${IDENTIFIER.test(name) ? `.${name}` : `[${print(name)}]`}`;

/** A property's name; computed where it would set the prototype. */
const key = (name: string): string =>
  name === '__proto__' ? '["__proto__"]' : IDENTIFIER.test(name) ? name : print(name);

/** A value as source text, which prettier lays out. */
export function print(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`;
  if (typeof value !== 'object' || value === null)
    return JSON.stringify(value).replace(/[\u2028\u2029\u202A-\u202E\u2066-\u2069]/g, escaped);
  return `{ ${Object.entries(value)
    .map(([name, each]) => `${key(name)}: ${print(each)}`)
    .join(', ')} }`;
}

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16)}`;
