import { defineRule, type ToolRule } from '../../define-rule.ts';
import { findHiddenText } from '../../text/find-hidden-text.ts';

export const hiddenText: ToolRule<{ what: string }> = defineRule({
  id: 'hidden-text',
  family: 'words',
  severity: 'error',
  title: 'Text that a person does not see and a model reads',
  rationale:
    'Characters without a shape, reversed text, HTML comments and images in Markdown carry instructions or data past the person who reviews a tool. Hosts take them for an attempt to poison it.',
  check({ tool, report }) {
    for (const { text, path } of tool.strings) {
      const what = isData(path) ? undefined : findHiddenText(text);
      if (what !== undefined) report({ at: path, what });
    }
  },
  message: ({ name, what }) => `A text of "${name}" has ${what}.`,
  help: 'Take it out, or write the text anew with the keyboard.',
  bad: { tags: ['cells\u200B\u2060'] },
  good: { tags: ['cells'] },
});

// Regular expressions name such characters in order to refuse them.
const isData = (path: string): boolean => path.endsWith('/pattern') || path.includes('/patternProperties/');
