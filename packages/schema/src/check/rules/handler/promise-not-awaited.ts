import { toolSource } from '../../base-fixture.ts';
import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

const saving = (keyword: string): string =>
  toolSource({
    execute: `async execute({ cell }) {
    ${keyword}openSheet(cell);
    return { value: 42 };
  },`,
    after: `declare function openSheet(cell: string): Promise<void>;`,
  });

export const promiseNotAwaited: CodeRule<{ call: string }> = defineCodeRule({
  id: 'promise-not-awaited',
  family: 'handler',
  severity: 'warning',
  title: 'Promise that nobody awaits',
  rationale: 'The tool reports success before the work is done, and nobody hears of it when the work fails.',
  message: ({ call }) => `Nobody awaits the promise of ${quoted(call)}.`,
  help: 'Put `await` before it; where it really may go on by itself, write `void` before it, or add `.catch(…)`.',
  examples: {
    bad: [{ source: saving(''), message: 'Nobody awaits the promise of "openSheet(…)".' }],
    good: [saving('await ')],
  },
});
