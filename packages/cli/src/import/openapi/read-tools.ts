import { importTools } from '@btcp/adapters';
import type { ToolCode } from '@btcp/codegen';
import type { ManifestTool } from '@btcp/core';
import { equal, getAtPointer, getOwn, isObject, omitKeys } from '@btcp/schema/internal';
import { type Documents, LeftOut, type Located } from './documents.ts';
import { type Note, type Operation, printCall, type SchemeTable, type Security } from './operation.ts';
import { readBody, readResult } from './read-body.ts';
import { FlatInput, readParameters, type SecretParameter } from './read-parameters.ts';
import { SchemaReader } from './schema-reader.ts';
import { settleInput, widenUnions } from './settle-schema.ts';

export interface Api {
  readonly document: Located;
  readonly documents: Documents;
  /** "3.0.3" */
  readonly version: string;
  readonly title: string;
  readonly schemes: SchemeTable;
  readonly server: string | undefined;
}

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
  const { openapi: declared, swagger, info } = Object(document.value) as Readonly<Record<string, unknown>>;
  // YAML takes 3.1 without quotes for a number.
  const openapi = typeof declared === 'number' ? declared.toFixed(1) : declared;
  if (typeof swagger === 'string')
    throw new LeftOut(
      `This is Swagger ${swagger}.`,
      'Convert it to OpenAPI 3, for example by `npx swagger2openapi <file> -o openapi.json`.',
    );
  if (typeof openapi !== 'string')
    throw new LeftOut('This is no OpenAPI document: it has no `openapi`.', 'Name another file.');
  if (!/^3\.[01](?:\.|$)/.test(openapi))
    throw new LeftOut(`OpenAPI ${openapi} is not read.`, 'Name a document of OpenAPI 3.0 or 3.1.');
  const title = isObject(info) ? getOwn(info, 'title') : undefined;
  return {
    document,
    documents,
    version: openapi,
    title: typeof title === 'string' ? title : '',
    schemes: readSchemes(document, documents),
    server: readServer(document),
  };
}

/**
 * Reads the tool of an operation.
 *
 * @throws LeftOut if it has none.
 */
export function readTool(operation: Operation, api: Api, note: Note): ApiTool {
  const { document, documents, version, schemes } = api;
  const schemas = new SchemaReader(documents, version, operation.method === 'PATCH' ? 'patch' : 'request');
  const input = new FlatInput(note);
  const reading = { documents, schemas, input, note };
  const { parameters, secrets } = readParameters(operation, keysOf(schemes), reading);
  const body = readBody(operation, reading);
  const results = new SchemaReader(documents, version, 'response');
  const result = readResult(operation, documents, results);
  if (schemas.hasLostDefaults) note('its defaults are left out: what a PATCH does not send stays as it is');
  for (const name of schemas.secrets) note(`"${name}" of the body is left out, because it is a secret`);
  for (const property of [...schemas.lostDiscriminators, ...results.lostDiscriminators])
    note(
      `the discriminator "${property}" stands without alternatives, so nothing checks what belongs to its value`,
    );
  const raw = {
    ...describe(operation, note),
    inputSchema: input.schema(schemas.definitions),
    outputSchema: result.schema,
    ...(operation.method === 'GET' && { annotations: { readOnlyHint: true } }),
    _meta: metaOf(operation),
  };
  const { tools, warnings, refused } = importTools(raw, { format: 'mcp-2025-11-25' });
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
  // Where its schema cannot be read, nothing is known of the result.
  const settled = structuredClone({ outputSchema: {}, ...withoutListing(tool) });
  settleInput(settled.inputSchema);
  const both = [settled.inputSchema, settled.outputSchema].filter((schema) => schema !== undefined);
  if (both.map(widenUnions).includes(true))
    note('its `oneOf` is read as `anyOf`: what fits several alternatives is accepted, too');
  const server = serverOf(operation, api, note);
  const security = securityOf(operation, document, schemes, secrets);
  return {
    operation,
    tool: settled,
    code: printCall({
      method: operation.method,
      path: operation.path,
      parameters,
      body,
      security,
      schemes: schemesOf(secrets),
      accept: result.accept,
      server,
    }),
  };
}

function describe(
  { name, method, path, located }: Operation,
  note: Note,
): { readonly name: string; readonly description: string } {
  const { summary, description } = Object(located.value) as Readonly<Record<string, unknown>>;
  const [short, long] = [summary, description].map((text) => (typeof text === 'string' ? text.trim() : ''));
  const isRepeated = long?.toLowerCase().startsWith(short?.toLowerCase().replace(/\.$/, '') ?? '');
  const written = [isRepeated ? '' : short, long].filter(Boolean).join('\n\n');
  if (written !== '') return { name, description: written };
  // An agent is to know at least what it sends: the name may say nothing of a DELETE.
  note('the document does not describe it; its description names the request');
  return { name, description: `Sends ${method} ${path}; the API does not describe it.` };
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

/** The server of an operation where that is not the document's. */
function serverOf({ located, item }: Operation, api: Api, note: Note): string | undefined {
  const owner = [located, item].find((each) => addressOf(each) !== undefined);
  if (owner === undefined) return undefined;
  const server = readServer(owner);
  if (server === undefined)
    note(
      `names the server "${addressOf(owner)}", which is no whole address: it is sent to the server of the others`,
    );
  else if (originOf(server) !== originOf(api.server))
    note(
      `is sent to ${originOf(server)}, with what \`authorize\` adds, because the document names another server for it`,
    );
  return server === api.server ? undefined : server;
}

/** The first server that a document, path or operation names, as it is written. */
function addressOf({ value }: Located): string | undefined {
  const servers = isObject(value) ? getOwn(value, 'servers') : undefined;
  const server: unknown = Array.isArray(servers) ? servers[0] : undefined;
  if (!isObject(server) || typeof server['url'] !== 'string') return undefined;
  const { variables } = server;
  return server['url'].replace(/\{([^}]*)\}/g, (whole, name: string) => {
    const variable = isObject(variables) ? getOwn(variables, name) : undefined;
    return isObject(variable) ? String(variable['default']) : whole;
  });
}

/** The address of a document's, path's or operation's first server; `undefined` for none, or a part of one. */
function readServer(located: Located): string | undefined {
  // A document without servers means the one that it is read from.
  const address = addressOf(located) ?? '/';
  const base = /^https?:/.test(located.file) ? located.file : undefined;
  // A variable that says nothing is left as it is.
  if (address.includes('{') || !URL.canParse(address, base)) return undefined;
  const url = new URL(address, base);
  return /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, '') : undefined;
}

const originOf = (address: string | undefined): string | undefined => address && new URL(address).origin;

type Fields = Readonly<Record<string, unknown>>;

function readSchemes(document: Located, documents: Documents): SchemeTable {
  const schemes = getAtPointer(document.value, '/components/securitySchemes');
  const read = Object.entries(isObject(schemes) ? schemes : {}).map(([name, value]) => {
    const {
      type,
      in: place,
      name: parameter,
      scheme,
    } = Object(documents.follow({ ...document, value }).value) as Fields;
    const fields = Object.entries({ type, in: place, parameter, scheme }).filter(
      (field): field is [string, string] => typeof field[1] === 'string',
    );
    return [name, Object.fromEntries(fields)] as const;
  });
  return Object.fromEntries(read);
}

/** The parameters that API keys are sent as: `query key`. */
function keysOf(schemes: SchemeTable): ReadonlySet<string> {
  const keys = Object.values(schemes).filter(({ type }) => type === 'apiKey');
  return new Set(keys.map((scheme) => `${scheme['in']} ${scheme['parameter']}`));
}

/** The security of an operation: its own, or the document's, and that its parameters with secrets ask for. */
function securityOf(
  operation: Operation,
  document: Located,
  schemes: SchemeTable,
  secrets: readonly SecretParameter[],
): Security {
  const declared = declaredSecurity(operation, document, schemes);
  if (secrets.length === 0) return declared;
  const needed = scopesOf(secrets.filter(({ isRequired }) => isRequired));
  const alternatives = declared.length === 0 ? [{}] : declared;
  const without = alternatives.map((each) => ({ ...each, ...needed }));
  const all = alternatives.map((each) => ({ ...each, ...scopesOf(secrets) }));
  return secrets.every(({ isRequired }) => isRequired) ? all : [...all, ...without];
}

const scopesOf = (secrets: readonly SecretParameter[]): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(secrets.map(({ name }) => [name, []]));

function schemesOf(secrets: readonly SecretParameter[]): SchemeTable {
  return Object.fromEntries(
    secrets.map(({ name, in: place }) => [name, { type: 'apiKey', in: place, parameter: name }]),
  );
}

function declaredSecurity({ located }: Operation, document: Located, schemes: SchemeTable): Security {
  const own = isObject(located.value) ? getOwn(located.value, 'security') : undefined;
  const given = own ?? (isObject(document.value) ? getOwn(document.value, 'security') : undefined);
  if (!Array.isArray(given)) return [];
  return given.filter(isObject).map((alternative) =>
    Object.fromEntries(
      Object.entries(alternative)
        .filter(([name]) => Object.hasOwn(schemes, name))
        .map(([name, scopes]) => [name, Array.isArray(scopes) ? scopes.map(String) : []]),
    ),
  );
}
