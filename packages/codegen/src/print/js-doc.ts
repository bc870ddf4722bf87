import { unwrapped } from '../source/text-edits.ts';
import { escapeUnprintable } from './source-text.ts';

export interface DocTag {
  readonly name: string;
  readonly text?: string | undefined;
  /** Whether `text` is code, whose lines are kept. */
  readonly isCode?: boolean;
}

const MAX_LINE = 100;

/**
 * Returns the lines of a JSDoc comment, none if it would be empty. Escapes whatever would end the comment or
 * begin a tag.
 */
export function jsDocLines(description: unknown, tags: readonly DocTag[] = []): string[] {
  const text = typeof description === 'string' ? textLines(description) : [];
  const tagged = tags.flatMap(tagLines);
  const lines = text.length > 0 && tagged.length > 0 ? [...text, '', ...tagged] : [...text, ...tagged];
  const [only] = lines;
  if (only === undefined) return [];
  if (lines.length === 1 && only.length <= MAX_LINE) return [`/** ${only} */`];
  return ['/**', ...lines.map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */'];
}

function tagLines({ name, text, isCode }: DocTag): string[] {
  if (text === undefined || text === '') return [`@${name}`];
  if (isCode) return [`@${name}`, ...text.split('\n').map(inert)];
  const [first = '', ...rest] = textLines(text);
  return [`@${name} ${first}`, ...rest];
}

function textLines(text: string): string[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => inert(line.trim()));
  const start = lines.findIndex((line) => line !== '');
  const end = lines.findLastIndex((line) => line !== '');
  return start === -1
    ? []
    : lines.slice(start, end + 1).filter((line, i, all) => line !== '' || all[i - 1] !== '');
}

// An `@` begins a tag at the start of a line and after a space; a backslash before it is not shown.
function inert(line: string): string {
  return escapeUnprintable(line)
    .replaceAll('*/', '*\\/')
    .replace(/(^|[^\w{`])@/g, '$1\\@');
}

const MAX_WIDTH = 100;

/**
 * Prints a JSDoc comment that a build reads back as exactly this description.
 *
 * @returns Undefined if the description would end the comment, begin a tag, suppress a rule, or lose its line breaks.
 */
export function printDoc(text: string): string | undefined {
  if (text === '' || unwrapped(text) !== text || /[@*\\]|\/\/|^btcp-ignore/i.test(text)) return undefined;
  if (escapeUnprintable(text.replaceAll('\n', ' ')) !== text.replaceAll('\n', ' ')) return undefined;
  const lines = text.split('\n').flatMap(wrap);
  const [only = ''] = lines;
  if (lines.length === 1) return `/** ${only} */`;
  return ['/**', ...lines.map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */'].join('\n');
}

function wrap(paragraph: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > MAX_WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
