import type { JsonSchemaObject, ManifestTool, ValidationResult, Validator } from '@btcp/core';
import { ToolFacts } from '@btcp/schema/check';
import { describe, expect, it } from 'vitest';
import { checkAll } from './check-published.ts';
import { crossCheckValidators } from './cross-check-validators.ts';

const inputSchema: JsonSchemaObject = {
  type: 'object',
  properties: { cell: { type: 'string', maxLength: 3 }, rows: { type: 'integer', minimum: 1 } },
  required: ['cell'],
  additionalProperties: false,
};
const outputSchema: JsonSchemaObject = { type: 'array', items: { type: 'number' } };
const tool: ManifestTool = {
  name: 'getCells',
  description: 'Retrieves the values of cells.',
  inputSchema,
  outputSchema,
  capabilities: [],
  examples: [{ description: 'One', input: { cell: 'B5' }, output: [42] }],
};
const facts = new ToolFacts(tool);

/** A validator that decides as it is told. */
const decided = (by: (value: unknown) => boolean): Validator =>
  Object.assign(
    (value: unknown): ValidationResult => (by(value) ? { ok: true, value } : { ok: false, issues: [] }),
    { schema: '' },
  );

/** The tool's own validators, one of them broken. */
function crossCheckBroken(part: 'input' | 'output', broken: Validator): readonly string[] {
  const { validators } = facts;
  if (validators === undefined) throw new Error('It does not compile.');
  return crossCheckValidators(facts, { ...validators, [part]: broken }).map(
    ({ id, severity, path, message }) => `${severity} ${id} ${path} ${message}`,
  );
}

describe('the cross-check with ajv', () => {
  it('says nothing where both agree', async () => {
    const checked = (crossCheck: boolean) =>
      checkAll([{ published: tool, unusable: [], ownCapabilities: [], settings: { rules: {}, crossCheck } }]);
    expect(await checked(true)).toEqual(await checked(false));
    expect(crossCheckValidators(facts, facts.validators)).toEqual([]);
  });

  it('shows what a validator that forgets a limit accepts', () => {
    const { validators } = facts;
    const broken = decided(
      (value) =>
        validators?.input(value).ok === true ||
        (typeof value === 'object' && value !== null && 'rows' in value && value.rows === 0),
    );
    expect(crossCheckBroken('input', broken)).toEqual([
      'error validators-disagree /inputSchema The compiled validator for the input of "getCells" accepts {"cell":"xxx","rows":0}, which ajv refuses by the published schema: the value/rows must be >= 1.',
    ]);
  });

  it('shows what a validator that accepts nothing refuses', () => {
    expect(
      crossCheckBroken(
        'output',
        decided(() => false),
      ),
    ).toEqual([
      'error validators-disagree /outputSchema The compiled validator for the output of "getCells" refuses [], which ajv accepts by the published schema.',
    ]);
  });

  it('tries the examples', () => {
    const value = { cell: 'B5' };
    const broken = decided(
      (given) =>
        facts.validators?.input(given).ok === true && JSON.stringify(given) !== JSON.stringify(value),
    );
    expect(crossCheckValidators(facts, { input: broken })).toMatchObject([
      { id: 'validators-disagree', data: { part: 'input', value, accepts: false, reason: '' } },
    ]);
  });

  it('leaves a tool alone whose pattern can take forever, and says so', () => {
    const pattern = '^([a-z]+\\.?)+$';
    const slow = new ToolFacts({
      ...tool,
      inputSchema: { type: 'object', properties: { cell: { type: 'string', pattern } } },
    });
    expect(crossCheckValidators(slow, slow.validators)).toMatchObject([
      {
        id: 'validators-unjudged',
        severity: 'info',
        path: '/inputSchema/properties/cell/pattern',
        message:
          'The compiled validators of "getCells" were not compared with ajv: a pattern of it can take forever.',
      },
    ]);
  });

  it('finds the same every time', () => {
    const broken = decided((value) => JSON.stringify(value).length % 3 > 0);
    expect(crossCheckBroken('input', broken)).toEqual(crossCheckBroken('input', broken));
  });
});
