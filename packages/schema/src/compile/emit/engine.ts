import Ajv from 'ajv/dist/core.js';
import { defaultOf } from '../ajv-module.ts';
import { VOCABULARY } from '../keywords/vocabulary.ts';

const AjvCore: typeof Ajv.default = defaultOf(Ajv);

/**
 * ajv's code generator with our vocabulary: linked schemas in, no meta-schemas, no formats, no messages. The keywords
 * are our own: ajv's depend on their order and on how failures are counted.
 */
class Engine extends AjvCore {
  override _addVocabularies(): void {
    this.addVocabulary([...VOCABULARY]);
  }
}

/** The one instance. It holds the rules only; what is compiled leaves nothing in it. */
export const engine: Engine = new Engine({
  strict: false,
  // NaN and infinities are no JSON.
  strictNumbers: true,
  meta: false,
  validateSchema: false,
  messages: false,
  verbose: true,
  allErrors: true,
  code: { optimize: false },
});
