import { tryJson } from '@btcp/core/internal';
import { isDeepStrictEqual } from 'node:util';
import type { ManifestTool, JsonSchema } from '@btcp/core';
import { type Judge, judgeSchema } from '@btcp/schema/cross-check';
import { compileSchema } from '@btcp/schema/compile';

/** Why a case is tried: where its input comes from, or what its tool does. */
export type CaseKind =
  'example' | 'valid' | 'invalid' | 'boundary' | 'hostile' | 'denied' | 'output' | 'error';

/** A call to make on every surface. */
export interface ConformCase {
  readonly tool: string;
  readonly kind: CaseKind;
  /** JSON. */
  readonly input: unknown;
  /** What the tool returns once its input is accepted; it throws an error with the code, if there is one. */
  readonly output: unknown;
  readonly throws?: string;
}

/** What a caller gets: the result as text, or the code and the places of an error. */
export type Outcome = (
  | { readonly ok: true; readonly output: string }
  | {
      readonly ok: false;
      readonly code: string;
      /** JSON pointers. */
      readonly paths: readonly string[];
      /** Of an error that has no code of the toolkit's. */
      readonly message?: string;
    }
) & {
  /** The input with which the tool was run, where that is not the one of the call. */
  readonly received?: unknown;
};

/** A way to call tools. */
export interface Surface {
  readonly name: string;
  /** Whether a caller can send an input at all, and get the whole result. Default: any JSON. */
  readonly carries?: (input: unknown, tool: string) => boolean;
  readonly call: (tool: string, input: unknown) => Promise<Outcome>;
}

/** A result as every surface can tell it: some pass strings on as they are. */
export const textOf = (output: unknown): string =>
  typeof output === 'string' ? output : JSON.stringify(output ?? null);

/** A call with which callers get something else on some surface than on another, or than the manifest says. */
export interface Difference {
  readonly call: ConformCase;
  /** By surface; those that cannot carry the input, or the result, are left out. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** What the manifest says of the call, where that is known. */
  readonly manifest?: string;
}

export interface Comparison {
  readonly differences: readonly Difference[];
  /** How many calls each surface got. */
  readonly calls: Readonly<Record<string, number>>;
}

/**
 * Makes every call on every surface, and compares what callers get, with each other and with what the manifest says.
 *
 * @param prepare - Called before each case.
 */
export async function findDifferences(
  surfaces: readonly Surface[],
  cases: readonly ConformCase[],
  prepare: (call: ConformCase) => Promise<void>,
  judge: JudgeCall,
): Promise<Comparison> {
  const differences: Difference[] = [];
  const calls = Object.fromEntries(surfaces.map(({ name }) => [name, 0]));
  for (const call of cases) {
    const json = JSON.stringify(call.input);
    await prepare(call);
    const outcomes: Record<string, Outcome> = {};
    for (const { name, carries, call: make } of surfaces) {
      // Each gets a copy, as from another process.
      const input: unknown = JSON.parse(json);
      if (carries?.(input, call.tool) === false) continue;
      outcomes[name] = comparable(await make(call.tool, input));
      calls[name] = (calls[name] ?? 0) + 1;
    }
    const [first, ...others] = Object.values(outcomes);
    const judgement = judge(call);
    const isAllowed = Object.values(outcomes).every((outcome) => judgement?.allows(outcome) ?? true);
    if (!isAllowed || others.some((other) => !isDeepStrictEqual(other, first)))
      differences.push({ call, outcomes, ...(judgement && { manifest: judgement.says }) });
  }
  return { differences, calls };
}

/** Maximum issues of an error that is sent, and characters of a path. */
const MAX_ISSUES = 100;
const MAX_PATH = 500;

function comparable(outcome: Outcome): Outcome {
  if (outcome.ok) return outcome;
  const paths = outcome.paths.slice(0, MAX_ISSUES).map((path) => path.slice(0, MAX_PATH));
  return { ...outcome, paths };
}

/** What a manifest says of a call: mistakes that all surfaces share are found by nothing else. */
interface Judgement {
  readonly says: string;
  /** Whether a caller may get that. */
  readonly allows: (outcome: Outcome) => boolean;
}

/** Says what a manifest says of a call; `undefined` where that is not known. */
type JudgeCall = (call: ConformCase) => Judgement | undefined;

/** Judges calls of tools by their capabilities and JSON Schemas alone, without the built validators. */
export function judgeCalls(tools: readonly ManifestTool[]): JudgeCall {
  const judges = new Map(tools.map((tool) => [tool.name, judgeTool(tool)]));
  return (call) => judges.get(call.tool)?.(call);
}

function judgeTool({ inputSchema, outputSchema, capabilities }: ManifestTool): JudgeCall {
  const input = judgeSchema(inputSchema);
  const fillInput = filler(inputSchema);
  const output = judgeSchema(outputSchema ?? true);
  const fillOutput = filler(outputSchema ?? true);
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
    const value = typeof result === 'string' ? output : tryJson(output);
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
  output === textOf(value) || (typeof value !== 'string' && isDeepStrictEqual(tryJson(output), value));

const failsWith = (code: string, says: string): Judgement => ({
  says,
  allows: (outcome) => !outcome.ok && outcome.code === code,
});

const because = ({ reason }: { readonly reason: string }): string => (reason === '' ? '' : `: ${reason}`);

/** An accepted value with its defaults. */
type Filled = { readonly value: unknown } | undefined;

/** Fills defaults in, by a validator that is made of the schema anew: not by the built one, which is what is compared. */
function filler(schema: JsonSchema): (value: unknown) => Filled {
  const validate = compileSchema(schema);
  return (value) => {
    const verdict = validate(value);
    return verdict.ok ? { value: verdict.value } : undefined;
  };
}
