import type { ManifestTool } from '@btcp/core';
import { isDeepStrictEqual } from 'node:util';
import { judgeDefaults, judgeSchema, type JudgedValue } from '@btcp/schema/cross-check';
import { type ConformCase, type Outcome, textOf } from './conform-case.ts';

/** What a manifest says of a call: mistakes that all surfaces share are found by nothing else. */
export interface Judgement {
  readonly says: string;
  /** Whether a caller may get that. */
  readonly allows: (outcome: Outcome) => boolean;
}

/** Says what a manifest says of a call; `undefined` where that is not known. */
export type JudgeCall = (call: ConformCase) => Judgement | undefined;

type Filled = ReturnType<ReturnType<typeof judgeDefaults>>;
type Judge = (value: unknown) => JudgedValue | undefined;

const ANYTHING: Judge = () => ({ accepts: true, reason: '' });

/** Judges calls of tools by their capabilities and JSON Schemas alone, without the built validators. */
export function judgeCalls(tools: readonly ManifestTool[]): JudgeCall {
  const judges = new Map(tools.map((tool) => [tool.name, judgeTool(tool)]));
  return (call) => judges.get(call.tool)?.(call);
}

function judgeTool({ inputSchema, outputSchema, capabilities }: ManifestTool): JudgeCall {
  const input = judgeSchema(inputSchema);
  const fillInput = judgeDefaults(inputSchema);
  const output = outputSchema ? judgeSchema(outputSchema) : ANYTHING;
  const fillOutput = judgeDefaults(outputSchema ?? true);
  return (call) => {
    if (call.kind === 'denied')
      return failsWith('CAPABILITY_DENIED', `denies the call without ${capabilities.join(', ')}`);
    const verdict = input(call.input);
    if (!verdict) return undefined;
    if (!verdict.accepts) return failsWith('INVALID_INPUT', `refuses the input${because(verdict)}`);
    const judgement =
      call.throws === undefined
        ? judgeResult(call.output, output, fillOutput)
        : failsWith(call.throws, 'accepts the input, and the tool throws');
    return judgement && withInput(judgement, call.input, fillInput(call.input));
  };
}

/** Adds that a tool gets the input with its defaults. */
function withInput(judgement: Judgement, given: unknown, filled: Filled): Judgement {
  if (!filled) return judgement;
  const { value } = filled;
  return {
    says: isDeepStrictEqual(value, given)
      ? judgement.says
      : `${judgement.says}: the tool gets ${JSON.stringify(value)}`,
    allows: (outcome) => judgement.allows(outcome) && isDeepStrictEqual(outcome.received ?? given, value),
  };
}

function judgeResult(
  returned: unknown,
  judge: Judge,
  fill: (value: unknown) => Filled,
): Judgement | undefined {
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
  const filled = fill(result);
  return {
    says: 'accepts the input and the result',
    allows: (outcome) => outcome.ok && (filled ? isSame(outcome.output, filled.value) : isAccepted(outcome)),
  };
}

const isSame = (output: string, value: unknown): boolean =>
  output === textOf(value) || (typeof value !== 'string' && isDeepStrictEqual(parse(output), value));

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
