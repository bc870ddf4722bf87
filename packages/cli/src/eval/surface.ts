import { type CallTarget, type ExportedNames, exportTools } from '@btcp/adapters';
import { makeNames } from '@btcp/adapters/internal';
import { standardTools } from '@btcp/adapters/standard-schema';
import type { Manifest, Validator } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { InputError } from '../errors.ts';
import type { ModelSpec } from './parse-model.ts';

export interface Version {
  readonly manifest: Manifest;
  readonly inputs: ReadonlyMap<string, Validator>;
}

/** Tools as one model gets them. */
export interface Surface extends Version {
  readonly spec: ModelSpec;
  /** The format, as reports name it. */
  readonly format: string;
  /** What is sent, or what the AI SDK takes. */
  readonly tools: unknown;
  /** What a model reads of them, as JSON. */
  readonly text: string;
  /** The format by which calls are decoded. */
  readonly target: CallTarget;
  readonly names: ExportedNames;
  /** The tools that the format cannot express. */
  readonly refused: readonly string[];
}

/** @throws InputError where a schema cannot be compiled, as an external manifest may have it. */
export function makeVersion(manifest: Manifest, name: string): Version {
  const inputs = manifest.tools.map((tool) => {
    try {
      return [tool.name, compileSchema(tool.inputSchema)] as const;
    } catch (error) {
      throw new InputError(
        `The input schema of ${tool.name} in ${name} cannot be compiled: ${(error as Error).message}`,
        'Correct it.',
      );
    }
  });
  return { manifest, inputs: new Map(inputs) };
}

/** The tools as a model gets them: as an export writes them, or as `standardTools` gives them to the AI SDK. */
export function makeSurface(spec: ModelSpec, version: Version): Surface {
  const { native } = spec;
  if (native === undefined) return { ...version, spec, ...forAiSdk(version) };
  const { target } = native;
  const { tools, names, refused } = exportTools(version.manifest, { target });
  const text = JSON.stringify(tools);
  return {
    ...version,
    spec,
    format: target,
    tools,
    text,
    target,
    names,
    refused: refused.map(({ tool }) => tool),
  };
}

function forAiSdk({ manifest, inputs }: Version): Omit<Surface, 'spec' | keyof Version> {
  const validators = Object.fromEntries([...inputs].map(([name, input]) => [name, { input }]));
  const caller = { callTool: () => Promise.reject(new Error('No tool is run.')) };
  const standard = Object.values(
    standardTools<unknown>(caller, { manifest, implementations: {}, validators }),
  );
  // Without `execute`, which the AI SDK would run.
  const tools = Object.fromEntries(
    standard.map(({ name, description, inputSchema }) => [name, { description, inputSchema }]),
  );
  return {
    format: 'the AI SDK',
    tools,
    text: JSON.stringify([tools, manifest.tools.map((tool) => tool.inputSchema)]),
    target: 'openai-responses',
    names: makeNames(manifest.tools.map((tool) => ({ exportedName: tool.name, tool, strict: false }))),
    refused: [],
  };
}
