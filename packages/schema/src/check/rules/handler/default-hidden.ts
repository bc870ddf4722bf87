import { toolSource } from '../../base-fixture.ts';
import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { shownJson } from '../../text/quote.ts';

const withLimit = (schema: string, parameter: string): string =>
  toolSource({
    input: `
      /** Address of the topmost cell in A1 notation, for example "B5". */
      cell: Type.String({ pattern: '^[A-Z]+[0-9]+$' }),
      /** How many rows to add up. */
      rows: ${schema},`,
    exampleInput: `{ cell: 'B5', rows: 5 }`,
    execute: `execute({ cell, ${parameter} }, { dom }) {
    return { value: addUp(dom, cell, rows) };
  },`,
    after: `declare function addUp(dom: Document, cell: string, rows: number | undefined): number;`,
  });

export const defaultHidden: CodeRule<{ property: string; code: unknown }> = defineCodeRule({
  id: 'default-hidden',
  family: 'handler',
  severity: 'warning',
  title: 'Default that stands only in the code',
  rationale:
    'An agent sees the schema, not the code: it cannot know what it gets by leaving the property out.',
  after: ['tool-invalid', 'schema-invalid', 'default-missing', 'default-in-prose'],
  message: ({ property, code }) =>
    `\`${property}\` is ${shownJson(code)} by default, which an agent cannot see: its schema has no default.`,
  help: ({ code }) =>
    `Move it to the schema, as \`default: ${shownJson(code)}\`, and take \`Type.Optional\` off; the runtime then fills it in.`,
  examples: {
    bad: [
      {
        source: withLimit('Type.Optional(Type.Integer({ minimum: 1, maximum: 100 }))', 'rows = 20'),
        message: '`rows` is 20 by default, which an agent cannot see: its schema has no default.',
      },
    ],
    good: [withLimit('Type.Integer({ minimum: 1, maximum: 100, default: 20 })', 'rows')],
  },
});
