import { withProperties } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import {
  descriptionOf,
  hasAny,
  isRequiredProperty,
  targetOf,
  displayPaths,
} from '../../../model/schema-node.ts';
import { listed } from '../../text/quote.ts';

const optionalFormat = (extra: object): object =>
  withProperties(
    {
      cell: { type: 'string', maxLength: 9, description: 'Address of the cell.' },
      format: { type: 'string', enum: ['raw', 'shown'], description: 'How to write the value.', ...extra },
    },
    { cell: 'B5', format: 'raw' },
    { required: ['cell'] },
  );

/** Words with which a description explains what happens without the property. */
const OMISSION =
  /\b(?:defaults?|optional|omitted|omitting|left out|unset|unless|otherwise|without (?:it|this))\b/i;

export const defaultMissing: ToolRule<{ properties: readonly string[] }> = defineRule({
  id: 'default-missing',
  family: 'values',
  severity: 'info',
  title: 'Optional choice without a default',
  rationale: 'An agent that leaves the property out cannot know what it gets, so it sets it on every call.',
  check({ tool, report }) {
    const open = tool.inputs.filter((node) => {
      const target = targetOf(node);
      const isChoice = target['type'] === 'boolean' || Object.hasOwn(target, 'enum');
      const says = hasAny(node.schema, ['default', 'const']) || hasAny(target, ['default', 'const']);
      const tells = OMISSION.test((descriptionOf(node) ?? '').slice(0, 1000));
      return isChoice && !says && !tells && !isRequiredProperty(node) && !node.parent?.isInPlace;
    });
    const [first] = open;
    if (first) report({ at: first.path, properties: displayPaths(open) });
  },
  message: ({ name, properties }) =>
    `Tool "${name}" does not say what it takes when ${listed(properties)} ${properties.length === 1 ? 'is' : 'are'} left out.`,
  help: 'Add a `default` in place of `Type.Optional`, which the runtime then fills in; or say in the description what leaving it out means.',
  bad: { ...optionalFormat({}) },
  good: { ...optionalFormat({ default: 'shown' }) },
});
