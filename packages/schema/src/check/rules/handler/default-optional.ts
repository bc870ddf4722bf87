import { toolSource } from '../../base-fixture.ts';
import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

const withRows = (schema: string): string =>
  toolSource({
    input: `
      /** Address of the topmost cell in A1 notation, for example "B5". */
      cell: Type.String({ pattern: '^[A-Z]+[0-9]+$' }),
      /** How many rows to add up. */
      rows: ${schema},`,
    exampleInput: `{ cell: 'B5', rows: 5 }`,
    execute: `execute({ cell, rows }, { dom }) {
    return { value: addUp(dom, cell, rows) };
  },`,
    after: `declare function addUp(dom: Document, cell: string, rows: number | undefined): number;`,
  });

export const defaultOptional: CodeRule<{ property: string }> = defineCodeRule({
  id: 'default-optional',
  family: 'handler',
  severity: 'info',
  fix: 'Takes `Type.Optional` off the property.',
  title: 'Property with a default in `Type.Optional`',
  rationale:
    'The runtime fills the default in before it calls `execute`, so the property is always there; `Type.Optional` types it as `undefined` too, which the code then handles for nothing. Without it callers may still leave the property out.',
  after: ['tool-invalid', 'schema-invalid', 'default-invalid'],
  message: ({ property }) =>
    `${quoted(property)} has a default and stands in \`Type.Optional\`, so \`execute\` sees \`undefined\` in its type, which never occurs.`,
  help: 'Take `Type.Optional` off: the build lets callers leave out what has a default.',
  examples: {
    bad: [
      {
        source: withRows('Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 }))'),
        message:
          '"rows" has a default and stands in `Type.Optional`, so `execute` sees `undefined` in its type, which never occurs.',
      },
    ],
    good: [withRows('Type.Integer({ minimum: 1, maximum: 100, default: 20 })')],
  },
});
