import { defineRule, type ToolRule } from '../../define-rule.ts';

/** Matches an empty message, and one that only repeats the flag. */
const NO_ADVICE =
  /^\W*(?:(?:this|it|the tool)\s+(?:tool\s+)?is\s+)?(?:now\s+)?(?:deprecated|obsolete|outdated|old|legacy)?\W*$/i;

export const deprecatedWithoutMessage: ToolRule = defineRule({
  id: 'deprecated-without-message',
  family: 'deprecation',
  severity: 'warning',
  title: 'Deprecated tool without migration advice',
  rationale: 'An agent that meets a deprecated tool needs the name of its successor.',
  after: ['tool-invalid'],
  check({ tool, report }) {
    if (tool.deprecated && tool.successor === undefined && NO_ADVICE.test(tool.deprecationMessage ?? ''))
      report({ at: '/deprecated' });
  },
  message: ({ name }) => `Tool "${name}" is deprecated, but does not say what to use instead.`,
  help: 'Add `successor` or `deprecationMessage`, or text behind `@deprecated`: "Use getCellValues instead."',
  bad: { deprecated: true },
  good: { deprecated: true, deprecationMessage: 'Read the value off the page instead.' },
});
