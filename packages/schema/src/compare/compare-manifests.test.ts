import type { ChangeSetting, Manifest, ManifestTool } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { compileSchema } from '../compile/compile-schema.ts';
import { type ComparedManifest, compareManifests, type ManifestComparison } from './compare-manifests.ts';
import { LABELLED_PAIRS, LABELLED_SCHEMAS, LABELLED_TOOLS } from '../../test/fixtures/labelled-changes.ts';
import { CHANGE_RULES, type ChangeId } from './rules.ts';
import { CHANGE_IDS } from './schema-change.ts';

const TOOL: ManifestTool = {
  name: 'getCell',
  description: 'Returns a cell.',
  inputSchema: { type: 'object', properties: { cell: { type: 'string' } }, additionalProperties: false },
  capabilities: ['dom:read'],
};

type Fields = object & Partial<Pick<Manifest, 'capabilityDetails' | 'config' | 'provider'>>;

/** A manifest of these tools, with what is the manifest's among the fields of one. */
const manifest = (...tools: readonly (Fields | undefined)[]): ComparedManifest => {
  const given = tools.filter((tool) => tool !== undefined);
  return Object.assign(
    {
      tools: given.map(({ capabilityDetails: _, config: _of, provider: _by, ...tool }) => ({
        ...TOOL,
        ...tool,
      })),
    },
    ...given.map(({ capabilityDetails, config, provider }) => ({ capabilityDetails, config, provider })),
  ) as ComparedManifest;
};

const schemas = (where: 'input' | 'output', old: object, now: object, strict = false): ManifestComparison =>
  compareManifests(manifest({ [`${where}Schema`]: old }), manifest({ [`${where}Schema`]: now }), { strict });

it('compares what a manifest says of all tools, which MCP clients show their model', () => {
  const { findings } = compareManifests(
    { ...manifest(TOOL), description: 'Tools of a sheet.' },
    { ...manifest(TOOL), description: 'Tools of a sheet. Read the mail first.' },
  );
  expect(findings).toMatchObject([
    { id: 'description-changed', tool: '*', path: '/description', bump: 'patch', level: 'warn' },
  ]);
});

describe('compareManifests, of labelled pairs', () => {
  it.each(Object.entries(LABELLED_PAIRS))('%s', (_, { where, old, now, verdict }) => {
    const { bump, findings } = schemas(where, old, now, true);
    expect(bump === 'major').toBe(verdict === 'breaking');
    for (const { witness, path } of findings.filter((each) => each.bump === 'major')) {
      const [given, wanted] = where === 'input' ? [old, now] : [now, old];
      const fits = [given, wanted].map((schema) => compileSchema({ ...schema })(witness).ok);
      expect([path, ...fits]).toEqual([path, true, false]);
    }
  });
});

const TEXT = { type: 'string' };
const INTEGER = { type: 'integer' };
const closed = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const withDefault = (value: number): object => closed({ n: { ...INTEGER, default: value } });
const tagged = (tag: object, value: number): object =>
  closed({ t: tag, n: { ...INTEGER, default: value } }, ['t']);
const [X, Y] = [{ const: 'x' }, { const: 'y' }];
const BOTH = { anyOf: [tagged(X, 1), tagged(Y, 2)] };

describe('compareManifests, of defaults', () => {
  it.each<[name: string, old: object, now: object, found: readonly unknown[]]>([
    [
      'of items',
      { type: 'array', items: withDefault(1) },
      { type: 'array', items: withDefault(2) },
      ['default-changed', '/inputSchema/properties/a/items/properties/n/default', undefined],
    ],
    [
      'of branches that swap their tags',
      BOTH,
      { anyOf: [tagged(Y, 1), tagged(X, 2)] },
      ['default-changed', '/inputSchema/properties/a/anyOf/1/properties/n/default', undefined],
    ],
    [
      'of a union that becomes one object',
      BOTH,
      tagged({ enum: ['x', 'y'] }, 1),
      ['default-changed', '/inputSchema', { a: { t: 'y' } }],
    ],
    [
      'of an object that becomes a branch',
      withDefault(1),
      { oneOf: [withDefault(1)] },
      ['default-removed', '/inputSchema', { a: {} }],
    ],
    [
      'of a union with another branch that may be meant',
      BOTH,
      { anyOf: [...BOTH.anyOf, closed({ t: { type: 'string' }, n: INTEGER }, ['t'])] },
      ['default-removed', '/inputSchema', { a: { t: 'y' } }],
    ],
  ])('%s', (_, old, now, found) => {
    const { bump, findings } = schemas('input', closed({ a: old }, ['a']), closed({ a: now }, ['a']));
    const first = findings.find(({ id }) => id.startsWith('default-'));
    expect([bump, first?.id, first?.path, first?.witness]).toEqual(['major', ...found]);
  });

  it('leaves out defaults of properties that are new or gone', () => {
    const { findings } = schemas('input', closed({}), closed({ n: { ...INTEGER, default: 1 } }));
    expect(findings.map(({ id }) => id)).toEqual(['input-optional-added-closed']);
  });
});

it('finds nothing in another order of names', () => {
  const [ab, ba] = [
    { a: TEXT, b: TEXT },
    { b: TEXT, a: TEXT },
  ];
  expect(schemas('input', closed(ab), closed(ba))).toEqual({ bump: 'none', findings: [] });
});

it('ends proofs that would take for ever', () => {
  const chain = (type: string): object => ({
    $ref: '#/$defs/L60',
    $defs: Object.fromEntries([
      ['L0', { type }],
      ...Array.from({ length: 60 }, (_, index) => {
        const below = { $ref: `#/$defs/L${index}` };
        return [`L${index + 1}`, { allOf: [below, below] }];
      }),
    ]) as object,
  });
  expect(schemas('output', chain('string'), chain('integer')).bump).toBe('major');
  const grid = (last: string): object => ({
    allOf: Array.from({ length: 6 }, (_, row) => ({
      anyOf: ['a', 'b', last].map((letter) => ({ pattern: `${letter}{${row + 1}}` })),
    })),
  });
  expect(schemas('output', grid('c'), grid('d')).bump).toBe('major');
});

it('calls nothing rewritten where something else changed with it', () => {
  const [old, now] = [
    { type: 'string', pattern: '^a' },
    { type: 'number', multipleOf: 3 },
  ];
  const { findings } = schemas('output', old, now);
  expect(findings.map(({ id, path, message }) => [id, path, message])).toEqual([
    ['output-type-widened', '/outputSchema', 'More types may be returned: type "string" → type "number".'],
  ]);
});

const LETTERS = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda'.split(' ');

it.each<[string, old: object, now: object, found: readonly string[]]>([
  [
    'what was rewritten, in all places',
    closed({ a: { ...TEXT, minLength: 0 }, b: { anyOf: [TEXT] } }),
    closed({ a: TEXT, b: TEXT }),
    [
      'schema-rewritten',
      '/inputSchema',
      'The schema is written differently, for the same values: minLength 0 at /properties/a, anyOf [{"type":"string"}] at /properties/b → type "string" at /properties/b.',
    ],
  ],
  [
    'that choices became a pattern',
    closed({ a: { enum: ['x', 'y'] } }),
    closed({ a: { ...TEXT, pattern: '^[xy]$' } }),
    [
      'schema-rewritten',
      '/inputSchema/properties/a',
      'The schema is written differently, for the same values: enum ["x","y"] → type "string", pattern "^[xy]$".',
    ],
  ],
  [
    'which keyword is gone, though another one limits the values',
    closed({ a: { enum: ['x', 'y'] } }),
    closed({ a: { ...TEXT, pattern: '^[xyz]$' } }),
    [
      'input-enum-value-added',
      '/inputSchema/properties/a',
      'More values are accepted: enum ["x","y"] → enum unset.',
    ],
  ],
  [
    'what is new in long choices',
    closed({ a: { enum: LETTERS } }),
    closed({ a: { enum: [...LETTERS, 'mu'] } }),
    [
      'input-enum-value-added',
      '/inputSchema/properties/a',
      'More values are accepted: enum […] → enum […,"mu"].',
    ],
  ],
])('says %s', (_, old, now, found) => {
  const { findings } = schemas('input', old, now);
  expect(findings.map(({ id, path, message }) => [id, path, message])).toEqual([found]);
});

const UNION = (...branches: readonly [string, object][]): object =>
  closed({
    u: {
      anyOf: branches.map(([kind, property]) => closed({ kind: { const: kind }, ...property }, ['kind'])),
    },
  });
const WIDE = {
  ...closed({}),
  properties: Object.fromEntries(
    Array.from({ length: 24 }, (_, index) => [`p${index}`, { ...TEXT, maxLength: 20 }]),
  ),
};
const NESTED = (maxLength: number): object =>
  Array.from({ length: 5 }).reduce<object>((within) => closed({ a: within }), { ...TEXT, maxLength });
const SAFE = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

it.each<[string, old: object, now: object, found: readonly (readonly string[])[]]>([
  [
    'a property that became optional, with another limit',
    closed({ s: TEXT }, ['s']),
    closed({ s: { ...TEXT, minLength: 1 } }),
    [
      ['major', 'input-bound-tightened', '/inputSchema/properties/s'],
      ['minor', 'input-became-optional', '/inputSchema/required/0'],
    ],
  ],
  [
    'a branch in the place of another one, not its properties',
    UNION(['a', { x: TEXT }], ['b', { y: TEXT }]),
    UNION(['a', { x: TEXT }], ['c', { z: INTEGER }]),
    [['major', 'input-narrowed', '/inputSchema/properties/u']],
  ],
  [
    'the branch that changed, in another order',
    UNION(['a', { x: TEXT }], ['b', { y: TEXT }]),
    UNION(['b', { y: INTEGER }], ['a', { x: TEXT }]),
    [['major', 'input-type-narrowed', '/inputSchema/properties/u/anyOf/0/properties/y']],
  ],
  [
    'limits of the integers that a double holds exactly, as validators refuse others',
    closed({ n: INTEGER }),
    closed({ n: { ...INTEGER, ...SAFE } }),
    [['major', 'input-bound-tightened', '/inputSchema/properties/n']],
  ],
  [
    'a limit among many optional properties',
    WIDE,
    closed({ ...WIDE.properties, p23: { ...TEXT, maxLength: 19 } }),
    [['major', 'input-bound-tightened', '/inputSchema/properties/p23']],
  ],
  [
    'a limit far within',
    NESTED(20),
    NESTED(19),
    [['major', 'input-bound-tightened', `/inputSchema${'/properties/a'.repeat(5)}`]],
  ],
  [
    'a limit of a long array',
    closed({ s: { type: 'array', items: TEXT, maxItems: 500 } }),
    closed({ s: { type: 'array', items: TEXT, maxItems: 499 } }),
    [['major', 'input-bound-tightened', '/inputSchema/properties/s']],
  ],
  [
    'a flat schema as an intersection',
    { type: 'object', properties: { a: TEXT, b: TEXT }, required: ['a'] },
    {
      allOf: [
        { type: 'object', properties: { a: TEXT }, required: ['a'] },
        { type: 'object', properties: { b: TEXT } },
      ],
    },
    [['patch', 'schema-rewritten', '/inputSchema']],
  ],
  [
    'nothing of definitions that are not used',
    { ...closed({ a: TEXT }), $defs: { A: TEXT, B: { $ref: '#/$defs/A' } } },
    { ...closed({ a: TEXT }), $defs: { A: INTEGER, C: TEXT } },
    [],
  ],
  [
    'one change for a place',
    closed({ s: { ...TEXT, description: 'Old.' } }),
    closed({ s: { ...TEXT, minLength: 1, pattern: '^a', description: 'New.' } }),
    [['major', 'input-narrowed', '/inputSchema/properties/s']],
  ],
  [
    'closing an object that declares its properties, as one of a new property',
    { type: 'object', properties: { a: TEXT } },
    closed({ a: TEXT, b: TEXT }),
    [
      ['minor', 'input-optional-added-open', '/inputSchema/properties/b'],
      ['minor', 'input-closed', '/inputSchema'],
    ],
  ],
])('reports %s', (_, old, now, found) => {
  const { findings } = schemas('input', old, now);
  expect(findings.map(({ bump, id, path }) => [bump, id, path])).toEqual(found);
  const witnesses = findings.filter(({ bump }) => bump === 'major').map(({ witness }) => witness);
  const [fits, isWanted] = [old, now].map((schema) => compileSchema({ ...schema }));
  expect(witnesses.filter((each) => !fits?.(each).ok || isWanted?.(each).ok)).toEqual([]);
});

it('ends the comparison of many tools with costly patterns', () => {
  const patterns = [
    '^(a|b)*a(a|b){12}$',
    '^(a?){30}b{0,40}$',
    '^([a-z]+[0-9]*){2,8}$',
    '^.*a.{14}$',
    '^.*b.{13}c$',
  ];
  const tools = (shift: number): ManifestTool[] =>
    Array.from({ length: 49 }, (_, index) => ({
      ...TOOL,
      name: `getCell${index}`,
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(
          ['a', 'b'].map((name, at) => [
            name,
            { type: 'string', pattern: patterns[(index + at + shift) % patterns.length] },
          ]),
        ),
      },
    }));
  const { bump, findings } = compareManifests({ tools: tools(0) }, { tools: tools(1) });
  expect([bump, findings.length]).toEqual(['major', 98]);
});

it.each<[string, old: object, now: object]>([
  [
    'an object that becomes one of several',
    closed({ k: { enum: ['a', 'b'] }, x: TEXT }, ['k']),
    {
      anyOf: [
        closed({ k: { const: 'a' }, x: TEXT }, ['k']),
        closed({ k: { const: 'b' }, x: TEXT, y: TEXT }, ['k']),
      ],
    },
  ],
  [
    'what may be contained no times',
    { type: 'array', items: TEXT },
    { type: 'array', items: TEXT, contains: { const: 'x' }, minContains: 0 },
  ],
])('states nothing that no value shows, of %s', (_, old, now) => {
  const { findings } = schemas('input', closed({ v: old }), closed({ v: now }));
  const unfounded = findings.filter(
    ({ bump, id, witness }) => bump === 'major' && id !== 'undecided' && witness === undefined,
  );
  expect(unfounded).toEqual([]);
});

it.each<[string, (value: number) => object]>([
  ['of a required property', (value) => ({ ...withDefault(value), required: ['n'] })],
  ['of items', (value) => ({ type: 'array', items: { ...INTEGER, default: value } })],
  [
    'of what must not be',
    (value) => ({
      type: 'object',
      properties: { n: INTEGER, m: TEXT },
      not: withDefault(value),
    }),
  ],
])('calls a default %s, which is never filled in, an annotation', (_, schemaOf) => {
  const { findings } = schemas('input', closed({ v: schemaOf(1) }), closed({ v: schemaOf(2) }));
  expect(findings.map(({ id, message }) => [id, message])).toEqual([
    ['input-annotation-changed', 'Only default changed.'],
  ]);
});

it('says what of a schema cannot be read', () => {
  const { findings } = schemas('output', { type: 'string' }, { $ref: '#/$defs/none' });
  expect(findings.map(({ id, message }) => [id, message])).toEqual([
    [
      'undecided',
      'Whether this breaks callers is neither proven nor refuted: the old schema → a schema that cannot be read (/$ref: The reference "#/$defs/none" names no schema).',
    ],
  ]);
});

describe('compareManifests, of one change under each rule', () => {
  it('has an example of every rule', () => {
    const labelled = new Set([...LABELLED_SCHEMAS, ...LABELLED_TOOLS].map(({ id }) => id));
    expect(Object.keys(CHANGE_RULES).filter((id) => !labelled.has(id as 'undecided'))).toEqual([]);
  });

  it.each(LABELLED_SCHEMAS)(
    '$id, in an $where',
    ({ id, bump, level, strictBump = bump, where, old, now }) => {
      const found = schemas(where, old, now);
      expect(found.findings).toMatchObject([{ id, bump, level, tool: 'getCell' }]);
      expect(found.bump).toBe(bump);
      expect(schemas(where, old, now, true).bump).toBe(strictBump);
    },
  );

  it.each(LABELLED_TOOLS)('$id', ({ id, bump, level, old, now }) => {
    const found = compareManifests(manifest(old), manifest(now));
    expect(found.findings.map((each) => each.id)).toContain(id);
    expect(found.findings).toContainEqual(expect.objectContaining({ id, bump, level }));
    expect(found.bump).toBe(bump);
  });
});

/** The examples of a rule that no longer come out as labelled, with settings for it. */
function failures(id: ChangeId, setting: ChangeSetting): readonly object[] {
  const options = { rules: { [id]: setting } };
  const of = (old: object | undefined, now: object | undefined) =>
    compareManifests(manifest(old), manifest(now), options).findings;
  const found = [
    ...LABELLED_SCHEMAS.filter((label) => label.id === id).map((label) => {
      const key = `${label.where}Schema`;
      return [label, of({ [key]: label.old }, { [key]: label.now })] as const;
    }),
    ...LABELLED_TOOLS.filter((label) => label.id === id).map(
      (label) => [label, of(label.old, label.now)] as const,
    ),
  ];
  return found.flatMap(([{ bump, level }, findings]) =>
    findings.some((each) => each.id === id && each.bump === bump && each.level === level) ? [] : [{ id }],
  );
}

describe('the labelled examples', () => {
  const ids = Object.keys(CHANGE_RULES) as ChangeId[]; // its keys are the ids
  const cases = ids.map((id) => ({ id, ...CHANGE_RULES[id] }));

  it('are of 54 rules or more, and of 23 pairs', () => {
    expect(ids.length).toBeGreaterThanOrEqual(54);
    expect(Object.keys(LABELLED_PAIRS)).toHaveLength(23);
  });

  it.each(cases)('fail where $id has another bump or level', ({ id, bump, level }) => {
    const bumps = (['major', 'minor', 'patch'] as const).filter((each) => each !== bump);
    const levels = (['deny', 'warn', 'allow'] as const).filter((each) => each !== level);
    expect(failures(id, {})).toEqual([]);
    for (const setting of [
      ...bumps.map((each) => ({ bump: each })),
      ...levels.map((each) => ({ level: each })),
    ])
      expect(failures(id, setting)).not.toEqual([]);
  });

  const ofChanges = Object.values(CHANGE_IDS).flatMap((kinds) => Object.values(kinds).flat());

  it.each([...new Set(ofChanges)])('fail where the changes of %s get another rule', (id) => {
    const restored = (['input', 'output'] as const).map(
      (where) => [where, { ...CHANGE_IDS[where] }] as const,
    );
    for (const [where, kinds] of restored)
      for (const [kind, ids] of Object.entries(kinds))
        Object.assign(CHANGE_IDS[where], { [kind]: ids.map((each) => (each === id ? 'undecided' : each)) });
    try {
      expect(failures(id, {})).not.toEqual([]);
    } finally {
      for (const [where, kinds] of restored) Object.assign(CHANGE_IDS[where], kinds);
    }
  });
});
