import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Implementation, Manifest, Registration, ValidatorsModule } from '@btcp/core';
import { answer } from '../support/answer.ts';

/** The parent's question: how to start, in which generated project, and what to call. */
export interface StartupQuestion {
  readonly way: StartupWay;
  readonly folder: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * How a host starts: with compiled validators, with ajv compiling every schema, or with the registration that the
 * build wrote, which also loads the called tool's module and TypeBox. The first two leave the tools' modules out, because
 * they cost both the same.
 */
export type StartupWay = 'compiled' | 'ajv' | 'registration';

const nothingFound = async (): Promise<unknown> => ({ rows: [], total: 0 });

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'generated/manifest.json'), 'utf8')) as Manifest;
}

async function startCompiled({ folder, tool, input }: StartupQuestion): Promise<unknown> {
  const manifest = await readManifest(folder);
  const { href } = pathToFileURL(join(folder, 'generated/validators-on-call.js'));
  const { modules } = (await import(href)) as { readonly modules: readonly ValidatorsModule[] };
  const { validatorsOnCall } = await import('@btcp/core');
  const implementations: Record<string, Implementation> = {};
  for (const { name } of manifest.tools) implementations[name] = nothingFound;
  const onCall = validatorsOnCall(manifest, 25, modules);
  return callFirst({ manifest, implementations, validatorsOnCall: onCall }, tool, input);
}

async function startAjv({ folder, tool, input }: StartupQuestion): Promise<unknown> {
  const manifest = await readManifest(folder);
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const { default: addFormats } = await import('ajv-formats');
  const ajv = new Ajv2020({ strict: false, useDefaults: true });
  addFormats.default(ajv);
  const validators = new Map(
    manifest.tools.map(({ name, inputSchema, outputSchema }) => [
      name,
      { input: ajv.compile(inputSchema), output: outputSchema && ajv.compile(outputSchema) },
    ]),
  );
  const first = validators.get(tool);
  if (!first?.input(structuredClone(input))) throw new Error(ajv.errorsText(first?.input.errors));
  const output = await nothingFound();
  return first.output && !first.output(output) ? undefined : output;
}

async function startRegistration({ folder, tool, input }: StartupQuestion): Promise<unknown> {
  const { href } = pathToFileURL(join(folder, 'bundled/registration.mjs'));
  const { registration } = (await import(href)) as { readonly registration: Registration };
  return callFirst(registration, tool, input);
}

// The part of a document that the tools read: every list is there, and empty.
const EMPTY_PAGE = { querySelector: () => ({ querySelectorAll: () => [] }) };

async function callFirst(registration: Registration, tool: string, input: unknown): Promise<unknown> {
  const { BTCPClient } = await import('@btcp/client');
  const client = new BTCPClient({ context: { dom: EMPTY_PAGE as unknown as Document } });
  await client.registerManifest(registration);
  await client.grantCapabilities(['dom:read']);
  return client.callTool(tool, input);
}

// Only types are imported above, so the clock starts before anything that counts.
const WAYS: Readonly<Record<StartupWay, (question: StartupQuestion) => Promise<unknown>>> = {
  compiled: startCompiled,
  ajv: startAjv,
  registration: startRegistration,
};

await answer(async (question: StartupQuestion): Promise<number> => {
  const start = performance.now();
  const result = await WAYS[question.way](question);
  const took = performance.now() - start;
  if (!(typeof result === 'object' && result !== null && 'total' in result)) {
    throw new Error(`The first call gave ${JSON.stringify(result)}.`);
  }
  return took;
});
