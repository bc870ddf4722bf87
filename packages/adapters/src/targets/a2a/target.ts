import { contentKind } from '@btcp/core/content';
import { isObject } from '@btcp/schema/internal';
import { KEEP_ALL } from '../../lower/rules.ts';
import type { ExportProfile } from '../../profile/export-profile.ts';
import type { Exports } from '../../profile/format.ts';

/** A2A's `AgentSkill`. */
export interface A2ASkill {
  id: string;
  name: string;
  description: string;
  tags: string[];
  examples?: string[];
  inputModes: string[];
  outputModes: string[];
}

const MODES = ['application/json'];

/** A picture or file is of its own type, and a string is text. */
function outputModes(outputSchema: unknown): string[] {
  if (!isObject(outputSchema)) return MODES;
  if (contentKind(outputSchema) === 'media') return [String(outputSchema['contentMediaType'])];
  return outputSchema['type'] === 'string' ? ['text/plain'] : MODES;
}

const profile: ExportProfile = {
  // A skill's name is for people, and its id is free text.
  names: { chars: '\\s\\S', max: 512, separator: ':' },
  schema: KEEP_ALL,
  write: ({ tool, name, description, outputSchema, options }) => {
    const id = [options.namespace, name, options.namespace === undefined ? undefined : options.version];
    const examples = (tool.examples ?? []).flatMap((example) => example?.description ?? []);
    return {
      tool: {
        id: id.filter((segment) => segment !== undefined).join(':'),
        name,
        description,
        tags: [...(tool.tags ?? [])],
        ...(examples.length > 0 && { examples }),
        inputModes: MODES,
        outputModes: outputModes(outputSchema),
      },
      changes: [
        {
          code: 'schema-dropped',
          path: '/inputSchema',
          detail: 'AgentSkill carries no schema',
          effect: 'none',
        },
      ],
    };
  },
};

/** A2A's `AgentSkill`. */
export const a2a: Exports<A2ASkill> = { export: profile };
