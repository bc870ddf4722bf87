import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  FAULTLESS_MANIFEST,
  manifestWith,
  readRulePage,
  RULE_PAGES,
  toolWith,
} from '../../../../test/support/rule-examples.ts';
import { MANIFEST_RULES, RULES, TOOL_RULES } from './rules/index.ts';
import { runRules } from './run-rules.ts';

/** What stands around a tool where it breaks a rule. */
const AROUND: Readonly<Record<string, object>> = {
  'capability-misspelt': {
    capabilityDetails: { 'invoices:archive': { title: 'Archive invoices', risk: 'high' } },
  },
};

it('has nothing against the manifest that the rules put their examples into', () => {
  expect(runRules(FAULTLESS_MANIFEST)).toEqual([]);
});

const ABOUT_DOCUMENTS = RULES.flatMap(({ id, subject }) => (subject === 'code' ? [] : [{ id, subject }]));

describe.each(ABOUT_DOCUMENTS)('$id', ({ id, subject }) => {
  const { wrong, right, said } = readRulePage(id);
  const place = (example: string): object => ({ ...manifestWith(example, subject), ...AROUND[id] });

  it('finds what its page shows as wrong, and says what stands there', () => {
    expect(wrong).not.toEqual([]);
    for (const example of wrong) {
      const found = runRules(place(example));
      expect([...new Set(found.map((each) => each.id))]).toEqual([id]);
      expect([found[0]?.message, found[0]?.help]).toEqual(said);
    }
  });

  it('leaves what its page shows as right to itself, as every other rule does', () => {
    expect(right).not.toEqual([]);
    for (const example of right) expect(runRules(place(example))).toEqual([]);
  });
});

it.each(RULES)('says on its page what $id is, in sentences', ({ id, severity, family, isMandatory }) => {
  const { text, heading, said } = readRulePage(id);
  expect(heading).toBe(
    `\`${id}\` · ${severity} · ${family}${severity === 'info' ? ' · only in `btcp check`' : ''}`,
  );
  expect(text).toMatch(/^# ["`A-Z].*[^.]\n/);
  for (const sentence of said) expect(sentence).toMatch(/^["`A-Z1].*[.?)`"}…\]]$/s);
  expect(text.includes('it can be neither turned off nor ignored.')).toBe(isMandatory === true);
  expect(text.includes(`// btcp-ignore ${id}: <reason>`)).toBe(isMandatory !== true);
});

it('has no page without a rule', () => {
  const pages = readdirSync(RULE_PAGES).filter((name) => name !== 'README.md' && name !== 'build.md');
  expect(pages.sort()).toEqual(RULES.map(({ id }) => `${id}.md`).sort());
});

it.each([MANIFEST_RULES, TOOL_RULES])('comes after the rules that it waits for', (...rules) => {
  const seen = new Set<string>();
  for (const { id, after = [] } of rules) {
    const known = new Set(RULES.map((rule) => rule.id));
    for (const other of after) {
      expect(known, `${id} waits for ${other}`).toContain(other);
      const isHere = rules.some((rule) => rule.id === other);
      expect(seen.has(other), `${id} waits for ${other}`).toBe(isHere);
    }
    seen.add(id);
  }
});

const EXAMPLES = new URL('../../../../examples/', import.meta.url);
const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, EXAMPLES), 'utf8'));

/** The diagnostics of each rule in manifests that are valid, or as valid as the protocol's own documents. */
function tableOf(manifest: unknown): readonly string[] {
  return runRules(manifest).map(({ severity, id, path, tool }) => {
    const place = path.replace(/^\/tools\/\d+/, tool ?? '');
    return `${severity} ${id} ${place}`;
  });
}

describe('in the examples', () => {
  it.each(['office', 'quickstart', 'shop', 'spreadsheet'])('%s', (story) => {
    expect(tableOf(readJson(`${story}/generated/manifest.json`))).toMatchSnapshot();
  });
});

describe("in the protocol's own tools", () => {
  const goldens = ['office', 'shop', 'spreadsheet'].flatMap((story) =>
    readdirSync(new URL(`${story}/test/goldens/`, EXAMPLES)).map((file) => `${story}/test/goldens/${file}`),
  );
  it.each(goldens)('%s', (path) => {
    // A golden is a tool, or the part of one that the protocol shows.
    const golden = readJson(path) as Readonly<Record<string, unknown>>;
    const tool = toolWith({ examples: undefined, outputSchema: undefined, ...golden });
    expect(
      tableOf({ ...FAULTLESS_MANIFEST, tools: [tool], capabilities: tool['capabilities'] }),
    ).toMatchSnapshot();
  });
});
