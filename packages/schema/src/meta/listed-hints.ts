import { derivedHints, type ManifestTool } from '@btcp/core';

/**
 * MCP's hints for a tool, as clients get them: its author's, else the derived ones. Clients approve calls on these
 * hints, so an author's may only say less than the derived ones: a promise that these do not make is left out.
 */
export function listedHints(
  tool: Pick<ManifestTool, 'mcp' | 'capabilities' | 'capabilitiesVerified'>,
): Readonly<Record<string, unknown>> {
  const given = tool.mcp?.annotations;
  const derived = derivedHints(tool);
  if (given === undefined) return { ...derived };
  const { readOnlyHint: isReading = false, openWorldHint: isOpen = true } = derived;
  // What only reads destroys nothing, and can be repeated.
  const allowed = new Map<string, readonly unknown[]>([
    ['readOnlyHint', [false, isReading]],
    ['destructiveHint', [true, !isReading]],
    ['idempotentHint', [false, isReading]],
    ['openWorldHint', [true, isOpen]],
  ]);
  return Object.fromEntries(
    Object.entries(given ?? {}).filter(([name, value]) => allowed.get(name)?.includes(value) ?? true),
  );
}
