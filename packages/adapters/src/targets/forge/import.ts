import type { ImportProfile } from '../../profile/import-profile.ts';

/** What forge's `FormatToolForLLM` writes. */
export const forgeImport: ImportProfile = {
  title: 'forge',
  input: [{ field: 'parameters' }],
  output: [],
  quiet: [],
};
