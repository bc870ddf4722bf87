import { isDeepStrictEqual } from 'node:util';
import { BTCPClient } from '@btcp/client';
import { BTCPError, type Manifest, type Registration } from '@btcp/core';
import { omitKeys } from '@btcp/schema';
import {
  type Comparison,
  type ConformCase,
  findDifferences,
  judgeCalls,
  type Surface,
} from './find-differences.ts';
import { makeCases } from './make-cases.ts';
import { directSurface, standardSurface, mcpSurface, webMcpSurface } from './surfaces.ts';
import { InputError } from '../errors.ts';

/** What comparing the surfaces of a registration found. */
export interface SurfaceReport extends Comparison {
  readonly tools: number;
  readonly cases: number;
  /** The level of isolation of the manifest, where it has one: the surfaces are compared without it. */
  readonly notExercised: readonly string[];
}

/**
 * Makes the same calls of every tool through the client, MCP, WebMCP and Standard Schema, and compares what callers get,
 * also with what the manifest's own schemas say.
 * The tools' own code is not run.
 *
 * @param built - What `btcp build` wrote.
 * @param published - The manifest by which calls are made and judged.
 * @throws InputError if a surface cannot be opened.
 */
export async function compareSurfaces(
  built: Registration,
  published: Manifest,
  seed: number,
): Promise<SurfaceReport> {
  const stubs = stubTools(built);
  const { registration } = stubs;
  const { manifest } = registration;
  // Nothing of the author's is run: what asks is compared as what does not.
  const client = new BTCPClient({ onConfirm: () => true });
  // Otherwise every call of a deprecated tool is logged.
  client.on('deprecatedCalled', () => undefined);
  await client.registerManifest(registration).catch((error: unknown) => {
    const { message, suggestion = 'Run `btcp build`.' } = BTCPError.from(error);
    throw new InputError(`The client refuses the build: ${message}`, suggestion);
  });
  const mcp = await mcpSurface(client, manifest);
  try {
    const surfaces = [
      directSurface(client),
      mcp,
      await webMcpSurface(client),
      standardSurface(client, registration),
    ].map((surface) => watched(surface, stubs));
    const cases = await casesOf(registration, published, seed);
    const capabilities = [...new Set([...manifest.capabilities, ...published.capabilities])];
    const prepare = async (call: ConformCase): Promise<void> => {
      stubs.current = call;
      if (call.kind === 'denied') await client.revokeCapabilities(capabilities);
      else await client.grantCapabilities(capabilities);
    };
    const comparison = await findDifferences(surfaces, cases, prepare, judgeCalls(published.tools));
    const { sandbox } = built.manifest.config ?? {};
    return {
      ...comparison,
      tools: published.tools.length,
      cases: cases.length,
      notExercised: sandbox === undefined ? [] : [sandbox],
    };
  } finally {
    await mcp.close();
  }
}

/** A surface whose outcomes say which other input the tool got. */
function watched(surface: Surface, stubs: StubTools): Surface {
  return {
    ...surface,
    async call(tool, input) {
      const outcome = await surface.call(tool, input);
      const received = stubs.takeReceived();
      return !received || isDeepStrictEqual(received.value, input)
        ? outcome
        : { ...outcome, received: received.value };
    },
  };
}

async function casesOf(
  { validators = {}, validatorsOnCall = {} }: Registration,
  { tools }: Manifest,
  seed: number,
): Promise<readonly ConformCase[]> {
  const cases = tools.map(async (tool) => {
    const own = validators[tool.name] ?? (await validatorsOnCall[tool.name]?.());
    if (own) return makeCases(tool, own, seed);
    throw new InputError(`The tool "${tool.name}" has no validators.`, 'Run `btcp build`.');
  });
  return (await Promise.all(cases)).flat();
}

/** A registration whose tools do what a case says, instead of running their own code. */
interface StubTools {
  readonly registration: Registration;
  /** The case that is tried. */
  current: ConformCase | undefined;
  /** The input of the tool that has run since this was asked for. */
  takeReceived(): { readonly value: unknown } | undefined;
}

/**
 * Replaces the implementations of a registration; tools and validators stay the built ones. Isolation is left out: there is
 * none of a provider's code to confine, and no frame in Node.
 */
function stubTools(built: Registration): StubTools {
  let received: { readonly value: unknown } | undefined;
  const execute = (input: unknown): unknown => {
    received = { value: JSON.parse(JSON.stringify(input)) as unknown };
    const { output, throws } = stubs.current ?? { output: null };
    if (throws !== undefined) throw new BTCPError(throws, 'The tool fails on purpose.');
    return output;
  };
  const implementations = Object.fromEntries(built.manifest.tools.map(({ name }) => [name, execute]));
  const { config, ...manifest } = built.manifest;
  const inline = omitKeys({ ...config }, ['sandbox']);
  const registration = { ...built, implementations, manifest: { ...manifest, config: inline } };
  const stubs: StubTools = {
    registration,
    current: undefined,
    takeReceived() {
      const taken = received;
      received = undefined;
      return taken;
    },
  };
  return stubs;
}
