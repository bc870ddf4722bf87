import { everyGroup, KEEP, keywordTable } from '../lower/keyword-rule.ts';
import { isReadOnly } from './annotations.ts';
import { dropOutput } from './drop-output.ts';
import type { Profile } from './profile.ts';

/** WebMCP's `ModelContextTool`, without its `execute`. */
export const webmcp: Profile = {
  names: { chars: 'A-Za-z0-9_.\\-', max: 128, separator: '.' },
  schema: { keywords: keywordTable(everyGroup(KEEP)) },
  write: (entry) => {
    const { tool, name, description, inputSchema, outputSchema, options } = entry;
    const sendsOutput = outputSchema !== undefined && options.outputSchema === true;
    return {
      tool: {
        name,
        description,
        inputSchema,
        ...(sendsOutput && { outputSchema }),
        annotations: { readOnlyHint: isReadOnly(tool), untrustedContentHint: false },
      },
      changes: sendsOutput ? [] : dropOutput(entry, 'ModelContextTool has no outputSchema'),
    };
  },
};
