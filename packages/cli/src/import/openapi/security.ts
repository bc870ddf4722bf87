import { getOwn, isObject } from '@btcp/schema';
import type { Documents, Located } from '../files/documents.ts';
import type { Operation, SchemeTable, Security } from './operation.ts';
import type { SecretParameter } from './read-parameters.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields of a scheme → their names for `authorize`. */
const FIELDS = {
  type: 'type',
  in: 'in',
  name: 'parameter',
  scheme: 'scheme',
};

/** Reads the security schemes of a document. */
export function readSchemes(document: Located, documents: Documents): SchemeTable {
  const components = isObject(document.value) ? getOwn(document.value, 'components') : undefined;
  const schemes = isObject(components) ? getOwn(components, 'securitySchemes') : undefined;
  const read = Object.entries(isObject(schemes) ? schemes : {}).map(([name, value]) => {
    const scheme = Object(documents.follow({ ...document, value }).value) as Fields;
    const fields = Object.entries(FIELDS).flatMap(([field, own]) =>
      typeof scheme[field] === 'string' ? [[own, scheme[field]]] : [],
    );
    return [name, Object.fromEntries(fields) as Readonly<Record<string, string>>] as const;
  });
  return Object.fromEntries(read);
}

/** The parameters that API keys are sent as: `query key`. */
export function keysOf(schemes: SchemeTable): ReadonlySet<string> {
  const keys = Object.values(schemes).filter(({ type }) => type === 'apiKey');
  return new Set(keys.map((scheme) => `${scheme['in']} ${scheme['parameter']}`));
}

/** The security of an operation: its own, or the document's, and that its parameters with secrets ask for. */
export function securityOf(
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

/** Parameters with secrets as schemes. */
export function schemesOf(secrets: readonly SecretParameter[]): SchemeTable {
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
