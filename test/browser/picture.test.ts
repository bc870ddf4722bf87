import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { decode } from 'modern-gif';
import { expect, inject, it } from 'vitest';
import { describeBrowser } from '../support/describe-browser.ts';
import { drawPicture } from './draw-picture.ts';

const COMMITTED = fileURLToPath(new URL('../../docs/images/in-use.gif', import.meta.url));

/** What does not depend on the fonts of a machine. */
const describePicture = (gif: Uint8Array<ArrayBuffer>): object => {
  const { width, height, frames } = decode(gif);
  return { width, height, frames: frames.length, light: gif.byteLength < 300_000 };
};

describeBrowser('the picture in the README', () => {
  it('is of a run in which the page asks, and the agent corrects a mistake', async () => {
    const found = inject('browser');
    if (found.kind !== 'found') throw new Error('There is no browser.');
    const { gif, transcript } = await drawPicture(found.executable);
    expect(transcript).toEqual([
      'readMessage {}',
      '← {\n "subject": "Lunch on Friday?",\n "text": "Are you there at noon?"\n}',
      'answerMessage {"txt":"Yes, see you at noon."}',
      '← INVALID_INPUT: Invalid input of "answerMessage": `text` is required; `txt` is not a known property; did you mean `text`?\nSuggestion: Correct the input, then call again.',
      'answerMessage {"text":"Yes, see you at noon."}',
      '← {\n "sent": 1\n}',
    ]);
    // One of the five shows the question.
    const expected = { width: 1200, height: 520, frames: 5, light: true };
    expect(describePicture(gif)).toEqual(expected);
    expect(describePicture(await readFile(COMMITTED))).toEqual(expected);
  });
});
