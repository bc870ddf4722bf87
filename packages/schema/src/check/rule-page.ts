import { manifestOf } from './base-fixture.ts';
import type { Rule } from './define-rule.ts';
import { describeFinding, runRules } from './run-rules.ts';

/** The page of a rule, in Markdown: what it finds, why, what it says, and how to set it. */
export function rulePage(rule: Rule): string {
  const { id, family, severity, title, rationale, isMandatory } = rule;
  return [
    `# ${title}`,
    '',
    `\`${id}\` · ${severity} · ${family}`,
    '',
    rationale,
    '',
    ...messageLines(rule),
    '## Wrong',
    '',
    ...exampleLines(rule, 'bad'),
    '## Right',
    '',
    ...exampleLines(rule, 'good'),
    '## Settings',
    '',
    ...(isMandatory === true ? [MANDATORY] : settingLines(rule)),
    '',
  ].join('\n');
}

const MANDATORY = 'What breaks this rule cannot be published: it can be neither turned off nor ignored.';

function messageLines(rule: Rule): readonly string[] {
  const finding =
    rule.subject === 'code'
      ? describeFinding(rule, 'getCellValue', rule.found)
      : runRules(manifestOf(rule, 'bad') ?? {}).find((each) => each.id === rule.id);
  return finding ? [`> ${finding.message}`, '>', `> ${finding.help}`, ''] : [];
}

function exampleLines(rule: Rule, kind: 'bad' | 'good'): readonly string[] {
  if (rule.subject === 'code') return ['```ts', rule[kind], '```', ''];
  return ['```json', JSON.stringify(rule[kind], leaveOutMissing, 2), '```', ''];
}

// A field that an example takes away is shown as such.
function leaveOutMissing(_: string, value: unknown): unknown {
  return value === undefined ? '(missing)' : value;
}

function settingLines({ id, severity }: Rule): readonly string[] {
  const other = severity === 'error' ? 'warning' : 'error';
  return [
    'In `btcp.config.ts`:',
    '',
    '```ts',
    `export default defineConfig({ tools: [/* … */], rules: { '${id}': '${other}' } }); // or 'off'`,
    '```',
    '',
    'For one place, on the line above it:',
    '',
    '```ts',
    `// btcp-ignore ${id}: <reason>`,
    '```',
  ];
}
