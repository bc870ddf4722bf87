import { unwrapped } from '../source/comment-text.ts';
import { escapeUnprintable } from './source-text.ts';

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
