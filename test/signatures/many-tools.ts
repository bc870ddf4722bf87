import type { Manifest } from '@btcp/core';

/** A manifest with tools of several kinds, in all scripts. */
export const MANY: Manifest = {
  btcp: '1.0',
  name: 'many-tools',
  version: '1.0.0',
  description: 'Outils, инструменты, 工具 🛠 — “quoted”, \u2028 and \u0000.',
  tools: Array.from({ length: 20 }, (_, at) => ({
    name: `getThing${at}`,
    description: `Retrieves thing number ${at}: Å, \\, ", é.`,
    inputSchema: {
      type: 'object',
      properties: { '€': { maximum: 1e21 * at }, '\u{1F600}': { const: at / 3 } },
    },
    capabilities: ['dom:read'],
    deprecated: at % 2 === 0,
  })),
  capabilities: ['dom:read'],
};
