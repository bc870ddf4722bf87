import type { UnplacedDiagnostic } from '@btcp/core';
import { joinPointer } from '@btcp/schema/internal';
import type { InferredTool } from '../infer/infer-tool.ts';

/** Fields that an alias has of its tool. */
const SHARED = ['description', 'capabilities', 'tags', 'timeout', 'confirm'];

export function withAliases(tool: InferredTool): readonly InferredTool[] {
  const { aliases = [], fields, inputSchema } = tool.definitionValue;
  if (inputSchema === undefined) return [tool];
  return [
    tool,
    ...aliases.map((alias): InferredTool => {
      const { name, sunset, inputSchema: own } = alias;
      const shared = own === undefined ? [...SHARED, 'examples'] : SHARED;
      return {
        ...tool,
        name,
        alias: { ...alias, toolName: tool.name, toolInput: inputSchema },
        outputDiagnostics: [],
        definitionValue: {
          fields: {
            ...Object.fromEntries(shared.map((field) => [field, fields[field]])),
            deprecated: true,
            successor: tool.name,
            ...(sunset !== undefined && { sunset }),
            aliasOf: tool.name,
          },
          inputSchema: own ?? inputSchema,
          hasExecute: true,
          problems: [],
        },
      };
    }),
  ];
}

/** Whether a diagnostic can be followed: of an alias, only advice about its input. All else is its tool's, or the past's. */
export const isFollowable = (
  { alias }: { readonly alias?: unknown },
  { id, severity, path }: UnplacedDiagnostic,
): boolean =>
  alias === undefined || severity === 'error' || path.startsWith('/inputSchema') || id === 'sunset-reached';

/** Translates a pointer into an alias as published to one into the definition of its tool. */
export function pointerOfAlias(name: string, path: string): string {
  const isOfInput = path === '/inputSchema' || path.startsWith('/inputSchema/');
  return (
    joinPointer('/aliases', name) + (isOfInput || path === '/sunset' || path === '/mapInput' ? path : '')
  );
}
