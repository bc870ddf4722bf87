import type { HostDocument, Registration } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { BTCPClient, type CallOptions, type RegisteredTool, type ToolCaller } from './index.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const isTrue = <T extends true>(): T | undefined => undefined;

declare module '@btcp/core' {
  interface ToolContext {
    /** What a host adds by declaration merging. */
    readonly catalogue?: { readonly size: number };
  }
}

declare const dom: HostDocument;
declare const registration: Registration;

// Options.
new BTCPClient();
new BTCPClient({ timeout: 1000, development: true, compile: compileSchema });
new BTCPClient({ context: { dom } });
new BTCPClient({ context: { dom, catalogue: { size: 3 } } });
new BTCPClient({ context: () => ({ dom }) });
// @ts-expect-error: dom is a Document
new BTCPClient({ context: { dom: 'main' } });
// @ts-expect-error: the type that was merged
new BTCPClient({ context: { catalogue: { size: '3' } } });
// @ts-expect-error: tools could not see a property that no one declared
new BTCPClient({ context: { catalog: { size: 3 } } });
// @ts-expect-error: the signal is the call's own
new BTCPClient({ context: { signal: new AbortController().signal } });
// @ts-expect-error: milliseconds
new BTCPClient({ timeout: '1s' });

const client = new BTCPClient();

// Registering.
void client.registerManifest(registration);
void client.registerManifest(registration, { replace: true });
void client.registerManifest({
  manifest: registration.manifest,
  implementations: { a: (input: { id: string }) => input.id, b: { execute: async () => 1 } },
});
// @ts-expect-error: a bare manifest has no implementations
void client.registerManifest(registration.manifest);
// @ts-expect-error: neither a function nor an object with execute
void client.registerManifest({ manifest: registration.manifest, implementations: { a: 'a.js' } });
const unmarked = { input: () => ({ ok: true, value: 1 }) as const };
// @ts-expect-error: a validator says which schema it is of
void client.registerManifest({ ...registration, validators: { a: unmarked } });

// Calling: whoever has the generated wrappers has types; by name everything is unknown.
isTrue<Equal<ReturnType<typeof client.callTool>, Promise<unknown>>>();
void client.callTool('a');
void client.callTool('a', { id: 1 }, { timeout: 5, signal: new AbortController().signal });
// @ts-expect-error: the controller is not its signal
void client.callTool('a', {}, { signal: new AbortController() });
// @ts-expect-error: a number of milliseconds
void client.callTool('a', {}, { timeout: '5' });
// @ts-expect-error: no such option
void client.callTool('a', {}, { retries: 2 });

// Anything with callTool is a caller.
const caller: ToolCaller = { callTool: async (name, input) => [name, input] };
const alsoCaller: ToolCaller = client;
const options: CallOptions = { timeout: undefined, signal: undefined };
void [caller, alsoCaller, options];

// Listing.
isTrue<Equal<ReturnType<typeof client.getTool>, RegisteredTool | undefined>>();
client.listTools({ tags: ['a'], callable: true, deprecated: false, manifest: 'm', text: 'x' });
// @ts-expect-error: a list of tags
client.listTools({ tags: 'a' });
// @ts-expect-error: what a client lists cannot be changed
client.listTools().pop();

// Events.
const off: () => void = client.on('callSucceeded', ({ tool, output, duration }) => {
  isTrue<Equal<typeof tool, string>>();
  isTrue<Equal<typeof output, unknown>>();
  isTrue<Equal<typeof duration, number>>();
});
off();
client.on('toolsChanged', async ({ added }) => added.length);
client.on('callFailed', ({ error }) => error.code);
// @ts-expect-error: no such event
client.on('callEnded', () => undefined);
// @ts-expect-error: a start has no output
client.on('callStarted', ({ output }) => output);
