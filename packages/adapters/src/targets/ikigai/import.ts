import type { ImportProfile } from '../../profile/import-profile.ts';

/** What `--schema` of an ikigai tool prints. */
export const ikigaiImport: ImportProfile = {
  title: 'ikigai',
  input: [{ field: 'parameters' }],
  output: [],
  quiet: [],
};
