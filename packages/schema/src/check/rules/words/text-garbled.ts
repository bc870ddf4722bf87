import { defineRule, type ToolRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

/** What UTF-8 looks like once it has been read as another encoding, and what decoders put in place of broken bytes. */
const GARBLED = /\u00E2\u20AC.?|\u00C3[\u0080-\u00BF]|\u00EF\u00BB\u00BF|\uFFFD/;

export const textGarbled: ToolRule<{ part: string }> = defineRule({
  id: 'text-garbled',
  family: 'words',
  severity: 'warning',
  title: 'Text that was read in the wrong encoding',
  rationale:
    'The agent reads "\u00E2\u20AC\u201D" where a dash was meant, and the same may have happened to what matters.',
  after: ['hidden-text'],
  check({ tool, report }) {
    for (const { text, path } of tool.strings) {
      const part = GARBLED.exec(text)?.[0];
      if (part !== undefined) report({ at: path, part });
    }
  },
  message: ({ name, part }) =>
    `A text of "${name}" has ${quoted(part)}, which is what a misread character looks like.`,
  help: 'Save the file as UTF-8, and write the character anew.',
  bad: { tags: ['caf\u00C3\u00A9'] },
  good: { tags: ['café'] },
});
