import type { JsonSchema } from '@btcp/core';
import { findLimits, isObject, joinPointer, Random, ValueSampler } from '@btcp/schema/internal';
import type { DefinitionProblem, EvaluatedAlias, MappedSample } from '../evaluation-protocol.ts';

// Runs in the evaluation process, so it must not import modules of the build.

const SAMPLES = 30;
const FIELDS: ReadonlySet<string> = new Set(['inputSchema', 'mapInput', 'sunset']);

/**
 * Reads a definition's aliases, and runs each `mapInput` on samples.
 *
 * @param ofTool - The tool's input schema.
 * @param readSchema - Reads an alias's own, at a pointer without its leading slash.
 */
export function readAliases(
  value: unknown,
  ofTool: JsonSchema | undefined,
  problems: DefinitionProblem[],
  readSchema: (at: string, schema: unknown) => JsonSchema | undefined,
): readonly EvaluatedAlias[] {
  if (!isObject(value)) {
    problems.push(aliasProblem('/aliases', '`aliases` is not an object.'));
    return [];
  }
  return Object.entries(value).flatMap(([name, alias]): readonly EvaluatedAlias[] => {
    const at = joinPointer('/aliases', name);
    if (!isObject(alias)) {
      problems.push(aliasProblem(at, 'This alias is not an object.'));
      return [];
    }
    const unknown = Object.keys(alias).find((key) => !FIELDS.has(key));
    if (unknown !== undefined)
      problems.push(aliasProblem(joinPointer(at, unknown), `\`${unknown}\` is not part of an alias.`));
    const { inputSchema: own, mapInput, sunset } = alias;
    if (mapInput !== undefined && typeof mapInput !== 'function')
      problems.push(aliasProblem(`${at}/mapInput`, '`mapInput` is not a function.'));
    const inputSchema = own === undefined ? undefined : readSchema(`${at.slice(1)}/inputSchema`, own);
    return [
      {
        name,
        ...(inputSchema !== undefined && { inputSchema }),
        ...(sunset !== undefined && { sunset }),
        ...(typeof mapInput === 'function' && {
          samples: mapSamples(inputSchema ?? ofTool ?? {}, mapInput, ofTool),
        }),
      },
    ];
  });
}

const aliasProblem = (path: string, message: string): DefinitionProblem => ({
  path,
  message,
  help: 'Write `aliases: { oldName: { inputSchema: Type.Object({ … }), mapInput: (old) => ({ … }) } }`; each part may be left out.',
});

/** Of many digits, as the tool may get it as a string. */
const LARGE = 1_234_567_890;

function mapSamples(schema: JsonSchema, mapInput: unknown, ofTool: JsonSchema = {}): readonly MappedSample[] {
  const limits = [...findLimits(schema), ...findLimits(ofTool), LARGE];
  const sampler = new ValueSampler(schema, limits, new Random(1), false);
  return Array.from({ length: SAMPLES }, () => mapSample(sampler.sample(), mapInput));
}

function mapSample(input: unknown, mapInput: unknown): MappedSample {
  let mapped: unknown;
  try {
    mapped = (mapInput as (input: unknown) => unknown)(structuredClone(input));
  } catch (error) {
    return { input, error: (error instanceof Error ? error.message : String(error)).slice(0, 200) };
  }
  if (mapped === undefined) return { input, returned: 'undefined' };
  if (mapped instanceof Promise) {
    // An unhandled rejection would end the process.
    mapped.catch(() => undefined);
    return { input, returned: 'a promise, which no call waits for,' };
  }
  try {
    return { input, mapped: JSON.parse(JSON.stringify(mapped)) as unknown };
  } catch {
    return { input, returned: 'what has no JSON form' };
  }
}
