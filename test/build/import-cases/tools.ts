import { A, before, MARK, type ImportCase } from './import-case.ts';

const after = (name: string, text: string, source = A): ImportCase => ({ name, source, after: text });

/** Tools whose schemas are changed after they were defined; the tools themselves are frozen. */
export const TOOLS: readonly ImportCase[] = [
  after(
    'listedPush',
    `const all: any[] = [listedPush];\nfor (const t of all) t.inputSchema.required.pop();\n`,
  ),
  after('grown', `(grown as any).inputSchema.properties.y = Type.Number();\n`),
  after('grownShared', `A.properties.y = Type.Number();\n`),
  after('frozen', `Object.freeze(frozen);\n`),
  after('spreadProps', `export const parts = { ...spreadProps };\n(parts.inputSchema as any).title = 'm';\n`),
  after('destructuredTool', `const { inputSchema } = destructuredTool as any;\ninputSchema.title = 'm';\n`),
  after('boundTool', `${MARK}const go = mark.bind(null, (boundTool as any).inputSchema);\ngo();\n`),
  {
    name: 'defaulted',
    source: `${A}const base: any = { capabilities: [], tags: ['a'] };\n`,
    after: `base.tags.push('b');\n`,
  },
  before('definedTwice', `${A}const tags = ['a'];\ntags.push('b');\n`),
];
