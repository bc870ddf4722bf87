import * as core from '@btcp/core';
import * as content from '@btcp/core/content';
import * as typebox from '@sinclair/typebox';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SyntheticModule } from 'node:vm';
import { isSchemaLibrary, TYPEBOX, TYPEBOX_VERSION } from '../../source/schema-libraries.ts';
import type { ExternalModule } from '../evaluation-protocol.ts';

// Runs in the evaluation process, so it must not import modules of the build.

type Exports = Readonly<Record<string, unknown>>;

/** The toolkit's own, which this process has. */
const OWN: ReadonlyMap<string, Exports> = new Map([
  ['@btcp/core', { ...core }],
  ['@btcp/core/content', { ...content }],
]);

/** Loads an external module of all that are loaded. One that fails to load throws only where it is used. */
export async function loadExternal(
  external: ExternalModule,
  all: readonly ExternalModule[],
): Promise<SyntheticModule> {
  const wanted = [...external.wanted].filter((each) => each !== '*');
  let given: Exports;
  try {
    given = OWN.get(external.specifier) ?? (await read(external, all));
  } catch (error) {
    const reason = String((Object(error) as Partial<Error>).message ?? error);
    const missing = standIn(external.specifier, reason);
    given = Object.fromEntries(wanted.map((each) => [each, missing]));
  }
  const module = new SyntheticModule([...new Set([...Object.keys(given), ...wanted])], () => {
    for (const [key, value] of Object.entries(given)) module.setExport(key, value);
  });
  return module;
}

async function read(external: ExternalModule, all: readonly ExternalModule[]): Promise<Exports> {
  const url = urlOf(external);
  if (url.endsWith('.json')) return readJson(url);
  if (external.specifier === TYPEBOX && all.every(isApart) && hasSameTypeBox(url)) return { ...typebox };
  return (await import(url)) as Exports;
}

// Another module may use TypeBox as it is installed, whose registries of formats and types would be others.
const isApart = ({ specifier }: ExternalModule): boolean =>
  specifier === TYPEBOX ||
  OWN.has(specifier) ||
  isSchemaLibrary(specifier) ||
  isBuiltin(specifier) ||
  specifier.endsWith('.json');

/** @param url - Of its entry, `build/esm/index.mjs`. */
function hasSameTypeBox(url: string): boolean {
  const manifest = new URL('../../package.json', url);
  return existsSync(manifest) && readJson(manifest.href)['version'] === TYPEBOX_VERSION;
}

/** Makes a placeholder for an export of a missing module, which throws where it is used. */
function standIn(specifier: string, reason: string): unknown {
  const fail = (): never => {
    throw Object.assign(new Error(reason), { missingImport: specifier });
  };
  const traps = { get: fail, has: fail, apply: fail, construct: fail, getPrototypeOf: fail, ownKeys: fail };
  return new Proxy(function () {}, traps);
}

// Captured before a module can replace it.
const { stringify } = JSON;

/** Throws if a value contains a placeholder: JSON reads `toJSON` of every object. */
export function failIfMissing(value: unknown): void {
  try {
    stringify(value);
  } catch (error) {
    if ('missingImport' in (Object(error) as object)) throw error;
  }
}

const CODE: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.json', '.node', '.ts', '.mts']);

function urlOf({ specifier, importers: [importer = ''], json }: ExternalModule): string {
  if (isBuiltin(specifier)) return specifier;
  if (json !== undefined) return pathToFileURL(json).href;
  const from = pathToFileURL(importer).href;
  let url: string;
  try {
    url = import.meta.resolve(specifier, from);
    // As bundlers do, also finds `dayjs/plugin/utc` without its extension.
    if (!existsSync(new URL(url))) url = pathToFileURL(createRequire(from).resolve(specifier)).href;
  } catch {
    throw new Error(`\`${specifier}\` cannot be found`);
  }
  if (!CODE.has(extname(url))) throw new Error(`\`${specifier}\` is not code`);
  return url;
}

function readJson(url: string): Record<string, unknown> {
  const value = JSON.parse(readFileSync(new URL(url), 'utf8')) as unknown;
  return { ...(Object(value) as object), default: value };
}
