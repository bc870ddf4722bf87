import { defineRule, type ToolRule } from '../define-rule.ts';
import { findHiddenText } from '../text/find-hidden-text.ts';
import { findInstructions } from '../text/find-instructions.ts';
import { quoted } from '../text/quote.ts';

// Regular expressions name such characters in order to refuse them.
const isData = (path: string): boolean => path.endsWith('/pattern') || path.includes('/patternProperties/');

/** What UTF-8 looks like once it has been read as another encoding, and what decoders put in place of broken bytes. */
const GARBLED = /\u00E2\u20AC.?|\u00C3[\u0080-\u00BF]|\u00EF\u00BB\u00BF|\uFFFD/;

/** Rules about all strings of a tool; they also check a manifest's own strings, which reach the model too. */
export const TEXT_RULES: readonly ToolRule[] = [
  defineRule<{ what: string }>({
    id: 'hidden-text',
    severity: 'error',
    check({ tool, report }) {
      for (const { text, path } of tool.strings) {
        const what = isData(path) ? undefined : findHiddenText(text);
        if (what !== undefined) report({ at: path, what });
      }
    },
    message: ({ name, what }) => `A text of "${name}" has ${what}.`,
    help: 'Take it out, or write the text anew with the keyboard.',
  }),
  defineRule<{ words: string }>({
    id: 'model-instructions',
    severity: 'error',
    after: ['hidden-text'],
    check({ tool, report }) {
      const harmless = new Set<string>();
      for (const { text, path } of tool.strings) {
        // Names of keywords, fields and types are not instructions.
        if (harmless.has(text) || text.length < 6 || /^[a-z$][A-Za-z]{0,22}$/.test(text)) continue;
        const words = findInstructions(text);
        if (words === undefined) harmless.add(text);
        else report({ at: path, words });
      }
    },
    message: ({ name, words }) => `A text of "${name}" gives orders to the model: ${quoted(words)}.`,
    help: 'Describe the tool alone: what it does, what it needs, what it returns, when it fails.',
  }),
  defineRule<{ part: string }>({
    id: 'text-garbled',
    severity: 'warning',
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
  }),
];
