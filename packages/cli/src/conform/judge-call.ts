import type { ManifestTool } from '@btcp/core';
import { judgeSchema, type JudgedValue } from '@btcp/schema/cross-check';
import { type ConformCase, type Outcome, textOf } from './conform-case.ts';

/** What a manifest says of a call: mistakes that all surfaces share are found by nothing else. */
export interface Judgement {
  readonly says: string;
  /** Whether a caller may get that. */
  readonly allows: (outcome: Outcome) => boolean;
}

/** Says what a manifest says of a call; `undefined` where that is not known. */
export type JudgeCall = (call: ConformCase) => Judgement | undefined;

type Judge = (value: unknown) => JudgedValue | undefined;

const ANYTHING: Judge = () => ({ accepts: true, reason: '' });

/** Judges calls of tools by their capabilities and JSON Schemas alone, without the built validators. */
export function judgeCalls(tools: readonly ManifestTool[]): JudgeCall {
  const judges = new Map(tools.map((tool) => [tool.name, judgeTool(tool)]));
  return (call) => judges.get(call.tool)?.(call);
}

function judgeTool({ inputSchema, outputSchema, capabilities }: ManifestTool): JudgeCall {
  const input = judgeSchema(inputSchema);
  const output = outputSchema ? judgeSchema(outputSchema) : ANYTHING;
  // Validators fill defaults in.
  const isFilled = JSON.stringify(outputSchema ?? {}).includes('"default":');
  return (call) => {
    if (call.kind === 'denied')
      return failsWith('CAPABILITY_DENIED', `denies the call without ${capabilities.join(', ')}`);
    const verdict = input(call.input);
    if (!verdict) return undefined;
    if (!verdict.accepts) return failsWith('INVALID_INPUT', `refuses the input${because(verdict)}`);
    if (call.throws !== undefined) return failsWith(call.throws, 'accepts the input, and the tool throws');
    return judgeResult(call.output, output, isFilled);
  };
}

function judgeResult(returned: unknown, judge: Judge, isFilled: boolean): Judgement | undefined {
  const result = returned ?? null;
  const verdict = judge(result);
  if (!verdict) return undefined;
  const isAccepted = ({ output }: { readonly output: string }): boolean => {
    const value = typeof result === 'string' ? output : parse(output);
    return value !== undefined && judge(value)?.accepts !== false;
  };
  if (!verdict.accepts)
    return {
      says: `refuses the result${because(verdict)}`,
      // Undeclared fields may be left out.
      allows: (outcome) => (outcome.ok ? isAccepted(outcome) : outcome.code !== 'INVALID_INPUT'),
    };
  return {
    says: 'accepts the input and the result',
    allows: (outcome) => outcome.ok && (isFilled ? isAccepted(outcome) : outcome.output === textOf(result)),
  };
}

/** A JSON value; `undefined` for a text that is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const failsWith = (code: string, says: string): Judgement => ({
  says,
  allows: (outcome) => !outcome.ok && outcome.code === code,
});

const because = ({ reason }: JudgedValue): string => (reason === '' ? '' : `: ${reason}`);
