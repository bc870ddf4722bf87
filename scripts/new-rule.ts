/** Makes a rule to fill in, and its page: `npm run new:rule <id> <file>`. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const RULES = new URL('../packages/schema/src/check/rules/', import.meta.url);
const PAGES = new URL('../docs/rules/', import.meta.url);
const FILES = readdirSync(RULES)
  .map((file) => file.replace('.ts', ''))
  .filter((file) => file !== 'index' && file !== 'limits');
/** Files of rules that are told what was found in code. */
const ABOUT_CODE: Readonly<Record<string, string>> = {
  handler: 'packages/codegen/src/infer/handler',
  capabilities: 'packages/codegen/src/check/capabilities',
  portability: 'packages/codegen/src/check/check-portability.ts',
};

const [id = '', name = ''] = process.argv.slice(2);
if (!/^[a-z]+(-[a-z]+)+$/.test(id) || !FILES.includes(name)) {
  console.error(`usage: npm run new:rule <kebab-case-id> <${FILES.join('|')}>`);
  process.exit(2);
}
const page = new URL(`${id}.md`, PAGES);
if (existsSync(page)) {
  console.error(`There is a rule "${id}" already.`);
  process.exit(1);
}

const finder = ABOUT_CODE[name];
const rule =
  finder === undefined
    ? `  defineRule({
    id: '${id}',
    severity: 'warning',
    check({ tool, report }) {
      if (tool.description.includes('FIXME')) report({ at: '/description' });
    },
    message: ({ name }) => \`Tool "\${name}" …\`,
    help: 'What to do about it.',
  }),
`
    : `  defineCodeRule<{ what: string }>({
    id: '${id}',
    severity: 'warning',
    message: ({ name, what }) => \`Tool "\${name}" … \${what}.\`,
    help: 'What to do about it.',
  }),
`;

const file = new URL(`${name}.ts`, RULES);
const source = readFileSync(file, 'utf8');
const [, sibling = ''] = /\bid: '(.*)'/.exec(source) ?? [];
const [, family = ''] =
  /^`.* · .* · ([a-z]+)/m.exec(readFileSync(new URL(`${sibling}.md`, PAGES), 'utf8')) ?? [];
writeFileSync(file, source.replace(/\n\];\n/, `\n${rule}];\n`));

const example = (description: string): string =>
  `\`\`\`ts\n/** ${description} */\nexport const getCellValue = defineTool({\n  // …\n});\n\`\`\``;

writeFileSync(
  page,
  `# What is wrong, without a full stop

\`${id}\` · warning · ${family}

Why it matters, in a sentence.

> Tool "getCellValue" …
>
> What to do about it.

## Wrong

${example('Retrieves the value of a spreadsheet cell. FIXME')}

## Right

${example('Retrieves the value of a spreadsheet cell by its address.')}

## Settings

In \`btcp.config.ts\`:

\`\`\`ts
export default defineConfig({ tools: [/* … */], rules: { '${id}': 'error' } }); // or 'off'
\`\`\`

For one place, on the line above it:

\`\`\`ts
// btcp-ignore ${id}: <reason>
\`\`\`
`,
);
console.log(`${id} is in packages/schema/src/check/rules/${name}.ts, and docs/rules/${id}.md is its page. Then:
  fill both in: the page has what is wrong and right, and what is said of it
  npx vitest run ${finder === undefined ? 'packages/schema/src/check' : `test/rules    # and find it, in ${finder}`}
  npm run rules    # lists it in docs/rules/README.md
  npx prettier --write packages/schema/src/check/rules docs/rules, and a file in .changeset that says what it reports`);
