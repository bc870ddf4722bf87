import { toolSource } from '../../base-fixture.ts';
import { type CodeRule, defineCodeRule } from '../../define-rule.ts';

const fetching = (context: string, options: string): string =>
  toolSource({
    execute: `async execute({ cell }${context}) {
    const response = await fetch(\`/cells/\${cell}\`${options});
    return { value: Number(await response.text()) };
  },`,
    capabilities: `['network:fetch:same-origin']`,
  });

export const signalIgnored: CodeRule<{ slow: 'loop' | 'fetch' }> = defineCodeRule<{ slow: 'loop' | 'fetch' }>(
  {
    id: 'signal-ignored',
    family: 'handler',
    severity: 'info',
    title: 'Slow tool that cannot be cancelled',
    rationale:
      'When the caller cancels or the deadline passes, the call fails at once, but the code goes on with its effects unless it looks at `signal`.',
    message: ({ name, slow }) =>
      `Tool "${name}" ${slow === 'loop' ? 'awaits in a loop' : 'fetches'} and never looks at the \`signal\` of its context.`,
    help: ({ slow }) =>
      slow === 'loop'
        ? 'Take `signal` from the context, and call `signal.throwIfAborted()` in the loop.'
        : 'Take `signal` from the context, and pass it on: `fetch(url, { signal })`.',
    examples: {
      bad: [
        {
          source: fetching('', ''),
          message: 'Tool "getCellValue" fetches and never looks at the `signal` of its context.',
        },
      ],
      good: [fetching(', { signal }', ', { signal }')],
    },
  },
);
