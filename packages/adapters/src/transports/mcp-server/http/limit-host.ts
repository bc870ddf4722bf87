import { BTCPError, type ManifestTool, withImplied } from '@btcp/core';
import { refuseHiddenSearch } from '../../search/search-host.ts';
import type { ToolHost } from '../../tool-host.ts';

/**
 * A host with those tools of another that need no more than these capabilities, and what they imply. It reports only
 * changes of these tools. Of a host whose tools call others, those others are limited.
 *
 * @throws BTCPError `INVALID_ARGUMENT` where they cannot be.
 */
export function limitHost(host: ToolHost, capabilities: readonly string[]): ToolHost {
  const { behind } = host;
  if (behind) return behind.limit((hidden) => limitHost(hidden, capabilities));
  refuseHiddenSearch(host);
  const granted = new Set(capabilities.flatMap(withImplied));
  const listTools = (): readonly ManifestTool[] =>
    host.listTools().filter((tool) => tool.capabilities.every((id) => granted.has(id)));
  return {
    listTools,
    async callTool(name, ...call) {
      if (listTools().some((tool) => tool.name === name)) return host.callTool(name, ...call);
      throw new BTCPError('TOOL_NOT_FOUND', `There is no tool "${name}".`);
    },
    on(event, listener) {
      let before = listTools();
      return host.on(event, () => {
        const now = listTools();
        const isSame = now.length === before.length && now.every((tool, index) => tool === before[index]);
        before = now;
        if (!isSame) listener();
      });
    },
  };
}
