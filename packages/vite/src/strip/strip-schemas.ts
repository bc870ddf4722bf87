import MagicString, { type SourceMap } from 'magic-string';
import type { Plugin } from 'vite';
import { findConstants, mayHaveConstants } from './find-constants.ts';
import { findSchemas } from './find-schemas.ts';
import { findUnused } from './find-unused.ts';
import type { Node } from './syntax.ts';

/**
 * Leaves out of a page's bundle what its client never reads: the schemas, examples and descriptions of tools, with the
 * constants and imports that only they use. The manifest and the validators have them.
 */
export function stripSchemas(): Plugin {
  return {
    name: 'btcp:strip-schemas',
    apply: 'build',
    transform(code, id) {
      if (this.environment.config.consumer !== 'client') return undefined;
      const isTool = code.includes('defineTool');
      if (!isTool && (id.includes('/node_modules/') || !mayHaveConstants(code))) return undefined;
      return strip(code, this.parse(code) as unknown as Node, id);
    },
  };
}

/** @returns Nothing where a module stays as it is. */
export function strip(code: string, program: Node, id: string): { code: string; map: SourceMap } | undefined {
  const schemas = findSchemas(program);
  const removed = [...schemas, ...findUnused(program, schemas)];
  const isRemoved = (start: number): boolean =>
    removed.some((range) => range.start <= start && start < range.end);
  const constants = findConstants(program).filter(({ start }) => !isRemoved(start));
  if (removed.length + constants.length === 0) return undefined;
  const text = new MagicString(code);
  for (const { start, end } of removed) text.remove(start, end);
  // Bundlers drop a call with this mark if its result is not used, whatever it calls.
  for (const { start, end } of constants)
    text.appendRight(start, '/*#__PURE__*/ (() => ').appendLeft(end, ')()');
  return {
    code: text.toString(),
    map: text.generateMap({ source: id, includeContent: true, hires: 'boundary' }),
  };
}
