import { KEEP_ALL } from '../lower/schema-rules.ts';
import { dropOutput } from './drop-output.ts';
import type { Profile } from './profile.ts';

/** What forge's `FormatToolForLLM` writes. */
export const forge: Profile = {
  names: { chars: 'A-Za-z0-9_\\-', max: 64, separator: '__', isSnakeCase: true, describe: 'silent' },
  schema: KEEP_ALL,
  write: (entry) => ({
    tool: { name: entry.name, description: entry.description, parameters: entry.inputSchema },
    changes: dropOutput(entry, 'no field'),
  }),
};
