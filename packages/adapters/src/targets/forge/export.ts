import { KEEP_ALL } from '../../lower/rules.ts';
import { dropOutput, type ExportProfile } from '../../profile/export-profile.ts';

/** What forge's `FormatToolForLLM` writes. */
export const forgeExport: ExportProfile = {
  media: 'note',
  names: { chars: 'A-Za-z0-9_\\-', max: 64, separator: '__', isSnakeCase: true, describe: 'silent' },
  schema: KEEP_ALL,
  write: (entry) => ({
    tool: { name: entry.name, description: entry.description, parameters: entry.inputSchema },
    changes: dropOutput(entry, 'no field'),
  }),
};
