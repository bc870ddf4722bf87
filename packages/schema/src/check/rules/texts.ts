import { defineRule, type ToolRule } from '../define-rule.ts';
import { findInstructions } from '../text/find-instructions.ts';
import { quoted } from '../text/quote.ts';

// Regular expressions name such characters in order to refuse them.
const isData = (path: string): boolean => path.endsWith('/pattern') || path.includes('/patternProperties/');

/** What UTF-8 looks like once it has been read as another encoding, and what decoders put in place of broken bytes. */
const GARBLED = /\u00E2\u20AC.?|\u00C3[\u0080-\u00BF]|\u00EF\u00BB\u00BF|\uFFFD/;

// Joiners and what changes the direction have a rule of their own below.
const INVISIBLE =
  /(?![\u061C\u200C-\u200F\u202A-\u202E\u2066-\u2069])[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u;
const TAGS = /[\u{E0000}-\u{E007F}]/u;
const BIDI = /[\u202A-\u202E\u2066-\u2069]/u;
const DIRECTION_MARK = /[\u200E\u200F\u061C]/u;
const JOINER = /[\u200C\u200D]/u;
// oxlint-disable-next-line no-control-regex -- controls are what is looked for
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/u;

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
/** Joiners are legitimate in emoji, and in words of these scripts. */
const JOINED =
  // oxlint-disable-next-line no-misleading-character-class -- the colours of a skin, each by itself
  /(\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?|[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Mongolian}]\p{M}{0,9})[\u200C\u200D]/gu;
/** A selector chooses the form of an emoji, an ideograph or an operator; several, or others, spell out hidden data. */
const CHOSEN_FORM = /\p{Emoji}[\uFE0E\uFE0F]|[\p{Ideographic}\p{Math}][\uFE00-\uFE02]/gu;
/** Flags of regions are written with tag characters. */
const TAGGED_FLAG = /\u{1F3F4}[\u{E0020}-\u{E007E}]{1,8}\u{E007F}/gu;

const COMMENT = /<!--/;
const IMAGE =
  /!\[[^\]]{0,500}\]\(\s*(?:https?:|data:|\/\/)|<img\b[^>]{0,200}\bsrc\s*=\s*["']?(?:https?:|data:|\/\/)/i;

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

/** Names the characters that a person does not see; `undefined` where all are visible. */
function findHiddenText(text: string): string | undefined {
  if (COMMENT.test(text)) return 'an HTML comment';
  if (IMAGE.test(text)) return 'an image, which sends whatever its address holds';
  // All others are beyond ASCII, except for the controls.
  if (CONTROL.test(text)) return 'control characters';
  const plain = text.replace(TAGGED_FLAG, '').replace(JOINED, '').replace(CHOSEN_FORM, '');
  if (TAGS.test(plain)) return 'Unicode tag characters, which spell out a hidden text';
  if (INVISIBLE.test(plain) || JOINER.test(plain)) return 'characters that do not show';
  if (BIDI.test(plain)) return 'characters that reverse the order of the text';
  if (DIRECTION_MARK.test(plain) && !RIGHT_TO_LEFT.test(plain))
    return 'marks for a direction of writing that it does not have';
  return undefined;
}
