import { manifestOf } from '../base-fixture.ts';
import type { CodeRule, ManifestRule, Patch, Rule, ToolRule } from '../define-rule.ts';
import { runRules } from '../run-rules.ts';
import { patchJson, toolCode } from './tool-code.ts';

/** The page of a rule, in Markdown: what it finds, why, what it says, and how to set it. */
export function rulePage(rule: Rule): string {
  const { id, family, severity, title, rationale, isMandatory } = rule;
  return [
    `# ${title}`,
    '',
    `\`${id}\` · ${severity} · ${family}${severity === 'info' ? ' · only in `btcp check`' : ''}`,
    '',
    rationale,
    '',
    ...messageLines(rule),
    ...(rule.fix === undefined ? [] : [`\`btcp check --fix\`: ${rule.fix}`, '']),
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
  if (rule.subject === 'code')
    return rule.examples.bad.slice(0, 1).flatMap(({ message }) => [`> ${message}`, '']);
  const diagnostic = runRules(manifestOf(rule, 'bad') ?? {}).find((each) => each.id === rule.id);
  return diagnostic ? [`> ${diagnostic.message}`, '>', `> ${diagnostic.help}`, ''] : [];
}

function exampleLines(rule: Rule, kind: 'bad' | 'good'): readonly string[] {
  if (rule.subject === 'code') return sourcesOf(rule, kind).flatMap((source) => ['```ts', source, '```', '']);
  // Both in the same language and without the fields they share, so that they can be compared.
  const patches = [
    withoutShared(rule[kind], rule),
    withoutShared(rule.bad, rule),
    withoutShared(rule.good, rule),
  ];
  const [code, ...others] = patches.map((patch) => (rule.subject === 'tool' ? toolCode(patch) : undefined));
  if (code === undefined || others.includes(undefined)) return patchJson(patches[0] ?? {});
  return ['```ts', code, '```', ''];
}

function withoutShared(patch: Patch, { bad, good }: ToolRule | ManifestRule): Patch {
  const isShared = (field: string): boolean => JSON.stringify(bad[field]) === JSON.stringify(good[field]);
  return Object.fromEntries(Object.entries(patch).filter(([field]) => !isShared(field)));
}

function sourcesOf({ examples }: CodeRule, kind: 'bad' | 'good'): readonly string[] {
  return kind === 'good' ? examples.good : examples.bad.map(({ source }) => source);
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
