import { withProperty } from '../../base-fixture.ts';
import { FORMATS } from '../../../compile/formats.ts';
import { joinPointer } from '../../../model/pointer.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { textOf, typesOf } from '../../../model/schema-node.ts';

const day = (type: string): object => ({ type, format: 'date', description: 'Day of the value.' });

export const formatOnWrongType: ToolRule<{ format: string; type: string; fits: string }> = defineRule({
  id: 'format-on-wrong-type',
  family: 'values',
  severity: 'warning',
  title: '`format` on a type that it says nothing about',
  rationale: 'The format has no effect, so either it or the type is not what was meant.',
  check({ tool, report }) {
    for (const { schema, path } of tool.schemas) {
      const types = typesOf(schema);
      const format = textOf(schema, 'format');
      const known = format === undefined ? undefined : FORMATS.get(format);
      if (types === undefined || known === undefined || format === undefined) continue;
      const fits = known.type === 'number' ? ['number', 'integer'] : ['string'];
      if (!types.some((type) => fits.includes(type)))
        report({ at: joinPointer(path, 'format'), format, type: types.join(' or '), fits: known.type });
    }
  },
  message: ({ format, type, fits }) =>
    `The format "${format}" is for ${fits === 'number' ? 'numbers' : 'strings'}, and has no effect on a value of type ${type}.`,
  help: ({ fits }) => `Write \`type: "${fits}"\`, or take \`format\` out.`,
  bad: withProperty('day', day('null'), null),
  good: withProperty('day', day('string'), '2024-01-31'),
});
