import { withProperty } from '../../base-fixture.ts';
import { joinPointer } from '../../../model/pointer.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { accepts } from '../../../relate/accepts.ts';
import { describeValue } from '../../../model/find-keyword-issues.ts';

const level = (choices: readonly unknown[]): object => ({
  type: 'integer',
  enum: choices,
  description: 'Level of the heading.',
});

export const enumValueInvalid: ToolRule<{ value: string }> = defineRule({
  id: 'enum-value-invalid',
  family: 'values',
  severity: 'error',
  title: 'Choice that its own schema refuses',
  rationale: 'An agent that picks the advertised choice is refused.',
  after: ['default-invalid', 'example-invalid'],
  check({ tool, report }) {
    for (const { schema, path } of tool.schemas) {
      const { enum: choices, ...rest } = schema;
      if (!Array.isArray(choices) || choices.length > 1000) continue;
      for (const [index, choice] of choices.entries()) {
        if (accepts(rest, choice) === false)
          report({ at: joinPointer(path, 'enum', index), value: describeValue(choice) });
      }
    }
  },
  message: ({ value }) => `The choice ${value} violates its own schema.`,
  help: 'Correct the choice, or the `type` and limits beside it.',
  bad: withProperty('level', level([1, 2, '3']), 1),
  good: withProperty('level', level([1, 2, 3]), 1),
});
