import type { BTCPError, IsolatedFiles, SandboxLevel, ManifestConfig, ToolContext } from '@btcp/core';
import { LEVELS, readScript } from '#isolated-levels';
import type { IsolationOptions } from '../client-options.ts';
import type { CheckedRegistration } from '../tool-entry.ts';
import { Environment, isolationUnavailable } from './environment.ts';
import type { ClientParts } from './realm.ts';

/** Milliseconds; the longest deadline that a manifest can have. */
const LONGEST = 300_000;

/**
 * Starts the level that a manifest or its host asks for, and gives the tools runners in it.
 *
 * @param sandbox - The host's choice.
 * @returns The entries as they are, for `inline`.
 * @throws BTCPError `ISOLATION_UNAVAILABLE` with what is missing: there is never a step down.
 */
export async function isolate(
  client: ClientParts,
  { manifest, entries }: CheckedRegistration,
  files: IsolatedFiles | undefined,
  sandbox: SandboxLevel | undefined,
  options: IsolationOptions | undefined,
): Promise<Pick<CheckedRegistration, 'entries' | 'retire'>> {
  const unavailable = (why: string): BTCPError => isolationUnavailable(client, manifest.name, why);
  const wanted = manifest.config?.sandbox;
  const level = chooseLevel(wanted, sandbox);
  if (!level)
    throw unavailable(
      wanted === 'ses' || wanted === 'worker'
        ? `\`${wanted}\` is refused, because it does not confine tools`
        : `there is no level "${sandbox}"; ask for inline, iframe or wasm`,
    );
  if (level === 'inline') return { entries };
  if (!files?.script)
    throw unavailable(`it was not built for that; set \`config.sandbox\` to '${level}' and build`);
  const { page = files.page, engine } = options ?? {};
  const timeout = Math.max(...entries.map(({ tool }) => tool.timeout ?? manifest.config?.timeout ?? LONGEST));
  const script = readTools(files.script);
  // A level that cannot be had never waits for it.
  script.catch(() => undefined);
  const parts = { script, page, engine, loadEngine: files.engine, timeout };
  const startRealm = await LEVELS[level](parts).catch((error: unknown) => {
    throw unavailable((error as Error).message);
  });
  const environment = new Environment(manifest.name, startRealm, client, files);
  await environment.start();
  return {
    entries: entries.map((entry) => ({
      ...entry,
      runner: {
        isIsolated: true,
        run: (input, context) => environment.call(entry.tool.name, input, context),
        // It reads no more of its context than the signal.
        confirm: (input, context) => environment.call(entry.tool.name, input, context as ToolContext, true),
      },
    })),
    retire: () => environment.retire(),
  };
}

async function readTools(url: string): Promise<string> {
  const text = await readScript(url).catch((error: unknown) => {
    throw new Error(`${url} cannot be read (${(error as Error).message})`);
  });
  // Servers of single-page applications answer so to addresses that they do not know.
  if (/^\s*</.test(text)) throw new Error(`${url} is not served: its address answers with HTML`);
  return text;
}

/** How much each level confines. */
const STRICTNESS: Readonly<Record<SandboxLevel, number>> = { inline: 0, iframe: 1, wasm: 1 };

/**
 * The level of a manifest's tools: the stricter of what it asks for and what the host asks for; the host's, of two
 * that are alike.
 *
 * @returns `undefined` where one of them is none.
 */
function chooseLevel(
  wanted: ManifestConfig['sandbox'] | 'inline' = 'inline',
  ofHost: SandboxLevel = 'inline',
): SandboxLevel | undefined {
  const [least, own] = [strictnessOf(wanted), strictnessOf(ofHost)];
  if (least === undefined || own === undefined) return undefined;
  // `worker` and `ses` have no strictness.
  return own >= least ? ofHost : (wanted as SandboxLevel);
}

const strictnessOf = (level: string): number | undefined =>
  Object.hasOwn(STRICTNESS, level) ? STRICTNESS[level as SandboxLevel] : undefined;
