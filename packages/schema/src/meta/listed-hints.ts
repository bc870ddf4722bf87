import { derivedHints, type ManifestTool } from '@btcp/core';

/**
 * MCP's hints for a tool, as clients get them: its author's, else the derived ones. Clients approve calls on these
 * hints, so what code can prove is left out where it does not. What no code proves, that a tool deletes nothing or can
 * be called again, is as stated: a build refuses it where code shows the opposite.
 */
export function listedHints(
  tool: Pick<ManifestTool, 'mcp' | 'capabilities' | 'capabilitiesVerified'>,
): Readonly<Record<string, unknown>> {
  const given = tool.mcp?.annotations;
  const derived = derivedHints(tool);
  if (given === undefined) return { ...derived };
  const { readOnlyHint: isReading = false, openWorldHint: isOpen = true } = derived;
  const allowed = new Map<string, readonly unknown[]>([
    ['readOnlyHint', [false, isReading]],
    ['destructiveHint', [true, false]],
    ['idempotentHint', [true, false]],
    ['openWorldHint', [true, isOpen]],
  ]);
  return Object.fromEntries(
    Object.entries(given ?? {}).filter(([name, value]) => allowed.get(name)?.includes(value) ?? true),
  );
}
