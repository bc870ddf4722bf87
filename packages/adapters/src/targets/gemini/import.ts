import type { ImportProfile } from '../../profile/import-profile.ts';
import { readOpenApi } from './read-open-api.ts';

/** Gemini's function declarations, with JSON Schema or its own schemas, in either spelling of its SDKs. */
export const geminiImport: ImportProfile = {
  title: 'Gemini',
  input: [
    { field: 'parametersJsonSchema' },
    { field: 'parameters_json_schema' },
    { field: 'parameters', decode: readOpenApi },
  ],
  isInputOptional: true,
  output: [
    { field: 'responseJsonSchema' },
    { field: 'response_json_schema' },
    { field: 'response', decode: readOpenApi },
  ],
  quiet: [],
};
