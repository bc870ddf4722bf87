import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BTCPClient } from '@btcp/client';
import { type LoadedConfig, loadModule, loadRegistration } from '@btcp/codegen';
import {
  CAPABILITIES,
  CAPABILITY_ALIASES,
  type HostDocument,
  type Manifest,
  type Registration,
} from '@btcp/core';
import { CAPABILITY_PATTERN } from '@btcp/core/internal';
import { didYouMean, fileError, InputError, UsageError } from '../errors.ts';
import type { Values } from '../command.ts';
import type { CliIo } from '../io.ts';
import type { HOST } from '../option.ts';

export type HostOptions = Omit<Values<typeof HOST>, 'grant'>;

/** A client with the built tools of a project, without grants. */
export interface OpenClient {
  readonly client: BTCPClient;
  readonly registration: Registration;
  /** Removes the page, and the files that tools are loaded from. */
  readonly dispose: () => Promise<void>;
}

/**
 * Loads a project's build into a client.
 *
 * @throws Error if there is no build; BTCPError if the client refuses it; InputError if a file cannot be read.
 */
export async function openClient(
  config: LoadedConfig,
  { html, context, 'fetch-origin': fetchOrigins, 'max-input': input, 'max-output': output }: HostOptions,
  io: CliIo,
): Promise<OpenClient> {
  removeEmptyStorage();
  const page = html === undefined ? undefined : await openPage(await readableFile('html', html, io));
  const built = await loadRegistration(config);
  const additions =
    context === undefined
      ? undefined
      : await loadModule<ContextModule>(await readableFile('context', context, io), config.tsconfig).catch(
          async (error: unknown) => {
            await built.dispose();
            // It ends with the path of a temporary file.
            const [message] = (error instanceof Error ? error.message : String(error)).split(
              ' imported from ',
            );
            throw new InputError(
              `${context} of --context cannot be loaded: ${message}`,
              'Correct it, or what it imports.',
            );
          },
        );
  const dispose = async (): Promise<void> => {
    page?.close();
    await Promise.all([built.dispose(), additions?.dispose()]);
  };
  try {
    const { registration } = built.module;
    const client = new BTCPClient({
      // There is no frame in Node; tools that may not run inline run in QuickJS.
      ...(registration.manifest.config?.sandbox && { sandbox: 'wasm' }),
      ...(fetchOrigins && { fetchOrigins }),
      limits: { ...(input !== undefined && { input }), ...(output !== undefined && { output }) },
      context: {
        ...(page && { dom: page.dom }),
        ...(additions && (await contextOf(additions.module, '--context'))),
      },
    });
    await client.registerManifest(registration);
    return { client, registration, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Removes the `localStorage` that is undefined since Node 25, unless it has a file: tools fail for want of a page as before. */
export function removeEmptyStorage(): void {
  const options = [process.env['NODE_OPTIONS'] ?? '', ...process.execArgv];
  if (options.some((option) => option.includes('--localstorage-file'))) return;
  Reflect.deleteProperty(globalThis, 'localStorage');
}

// Only tools that need a page pay for a DOM.
async function openPage(path: string): Promise<{ readonly dom: HostDocument; readonly close: () => void }> {
  const { createMockDOM, provideGlobals } = await import('@btcp/testing');
  const dom = createMockDOM(await readFile(path, 'utf8'));
  return { dom, close: provideGlobals(dom) };
}

export async function readableFile(option: string, path: string, io: CliIo): Promise<string> {
  const absolute = resolve(io.cwd, path);
  await readFile(absolute).catch((error: unknown) => {
    throw fileError(`${path} cannot be read for --${option}`, error);
  });
  return absolute;
}

/**
 * The capabilities in the value of one `--grant`.
 *
 * @throws UsageError if one is malformed. Wildcards are: only a client in development takes them.
 */
export function readGrants(list: string): readonly string[] {
  const ids = list
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  const wrong = ids.find((id) => !CAPABILITY.test(id));
  if (wrong === undefined) return ids;
  throw new UsageError(
    wrong.includes('*')
      ? `--grant takes no wildcards such as ${wrong}; write out each capability, for example --grant dom:read,dom:write.`
      : `--grant takes capabilities such as dom:read, separated by commas; got "${wrong}".`,
  );
}

const CAPABILITY = new RegExp(CAPABILITY_PATTERN);

/**
 * Refuses to grant what neither the protocol knows nor a tool declares.
 *
 * @throws InputError
 */
export function checkGrants(grants: readonly string[], { capabilities }: Manifest): void {
  const known = [...capabilities, ...Object.keys(CAPABILITIES), ...Object.keys(CAPABILITY_ALIASES)];
  const unknown = grants.find((id) => !known.includes(id));
  if (unknown === undefined) return;
  const declared = capabilities.length === 0 ? 'none' : capabilities.join(', ');
  throw new InputError(
    `--grant names "${unknown}", which no tool declares${didYouMean(unknown, known)}`,
    `The tools declare ${declared}.`,
  );
}

/** A module that extends `ctx`. */
export interface ContextModule {
  /** An object, or a function that returns one. */
  readonly default?: unknown;
}

/**
 * Reads what a context module adds to `ctx`.
 *
 * @param origin - What named the module, for the message.
 * @throws InputError if its default export gives no object.
 */
export async function contextOf({ default: context }: ContextModule, origin: string): Promise<object> {
  const value: unknown = typeof context === 'function' ? await (context as () => unknown)() : context;
  if (typeof value !== 'object' || value === null)
    throw new InputError(
      `${origin} needs a module whose default export is an object.`,
      'Export an object, or a function that makes one.',
    );
  return value;
}
