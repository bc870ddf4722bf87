import { readFileSync } from 'node:fs';
import { SyntheticModule } from 'node:vm';
import * as core from '@btcp/core';
import { type EvaluatedModule, type ExternalModule, NAMESPACE, REQUIRED } from '../evaluation-protocol.ts';

// Bundled with what evaluates: nothing of the build is imported here.

/** Modules of others, loaded before the author's: one that fails only fails where something of it is used. */
export class ExternalModules {
  readonly #exports = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #modules = new Map<string, SyntheticModule>();
  readonly #missing = new Map<string, { readonly specifier: string; readonly reason: string }>();

  /** @returns Why it cannot be loaded, if it cannot. */
  async load(external: ExternalModule, modules: readonly EvaluatedModule[]): Promise<string | undefined> {
    const { name, specifier, url, reason } = external;
    try {
      const exports = specifier === '@btcp/core' ? { ...core } : await read(url, reason);
      const given = { ...exports, [NAMESPACE]: exports, [REQUIRED]: exports['default'] ?? exports };
      const wanted = modules.flatMap(({ externals }) =>
        externals.flatMap((line) => (line.external === name ? line.wanted : [])),
      );
      const module = new SyntheticModule([...new Set([...Object.keys(given), ...wanted])], () => {
        for (const [key, value] of Object.entries(given)) module.setExport(key, value);
      });
      this.#exports.set(name, exports);
      this.#modules.set(name, module);
      return undefined;
    } catch (error) {
      const text = String((Object(error) as Partial<Error>).message ?? error);
      this.#missing.set(name, { specifier, reason: text });
      return text;
    }
  }

  module(name: string): SyntheticModule | undefined {
    return this.#modules.get(name);
  }

  isMissing(name: string): boolean {
    return this.#missing.has(name);
  }

  readonly fail = (name: string): never => {
    const { specifier, reason } = this.#missing.get(name) ?? {};
    throw Object.assign(new Error(reason), { missingImport: specifier });
  };

  /** Stands for something of a module that is missing: fails where it is used. */
  readonly standIn = (name: string): unknown => {
    const fail = (): never => this.fail(name);
    return new Proxy(function () {}, {
      get: fail,
      has: fail,
      apply: fail,
      construct: fail,
      getPrototypeOf: fail,
    });
  };

  /** What is exported under a name by any of them. */
  exportNamed(name: string): unknown {
    return [...this.#exports.values()].find((exports) => name in exports)?.[name];
  }
}

async function read(url: string | undefined, reason: string | undefined): Promise<Record<string, unknown>> {
  if (url === undefined) throw new Error(reason);
  return url.endsWith('.json') ? readJson(url) : ((await import(url)) as Record<string, unknown>);
}

function readJson(url: string): Record<string, unknown> {
  const value = JSON.parse(readFileSync(new URL(url), 'utf8')) as unknown;
  return { ...(Object(value) as object), default: value };
}
