import { withProperty } from '../../base-fixture.ts';
import { KEYWORDS } from '../../../model/keywords.ts';
import { joinPointer } from '../../../model/pointer.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { typesOf } from '../../../model/schema-node.ts';

export const keywordWithoutEffect: ToolRule<{ keyword: string; type: string; fits: string }> = defineRule({
  id: 'keyword-without-effect',
  family: 'schema',
  severity: 'warning',
  title: 'Keyword without effect on values of this type',
  rationale: 'A limit that is never checked limits nothing: most likely a keyword of another type was meant.',
  check({ tool, report }) {
    for (const { schema, path } of tool.schemas) {
      const types = typesOf(schema);
      if (types === undefined || types.length === 0) continue;
      for (const keyword of Object.keys(schema)) {
        const fits = KEYWORDS.get(keyword)?.type;
        const isIdle = fits !== undefined && !types.includes(fits);
        if (isIdle && !(fits === 'number' && types.includes('integer')))
          report({ at: joinPointer(path, keyword), keyword, type: types.join(' or '), fits });
      }
    }
  },
  message: ({ keyword, type, fits }) =>
    `\`${keyword}\` is about values of type ${fits}, and has no effect on one of type ${type}.`,
  help: ({ type }) =>
    type === 'string'
      ? 'Strings have `minLength`, `maxLength` and `pattern`.'
      : 'Write the keyword for this type, or take it out.',
  bad: withProperty(
    'query',
    { type: 'string', maxLength: 200, maximum: 200, description: 'Words to look for.' },
    'tea',
  ),
  good: withProperty('query', { type: 'string', maxLength: 200, description: 'Words to look for.' }, 'tea'),
});
