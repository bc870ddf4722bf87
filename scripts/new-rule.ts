/** Makes a rule to fill in: `npm run new:rule <id> [family]`. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const RULES = new URL('../packages/schema/src/check/rules/', import.meta.url);
const FAMILIES = readdirSync(RULES, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name);
/** Families of rules that are told what was found in code. */
const ABOUT_CODE: Readonly<Record<string, string>> = {
  handler: 'packages/codegen/src/infer/handler',
  capabilities: 'packages/codegen/src/check/capabilities',
  portability: 'packages/codegen/src/check/check-portability.ts',
};

const [id = '', family = 'schema'] = process.argv.slice(2);
if (!/^[a-z]+(-[a-z]+)+$/.test(id) || !FAMILIES.includes(family)) {
  console.error(`usage: npm run new:rule <kebab-case-id> [${FAMILIES.join('|')}]`);
  process.exit(2);
}
const file = new URL(`${family}/${id}.ts`, RULES);
if (FAMILIES.some((each) => existsSync(new URL(`${each}/${id}.ts`, RULES)))) {
  console.error(`There is a rule "${id}" already.`);
  process.exit(1);
}
const name = id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const finder = ABOUT_CODE[family];
const isAboutCode = finder !== undefined;

const aboutCode = `import { toolSource } from '../../base-fixture.ts';
import { type CodeRule, defineCodeRule } from '../../define-rule.ts';

export const ${name}: CodeRule<{ what: string }> = defineCodeRule({
  id: '${id}',
  family: '${family}',
  severity: 'warning',
  title: 'What is wrong, without a full stop',
  rationale: 'Why it matters, in a sentence.',
  message: ({ name, what }) => \`Tool "\${name}" … \${what}.\`,
  help: 'What to do about it.',
  examples: {
    bad: [
      {
        source: toolSource({ execute: 'execute: ({ cell }) => ({ value: cell.length }), // FIXME' }),
        message: 'Tool "getCellValue" … FIXME.',
      },
    ],
    good: [toolSource({ execute: 'execute: ({ cell }) => ({ value: cell.length }),' })],
  },
});
`;

const aboutTool = `import { defineRule, type ToolRule } from '../../define-rule.ts';

export const ${name}: ToolRule = defineRule({
  id: '${id}',
  family: '${family}',
  severity: 'warning',
  title: 'What is wrong, without a full stop',
  rationale: 'Why it matters, in a sentence.',
  check({ tool, report }) {
    if (tool.description.includes('FIXME')) report({ at: '/description' });
  },
  message: ({ name }) => \`Tool "\${name}" …\`,
  help: 'What to do about it.',
  bad: { description: 'Retrieves the value of a spreadsheet cell. FIXME' },
  good: { description: 'Retrieves the value of a spreadsheet cell by its address.' },
});
`;

writeFileSync(file, isAboutCode ? aboutCode : aboutTool);

const TOOL_LIST = /(TOOL_RULES: readonly ToolRule\[\] = \[\n(?:.*\n)*?)(\];)/;
const CODE_LIST = /(CODE_RULES: readonly CodeRule\[\] = \[\n(?:.*\n)*?)(\];)/;
const index = new URL('index.ts', RULES);
writeFileSync(
  index,
  readFileSync(index, 'utf8')
    .replace('\n// A rule follows', `import { ${name} } from './${family}/${id}.ts';\n\n// A rule follows`)
    .replace(isAboutCode ? CODE_LIST : TOOL_LIST, `$1  ${name},\n$2`),
);
console.log(`packages/schema/src/check/rules/${family}/${id}.ts is made and listed. Then:
  fill it in, with a bad and a good example
  npx vitest run ${isAboutCode ? `test/rules    # and find it, in ${finder}` : 'packages/schema/src/check'}
  npm run rules    # writes its page in docs/rules`);
