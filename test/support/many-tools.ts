import { IMPORTS } from './tool-source.ts';

/** The name of one of the tools of `toolsUpTo`. */
export const nameOf = (index: number): string => `countRows${String(index).padStart(2, '0')}`;

/** The source of tools that each count to their own number, the last with an alias. */
export function toolsUpTo(count: number): string {
  const tools = Array.from({ length: count }, (_, index) => {
    const alias = index === count - 1 ? 'aliases: { allRows: {} },' : '';
    return `/** Counts the rows of table ${index}. */
export const ${nameOf(index)} = defineTool({
  inputSchema: Type.Object({ most: Type.Integer({ minimum: 0, maximum: ${index + 100}, default: ${index} }) }, { additionalProperties: false }),
  outputSchema: Type.Object({ rows: Type.Integer() }, { additionalProperties: false }),
  capabilities: [],
  ${alias}
  execute: ({ most }) => ({ rows: most }),
});`;
  });
  return `${IMPORTS}\n${tools.join('\n')}\n`;
}
