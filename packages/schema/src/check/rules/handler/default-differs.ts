import { toolSource } from '../../base-fixture.ts';
import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { shownJson } from '../../text/quote.ts';

const withDefault = (value: string): string =>
  toolSource({
    input: `
      /** How to write the value. */
      format: Type.Union([Type.Literal('raw'), Type.Literal('shown')], { default: 'raw' }),`,
    exampleInput: `{ format: 'raw' }`,
    execute: `execute({ format = '${value}' }, { dom }) {
    return { value: readNumber(dom, format) };
  },`,
    after: `declare function readNumber(dom: Document, format: string): number;`,
  });

export const defaultDiffers: CodeRule<{ property: string; code: unknown; schema: unknown }> = defineCodeRule({
  id: 'default-differs',
  family: 'handler',
  severity: 'warning',
  title: 'Default in the code that is not the one of the schema',
  rationale:
    'The runtime fills in the default of the schema before it calls `execute`, so the one in the code never counts, whatever its author meant.',
  after: ['tool-invalid', 'schema-invalid', 'default-invalid'],
  message: ({ property, code, schema }) =>
    `\`${property}\` is ${shownJson(code)} by default in the code, and ${shownJson(schema)} in the schema, which wins.`,
  help: 'Take the default out of the code, and `Type.Optional` off the property where it stands; if the one in the code is right, move it to the schema.',
  examples: {
    bad: [
      {
        source: withDefault('shown'),
        message: '`format` is "shown" by default in the code, and "raw" in the schema, which wins.',
      },
    ],
    good: [withDefault('raw')],
  },
});
