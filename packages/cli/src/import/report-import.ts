import type { RefusedImport, Warning } from '@btcp/adapters';
import { line } from '../printable-io.ts';

/**
 * The report on an import, for people; what several tools share is reported once.
 *
 * @param allowed - Diagnostics of rules that excluded no tool.
 */
export function reportImport(
  warnings: readonly Warning[],
  refused: readonly RefusedImport[],
  allowed: readonly string[],
): string {
  const said = new Map<string, string[]>();
  for (const { tool = '', code, path, detail } of warnings) {
    const text = `${code} at ${path}: ${detail}`;
    said.set(text, [...(said.get(text) ?? []), tool]);
  }
  const warned = [...said].map(([text, tools]) => line`warning  ${listOf(tools)}: ${text}`);
  const left = refused.map(({ path, name, message, help }) => {
    const place = path === '' ? '' : ` at ${shortened(path)}`;
    return line`error    ${name ?? 'a tool'}${place}: ${message}` + line`  help: ${help}`;
  });
  const overruled = allowed.map((text) => line`warning  ${text}`);
  if (allowed.length > 0)
    overruled.push(
      "  help: A build refuses this too, until `rules` of btcp.config.ts has the rule as 'warning' or 'off'.\n",
    );
  return [...warned, ...overruled, ...left].join('');
}

// Cuts pointers with hundreds of levels.
function shortened(path: string): string {
  return path.length <= 160 ? path : `${path.slice(0, 80)}…${path.slice(-40)}`;
}

const MAX_LISTED = 3;

/** Names of tools, the first ones of many. */
export function listOf(tools: readonly string[]): string {
  const first = tools.slice(0, MAX_LISTED).join(', ');
  return tools.length > MAX_LISTED ? `${first} and ${tools.length - MAX_LISTED} more` : first;
}
