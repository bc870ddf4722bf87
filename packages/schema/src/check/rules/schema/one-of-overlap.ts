import { withProperty } from '../../base-fixture.ts';
import { describeValue } from '../../../model/find-keyword-issues.ts';
import { joinPointer } from '../../../model/pointer.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { accepts } from '../../../relate/accepts.ts';
import { sampleValues } from '../../schemas/sample-values.ts';

/** Branches beyond these are not compared. */
const MAX_BRANCHES = 50;

const amount = (second: string): object => ({
  oneOf: [{ type: 'integer' }, { type: second }],
  description: 'The amount, as a number or in words.',
});

export const oneOfOverlap: ToolRule<{ value: string; first: number; second: number }> = defineRule({
  id: 'one-of-overlap',
  family: 'schema',
  severity: 'warning',
  title: 'Branches of `oneOf` that accept the same value',
  rationale: '`oneOf` refuses what more than one branch accepts, so a value that looks right is refused.',
  after: ['example-invalid', 'default-invalid'],
  check({ tool, report }) {
    for (const { schema, path } of tool.schemas) {
      const branches: unknown = schema['oneOf'];
      if (!Array.isArray(branches) || branches.length > MAX_BRANCHES) continue;
      const found = findShared(branches);
      if (found) report({ at: joinPointer(path, 'oneOf'), ...found });
    }
  },
  message: ({ value, first, second }) =>
    `The value ${value} fits both \`oneOf[${first}]\` and \`oneOf[${second}]\`, and so is refused.`,
  help: 'Write `anyOf`, or make the branches exclude each other, for example by a property with a `const`.',
  bad: withProperty('amount', amount('number'), 0.5),
  good: withProperty('amount', amount('string'), 5),
});

// A sample that two branches certainly accept.
function findShared(
  branches: readonly unknown[],
): { readonly value: string; readonly first: number; readonly second: number } | undefined {
  for (const sample of branches.flatMap((branch) => sampleValues(branch))) {
    const taking = branches.flatMap((branch, index) => (accepts(branch, sample) === true ? [index] : []));
    const [first, second] = taking;
    if (first === undefined || second === undefined) continue;
    const json = JSON.stringify(sample);
    return { value: json.length > 80 ? describeValue(sample) : json, first, second };
  }
  return undefined;
}
