import { getOwn, isObject } from '@btcp/schema';
import type { Located } from '../files/documents.ts';

/**
 * The address of the first server of a document, path or operation, with the defaults of its variables.
 *
 * @returns `undefined` where there is none, or only a part of one.
 */
export function readServer({ value, file }: Located): string | undefined {
  const servers = isObject(value) ? getOwn(value, 'servers') : undefined;
  const server: unknown = Array.isArray(servers) ? servers[0] : undefined;
  if (!isObject(server) || typeof server['url'] !== 'string') return undefined;
  const { variables } = server;
  const address = server['url'].replace(/\{([^}]*)\}/g, (whole, name: string) => {
    const variable = isObject(variables) ? getOwn(variables, name) : undefined;
    return isObject(variable) ? String(variable['default']) : whole;
  });
  const base = /^https?:/.test(file) ? file : undefined;
  if (!URL.canParse(address, base)) return undefined;
  const url = new URL(address, base);
  return /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, '') : undefined;
}
