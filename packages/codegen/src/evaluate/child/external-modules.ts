import * as core from '@btcp/core';
import * as content from '@btcp/core/content';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SyntheticModule } from 'node:vm';
import type { BundledTypeBox, ExternalModule } from '../evaluation-protocol.ts';

// Runs in the evaluation process, so it must not import modules of the build.

/** The toolkit's own, which this process has. */
const OWN: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map([
  ['@btcp/core', { ...core }],
  ['@btcp/core/content', { ...content }],
]);

/** External modules, loaded before the author's. A module that fails to load throws only where it is used. */
export class ExternalModules {
  readonly #modules = new Map<string, SyntheticModule>();
  readonly #typebox: BundledTypeBox | undefined;

  constructor(typebox: BundledTypeBox | undefined) {
    this.#typebox = typebox;
  }

  async load(external: ExternalModule): Promise<void> {
    const { name, specifier } = external;
    const wanted = external.wanted.filter((each) => each !== '*');
    let given: Readonly<Record<string, unknown>>;
    try {
      given = OWN.get(specifier) ?? (await this.#read(external));
    } catch (error) {
      const missing = standIn(specifier, String((Object(error) as Partial<Error>).message ?? error));
      given = Object.fromEntries(wanted.map((each) => [each, missing]));
    }
    const names = [...Object.keys(given), ...wanted];
    const module = new SyntheticModule([...new Set(names)], () => {
      for (const [key, value] of Object.entries(given)) module.setExport(key, value);
    });
    this.#modules.set(name, module);
  }

  async #read(external: ExternalModule): Promise<Record<string, unknown>> {
    const url = urlOf(external);
    if (url.endsWith('.json')) return readJson(url);
    const { entry, bundle } = this.#typebox ?? {};
    return (await import(bundle !== undefined && url === entry ? bundle : url)) as Record<string, unknown>;
  }

  module(name: string): SyntheticModule | undefined {
    return this.#modules.get(name);
  }
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

function urlOf({ specifier, importer, json }: ExternalModule): string {
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
