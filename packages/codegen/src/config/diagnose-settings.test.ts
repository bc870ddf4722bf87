import { expect, it } from 'vitest';
import { diagnoseCompare, diagnoseSettings } from './diagnose-settings.ts';

const ACCEPTED = { tool: 'getCell', path: '/inputSchema', reason: 'The pattern only was rewritten.' };

it.each([
  [{}],
  [{ strict: true, rules: {}, accepted: [] }],
  [{ rules: { 'default-changed': 'minor', 'default-added': { bump: 'patch', level: 'allow' } } }],
  [{ rules: { 'tool-removed': { level: 'warn' } }, accepted: [ACCEPTED] }],
])('%j has no mistake', async (compare) => {
  expect(await diagnoseCompare(compare)).toEqual([]);
});

it.each([
  [
    { stric: true },
    '/compare/stric',
    'In `compare`, `stric` is not a known property; did you mean `strict`? Known are `strict`, `rules`, `accepted`.',
  ],
  [{ strict: 'yes' }, '/compare/strict', 'In `compare`, `strict` must be a boolean; got "yes".'],
  [
    { rules: ['default-changed'] },
    '/compare/rules',
    'In `compare`, `rules` must be an object; got ["default-changed"].',
  ],
  [
    { rules: { 'default-change': 'minor' } },
    '/compare/rules/default-change',
    'In `compare`, `rules.default-change` is not a known property; did you mean `default-changed`?',
  ],
  [
    { rules: { toString: 'minor' } },
    '/compare/rules/toString',
    'In `compare`, `rules.toString` is not a known property.',
  ],
  [
    { rules: { 'default-changed': 'none' } },
    '/compare/rules/default-changed',
    'In `compare`, `rules.default-changed` must be one of major, minor, patch or be an object; got "none".',
  ],
  [
    { rules: { 'default-changed': null } },
    '/compare/rules/default-changed',
    'In `compare`, `rules.default-changed` must be one of major, minor, patch or be an object; got null.',
  ],
  [
    { rules: { 'default-changed': { bump: 'minor', level: 'error' } } },
    '/compare/rules/default-changed/level',
    'In `compare`, `rules.default-changed.level` must be one of deny, warn, allow; got "error".',
  ],
  [
    { rules: { 'default-changed': { bum: 'minor' } } },
    '/compare/rules/default-changed/bum',
    'In `compare`, `rules.default-changed.bum` is not a known property; did you mean `bump`? Known are `bump`, `level`.',
  ],
  [
    { accepted: ACCEPTED },
    '/compare/accepted',
    'In `compare`, `accepted` must be a list; got {"tool":"getCell","path":"/inputSchema","reason":"The patter….',
  ],
  [
    { accepted: [ACCEPTED, { ...ACCEPTED, reason: ' ' }] },
    '/compare/accepted/1/reason',
    'In `compare`, `accepted[1].reason` must match the pattern \\S; got " ".',
  ],
  [
    { accepted: [{ tool: 'getCell', reason: 'It is the same.' }] },
    '/compare/accepted/0',
    'In `compare`, `accepted[0].path` is required.',
  ],
])('%j has one', async (compare, path, message) => {
  expect(await diagnoseCompare(compare)).toMatchObject([
    { id: 'config-invalid', severity: 'error', path, message },
  ]);
});

it('reports every mistake', async () => {
  const compare = { stric: true, rules: { 'tool-remove': 'minor', 'tool-added': 3 }, accepted: [null] };
  expect((await diagnoseCompare(compare)).map(({ path }) => path)).toEqual([
    '/compare/stric',
    '/compare/rules/tool-remove',
    '/compare/rules/tool-added',
    '/compare/accepted/0',
  ]);
});

it.each([
  [
    { ui: { connectDomain: ['https://api.example.com'] } },
    'In `ui`, `connectDomain` is not a known property; did you mean `connectDomains`? Known are `connectDomains`, `resourceDomains`.',
  ],
  [
    { ui: { resourceDomains: 'https://api.example.com' } },
    'In `ui`, `resourceDomains` must be a list; got "https://api.example.com".',
  ],
  [{ mcp: { results: 'json' } }, 'In `mcp`, `results` must be one of both, structured, text; got "json".'],
  [
    { config: { sandbox: 'ses' } },
    "`sandbox: 'ses'` is refused by clients, because it does not confine tools.",
  ],
])('%j has one', async (settings, message) => {
  expect(await diagnoseSettings(settings)).toMatchObject([{ id: 'config-invalid', message }]);
});
