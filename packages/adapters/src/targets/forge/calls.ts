import { outcomeText, type FormatCalls } from '../../profile/format-calls.ts';
import { readForgeCall } from './read-forge-call.ts';

/** A call in the text of forge's model, whose arguments are strings; the result is text too. */
export const forgeCalls: FormatCalls<string> = {
  call: readForgeCall,
  reading: { strings: ['number', 'boolean', 'null', 'array', 'object'], isText: true },
  writeResult: (_, outcome) => outcomeText(outcome),
};
