import { A, before, MARK, type ImportCase } from './import-case.ts';

const after = (name: string, text: string, source = A): ImportCase => ({ name, source, after: text });

/** Tools that are changed after they were defined. */
export const TOOLS: readonly ImportCase[] = [
  after('listed', `const all: any[] = [listed];\nfor (const t of all) t.tags = ['m'];\n`),
  after(
    'listedPush',
    `const all: any[] = [listedPush];\nfor (const t of all) t.inputSchema.required.pop();\n`,
  ),
  after('assigned', `Object.assign(assigned, { tags: ['m'] });\n`),
  after('assignedAll', `[assignedAll].map((t) => Object.assign(t, { tags: ['m'] }));\n`),
  after('grown', `(grown as any).inputSchema.properties.y = Type.Number();\n`),
  after('grownShared', `A.properties.y = Type.Number();\n`),
  after(
    'renamed',
    `const rename = (t: any) => { t.tags = ['m']; return t; };\nexport const again = rename(renamed);\n`,
  ),
  after('recorded', `const byName: any = { recorded };\nfor (const n in byName) byName[n].tags = [n];\n`),
  after(
    'mapped',
    `const byName = new Map<string, any>([['mapped', mapped]]);\nbyName.get('mapped').tags = ['m'];\n`,
  ),
  after(
    'decorated',
    `function withTag(t: any) { t.tags = ['m']; }\nfor (const f of [withTag]) f(decorated);\n`,
  ),
  after('replaced', `(replaced as any).inputSchema = Type.Object({ z: Type.Number() });\n`),
  after('frozen', `Object.freeze(frozen);\n`),
  after('spreadProps', `export const parts = { ...spreadProps };\n(parts.inputSchema as any).title = 'm';\n`),
  after('destructuredTool', `const { inputSchema } = destructuredTool as any;\ninputSchema.title = 'm';\n`),
  after('boundTool', `${MARK}const go = mark.bind(null, (boundTool as any).inputSchema);\ngo();\n`),
  after(
    'registered',
    `class Registry { all: any[] = []; add(t: any) { this.all.push(t); return this; } tag() { for (const t of this.all) t.tags = ['m']; } }\nconst r = new Registry().add(registered);\nr.tag();\n`,
  ),
  after(
    'viaGetter',
    `const o = { get go() { (viaGetter as any).tags = ['m']; return 1; } };\nexport const { go } = o;\n`,
  ),
  {
    name: 'defaulted',
    source: `${A}const base: any = { capabilities: [], tags: ['a'] };\n`,
    after: `base.tags.push('b');\n`,
  },
  before('definedTwice', `${A}const tags = ['a'];\ntags.push('b');\n`),
];
