import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FAULTLESS_MANIFEST, manifestOf, toolWith } from './base-fixture.ts';
import { MANIFEST_RULES, RULES, TOOL_RULES } from './rules/index.ts';
import { runRules } from './run-rules.ts';

const idsIn = (manifest: unknown): readonly string[] => [...new Set(runRules(manifest).map(({ id }) => id))];

/** Rules that a mistake necessarily breaks too: only an underscore makes camelCase names collide. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  'names-collide-elsewhere': ['name-not-camel-case'],
};

const FOLDER = new URL('rules/', import.meta.url);

it('has nothing against the manifest that the rules put their examples into', () => {
  expect(runRules(FAULTLESS_MANIFEST)).toEqual([]);
});

describe.each(RULES.filter(({ subject }) => subject !== 'code').map((rule) => [rule.id, rule] as const))(
  '%s',
  (id, rule) => {
    it('finds its bad example and nothing else in it', () => {
      expect(idsIn(manifestOf(rule, 'bad'))).toEqual([id, ...(COMPANIONS[id] ?? [])]);
    });

    it('leaves its good example to itself, as every other rule does', () => {
      expect(runRules(manifestOf(rule, 'good'))).toEqual([]);
    });

    it('says so in sentences', () => {
      const [diagnostic] = runRules(manifestOf(rule, 'bad'));
      for (const text of [diagnostic?.message, diagnostic?.help, rule.rationale])
        expect(text).toMatch(/^["`A-Z1].*[.?)`"}…\]]$/s);
      expect(rule.title).toMatch(/^["`A-Z].*[^.]$/);
    });
  },
);

it('is listed once, in a file of its name in the folder of its family', () => {
  const files = RULES.map(({ family, id }) => `${family}/${id}.ts`);
  const found = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.includes('/'));
  expect([...files].sort()).toEqual(found.sort());
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
