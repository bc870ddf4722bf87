import type { Warning } from '@btcp/adapters';
import type { ManifestTool, UnplacedDiagnostic } from '@btcp/core';
import { getAtPointer, isObject, joinPointer, parsePointer } from '@btcp/schema';

/**
 * A tool without the examples and defaults that contradict its schemas.
 *
 * @param errors - The build's errors for it.
 * @param droppable - Rules whose keyword is left out, because somebody else enforces it.
 */
export function dropContradictions(
  tool: ManifestTool,
  errors: readonly UnplacedDiagnostic[],
  droppable: readonly string[] = [],
): { readonly tool: ManifestTool; readonly warnings: readonly Warning[] } {
  const warnings: Warning[] = [];
  let left = tool;
  for (const { id, path, message } of errors) {
    if (droppable.includes(id) && getAtPointer(left, path) !== undefined) {
      left = withoutMember(left, path);
      warnings.push({ tool: tool.name, code: 'keyword-dropped', path, detail: `it is left out: ${message}` });
      continue;
    }
    const what = path.startsWith('/examples') ? 'examples' : id === 'default-invalid' ? 'default' : undefined;
    if (what === undefined) continue;
    const at = what === 'examples' ? '/examples' : defaultAt(path);
    if (getAtPointer(left, at) === undefined) continue;
    left = withoutMember(left, at);
    const detail = `the ${what === 'examples' ? 'examples were' : 'default was'} left out: ${message}`;
    warnings.push({ tool: tool.name, code: 'field-dropped', path, detail });
  }
  return { tool: left, warnings };
}

// An error may be inside a default.
function defaultAt(path: string): string {
  const tokens = parsePointer(path) ?? [];
  return joinPointer('', ...tokens.slice(0, tokens.lastIndexOf('default') + 1));
}

function withoutMember(tool: ManifestTool, pointer: string): ManifestTool {
  const copy = structuredClone(tool);
  const tokens = parsePointer(pointer) ?? [];
  const holder = getAtPointer(copy, joinPointer('', ...tokens.slice(0, -1)));
  if (isObject(holder)) delete holder[tokens.at(-1) ?? ''];
  return copy;
}
