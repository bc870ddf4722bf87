import fc from 'fast-check';
import { format, type Options } from 'prettier';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../test/support/runs.ts';
import { printJson, printMember } from '../print-json.ts';
import { layOutConstant } from './lay-out-constant.ts';

const SEED = 27;
const OPTIONS: Options = { printWidth: 100, singleQuote: true };

const byPrettier = async (text: string, options: Options): Promise<string> =>
  (await format(text, { ...options, parser: 'babel-ts' })).trim();

const key = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.constantFrom('id', 'name', 'description', 'additionalProperties', 'x'.repeat(45)),
  },
  fc.constantFrom('a-b', "it's", '12', '$ref', '__proto__', ''),
);
const text = fc.oneof(
  { weight: 9, arbitrary: fc.lorem({ maxCount: 18 }) },
  fc.constantFrom("it's", 'say "x"', `'"`, 'a\\b\nc', 'ü', 'wide 漢字', '“x” – y…', ''),
);
const atom = fc
  .oneof({ weight: 4, arbitrary: text }, fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e21, 100))
  .map(printJson);
const types = fc.constantFrom(
  '',
  '',
  '<"a" | "b">',
  '<string[]>',
  '<{ [key: string]: never }>',
  '<Static<typeof Order> | Static<typeof SomeOtherOrder> | null>',
);
const callee = fc.constantFrom('Type.Object', 'Type.Optional', 'Type.Unsafe', 'defineTool');

const expression = fc.letrec<{ any: string; object: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    atom,
    fc.array(tie('any'), { maxLength: 4 }).map((members) => `[${members.join(', ')}]`),
    tie('object'),
    fc
      .tuple(callee, types, fc.array(fc.oneof(tie('any'), tie('object')), { maxLength: 3 }))
      .map(([name, given, args]) => `${name}${given}(${args.join(', ')})`),
  ),
  object: fc
    .uniqueArray(fc.tuple(key, tie('any'), fc.option(fc.lorem(), { freq: 5 })), {
      selector: ([name]) => name,
      maxLength: 4,
    })
    .map((members) => {
      const printed = members.map(([name, value, doc]) => {
        const member = printMember(name, value);
        return doc === null ? member : `\n/** ${doc} */\n${member}`;
      });
      return printed.length === 0 ? '{}' : `{ ${printed.join(', ')} }`;
    }),
})).any;

test('what is laid out is what prettier writes', async () => {
  const property = fc.asyncProperty(
    expression,
    fc.record({ printWidth: fc.integer({ min: 40, max: 120 }), tabWidth: fc.constantFrom(2, 4) }),
    async (value, widths) => {
      const options = { ...widths, singleQuote: true };
      const piece = `/** Some. */\nexport const some = ${value};`;
      const laidOut = layOutConstant(piece, options);
      return laidOut === undefined || laidOut === (await byPrettier(piece, options));
    },
  );
  const result = await fc.check(property, { numRuns: runs(1200), seed: SEED });
  expect(result.failed ? fc.defaultReportMessage(result) : 'equal').toBe('equal');
});

const TOOL = `/** Finds notes. */
export const find_notes = defineTool({
name: 'find_notes',
inputSchema: Type.Object({ query: Type.String({ maxLength: 200 }), 
/**
 * How many notes.
 */
limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })), kind: Type.Union([Type.Literal('note'), Type.Literal('a much longer kind of notes')], { description: 'The kind.' }) }, { additionalProperties: false }),
examples: [{ input: { query: 'a', limit: 1 } }, { input: { query: 'b', limit: 2 } }],
execute() {
 throw new BTCPError('NOT_IMPLEMENTED', { message: 'The tool "find_notes" has been imported, but not written yet.', suggestion: 'Do without it.' });
},
});`;

test('a tool is laid out', async () => {
  const laidOut = layOutConstant(TOOL, OPTIONS);
  expect(laidOut).toBe(await byPrettier(TOOL, OPTIONS));
  expect(laidOut).toMatchInlineSnapshot(`
    "/** Finds notes. */
    export const find_notes = defineTool({
      name: 'find_notes',
      inputSchema: Type.Object(
        {
          query: Type.String({ maxLength: 200 }),
          /**
           * How many notes.
           */
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
          kind: Type.Union([Type.Literal('note'), Type.Literal('a much longer kind of notes')], {
            description: 'The kind.',
          }),
        },
        { additionalProperties: false },
      ),
      examples: [{ input: { query: 'a', limit: 1 } }, { input: { query: 'b', limit: 2 } }],
      execute() {
        throw new BTCPError('NOT_IMPLEMENTED', {
          message: 'The tool "find_notes" has been imported, but not written yet.',
          suggestion: 'Do without it.',
        });
      },
    });"
  `);
});

describe('prettier formats', () => {
  test.each([
    ['other statements', 'type Some = string;'],
    ['other expressions', 'const some = () => 1;'],
    ['comments within lists', 'const some = [ // one\n1];'],
    ['wide characters', "const some = '漢字';"],
    ['what it is told to leave alone', '/** prettier-ignore */\nconst some = [1];'],
    ['numbers of which several fit on a line', `const some = [${'1000, '.repeat(30)}1];`],
    ['imports that do not fit', `import { ${'a'.repeat(99)} } from 'b';`],
  ])('%s', (_, piece) => {
    expect(layOutConstant(piece, OPTIONS)).toBeUndefined();
  });

  test('code of other options', () => {
    expect(layOutConstant('const some = 1;', { ...OPTIONS, semi: false })).toBeUndefined();
    expect(layOutConstant('const some = 1;', { ...OPTIONS, singleQuote: false })).toBeUndefined();
  });
});
