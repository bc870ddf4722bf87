import { importTools } from '@btcp/adapters';
import type { ToolCode } from '@btcp/codegen';
import type { ManifestTool } from '@btcp/core';
import { equal, getOwn, isObject, omitKeys } from '@btcp/schema';
import type { Documents, Located } from '../files/documents.ts';
import { LeftOut } from '../files/left-out.ts';
import { FlatInput } from './flat-input.ts';
import type { Note, Operation, SchemeTable } from './operation.ts';
import { printCall } from './print-call.ts';
import { readBody } from './read-body.ts';
import { readParameters } from './read-parameters.ts';
import { readResult } from './read-result.ts';
import { readServer } from './read-server.ts';
import { SchemaReader } from './schema-reader.ts';
import { keysOf, readSchemes, schemesOf, securityOf } from './security.ts';

/** The document that operations are of. */
export interface Api {
  readonly document: Located;
  readonly documents: Documents;
  /** "3.0.3" */
  readonly version: string;
  readonly title: string;
  readonly schemes: SchemeTable;
  readonly server: string | undefined;
}

/** A tool of an operation, and its code. */
export interface ApiTool {
  readonly operation: Operation;
  readonly tool: ManifestTool;
  readonly code: ToolCode;
}

/**
 * Reads what concerns the whole of a document.
 *
 * @throws LeftOut if it is no OpenAPI document of a known version.
 */
export function readApi(document: Located, documents: Documents): Api {
  const { openapi, swagger, info } = Object(document.value) as Readonly<Record<string, unknown>>;
  if (typeof swagger === 'string')
    throw new LeftOut(
      `This is Swagger ${swagger}.`,
      'Convert it to OpenAPI 3, for example by `npx swagger2openapi`.',
    );
  if (typeof openapi !== 'string')
    throw new LeftOut('This is no OpenAPI document: it has no `openapi`.', 'Name another file.');
  if (!/^3\.[01](?:\.|$)/.test(openapi))
    throw new LeftOut(`OpenAPI ${openapi} is not read.`, 'Name a document of OpenAPI 3.0 or 3.1.');
  const title = isObject(info) ? getOwn(info, 'title') : undefined;
  const schemes = readSchemes(document, documents);
  const server = readServer(document);
  return {
    document,
    documents,
    version: openapi,
    title: typeof title === 'string' ? title : '',
    schemes,
    server,
  };
}

/**
 * Reads the tool of an operation.
 *
 * @throws LeftOut if it has none.
 */
export function readTool(operation: Operation, api: Api, note: Note): ApiTool {
  const { document, documents, version, schemes } = api;
  const schemas = new SchemaReader(documents, version, 'request');
  const input = new FlatInput(note);
  const reading = { documents, schemas, input, note };
  const { parameters, secrets } = readParameters(operation, keysOf(schemes), reading);
  const body = readBody(operation, reading);
  const results = new SchemaReader(documents, version, 'response');
  const result = readResult(operation, documents, results);
  for (const name of schemas.secrets) note(`"${name}" of the body is left out, because it is a secret`);
  for (const property of [...schemas.lostDiscriminators, ...results.lostDiscriminators])
    note(
      `the discriminator "${property}" stands without alternatives, so nothing checks what belongs to its value`,
    );
  const raw = {
    ...describe(operation),
    inputSchema: input.schema(schemas.definitions),
    outputSchema: result.schema,
    ...(operation.method === 'GET' && { annotations: { readOnlyHint: true } }),
    _meta: metaOf(operation),
  };
  const { tools, warnings, refused } = importTools('mcp-2025-11-25', raw);
  const [tool] = tools;
  const [reason] = refused;
  if (tool === undefined)
    throw new LeftOut(
      `${reason?.path ?? ''} ${reason?.message ?? 'It cannot be read.'}`.trim(),
      reason?.help ?? 'Correct the document.',
    );
  for (const { code, path, detail } of warnings)
    note(
      code === 'description-truncated'
        ? 'its description is cut to 1,000 characters; the field `mcp` has all of it'
        : `${code} at ${path}: ${detail}`,
    );
  const own = readServer(operation.located) ?? readServer(operation.item);
  const server = own === api.server ? undefined : own;
  const security = securityOf(operation, document, schemes, secrets);
  return {
    operation,
    tool: withoutListing(tool),
    code: printCall(operation, {
      parameters,
      body,
      security,
      schemes: schemesOf(secrets),
      accept: result.accept,
      server,
    }),
  };
}

function describe({ name, located }: Operation): { readonly name: string; readonly description: string } {
  const { summary, description } = Object(located.value) as Readonly<Record<string, unknown>>;
  const [short, long] = [summary, description].map((text) => (typeof text === 'string' ? text.trim() : ''));
  const isRepeated = long?.toLowerCase().startsWith(short?.toLowerCase().replace(/\.$/, '') ?? '');
  return { name, description: [isRepeated ? '' : short, long].filter(Boolean).join('\n\n') };
}

function metaOf({ located, tags }: Operation): Readonly<Record<string, unknown>> {
  const isDeprecated = isObject(located.value) && located.value['deprecated'] === true;
  return {
    // Where the host says that the API is, which may be anywhere.
    'dev.btcp/capabilities': ['network:fetch:cross-origin'],
    ...(tags.length > 0 && { 'dev.btcp/tags': tags }),
    ...(isDeprecated && {
      'dev.btcp/deprecated': true,
      'dev.btcp/deprecationMessage': 'The API has deprecated this operation.',
    }),
  };
}

/** Without how an MCP server would have listed it: this one never was. */
function withoutListing({ mcp = {}, ...tool }: ManifestTool): ManifestTool {
  const left = omitKeys(mcp, ['inputSchema', 'outputSchema']);
  return equal(left, {}) ? tool : { ...tool, mcp: left };
}
