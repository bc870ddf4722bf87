import { createTools, type CallSignal } from '../../examples/shop/generated/client.ts';

// Where the platform has an AbortSignal, it is the type of `signal`.

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const equal = <A, B>(_: Equal<A, B>): void => {};
equal<CallSignal, AbortSignal>(true);

// The options of a third-party caller.
const caller = {
  callTool: async (name: string, _input: unknown, options?: { signal?: AbortSignal | undefined }) =>
    options?.signal?.aborted ? undefined : name,
};

export async function cancel(controller: AbortController): Promise<string> {
  const { signal } = controller;
  return (await createTools(caller).getPageTitle({}, { signal })).title;
}
