import { type Command, defineCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { type ModelSpec, parseModel } from '../eval/parse-model.ts';
import { CONFIG, integer, list, number, oneOf, type Option, text } from '../option.ts';

const MODELS = list(
  '<model>',
  'anthropic, openai or google, with what `btcp export` writes for them, or any provider of the AI SDK, such as mistral or ai-sdk/openai, with the tools that it gets in a program; then `:` and the id of a model. May be repeated.',
);

const MODEL: Option<readonly ModelSpec[]> = {
  ...MODELS,
  isNeeded: true,
  read(given, name) {
    const models = MODELS.read(given, name) ?? [];
    if (models.length === 0)
      throw new UsageError('Name a model: --model anthropic, for example, or anthropic:<model id>.');
    return models.map(parseModel);
  },
};

const MIN = number(
  '<share>',
  'a number from 0 to 1',
  'Exit with 1 if a smaller share of the answers of a model is right. Default: 1, or with --against 0.',
  (text) => text !== '' && Number(text) >= 0 && Number(text) <= 1,
);

/** `btcp eval`. */
export const evaluating: Command = defineCommand({
  name: 'eval',
  summary:
    'Asks a model what each case asks, and reports whether it makes the right call. It also reports the tokens that this takes. No tool is run.',
  operands: {
    usage: '<cases.yaml> [<manifest>]',
    help: {
      '<cases.yaml>': 'The cases, in YAML or JSON: [{ ask, expect: { tool, input, exact, not }, runs }].',
      '<manifest>':
        'The tools: a manifest, a folder with one, git:<revision>[:<path>], or npm:<package>@<version>. Default: what `btcp build` wrote for the project in this folder.',
    },
    missing: 'eval takes a file of cases, in YAML or JSON.',
    most: [2, (extra) => `eval takes one file of cases and one manifest; got "${extra}" too.`],
  },
  options: {
    model: MODEL,
    against: text(
      '<manifest>',
      'Compare with these tools, named in the same ways, and exit with 1 if a case does worse now.',
    ),
    min: MIN,
    record: text('<file>', 'Ask only for answers that this file lacks, and add them; it has no keys.'),
    replay: text('<file>', 'Take all answers from this file, without network or key.'),
    'base-url': text('<url>', "Where the provider's API is, such as a gateway. Default: as @ai-sdk says."),
    'max-calls': integer('Refuse to begin if more answers have to be asked for. Default: 100.'),
    format: oneOf(['pretty', 'json'], 'How to print the report; JSON has every call.'),
    config: CONFIG,
  },
  excludes: { record: ['replay'] },
  load: async () => (await import('../eval/run-eval.ts')).runEval,
});
