import { getOwn, isObject } from '@btcp/schema';
import type { ImportProfile } from '../../profile/import-profile.ts';

/** The field of example inputs. */
const EXAMPLES = 'input_examples';

/** Anthropic's Messages: `tools[]`. */
export const anthropicImport: ImportProfile = {
  title: 'Anthropic',
  input: [{ field: 'input_schema' }],
  output: [],
  quiet: ['type', 'strict', EXAMPLES],
  readExamples: (tool, { warn }) => {
    const inputs = getOwn(tool, EXAMPLES);
    if (inputs === undefined) return [];
    if (Array.isArray(inputs) && inputs.every(isObject)) return inputs.map((input) => ({ input }));
    warn({ code: 'field-dropped', path: `/${EXAMPLES}`, detail: 'no array of example inputs' });
    return [];
  },
};
