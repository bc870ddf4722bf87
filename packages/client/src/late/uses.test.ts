import type { Implementation, Manifest, Registration } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { anyTool, failureOf, manifestOf, validatorsOf } from '../../test/clients.ts';
import { BTCPClient } from '../client.ts';
import type { UseOptions } from '../client-options.ts';

/** A registration of one tool, which returns the build's name. */
function buildOf(build: string, more: Partial<Registration> = {}): Registration {
  const tool = anyTool('readBoard', { description: `Reads the board of ${build}.` });
  const manifest = manifestOf([tool], { name: 'board' });
  return {
    manifest,
    implementations: { readBoard: () => build },
    validators: validatorsOf(manifest),
    ...more,
  };
}

const read = (client: BTCPClient): Promise<unknown> =>
  client.callTool('readBoard').catch((error: unknown) => (error as { code: string }).code);

/** A client that takes its time, unless it verifies the build `quick`. */
function slowClient(): BTCPClient {
  const verify = ({ tools }: Manifest): Promise<void> =>
    new Promise((done) => setTimeout(done, tools[0]?.description.includes('quick') ? 1 : 30));
  return new BTCPClient({ verify });
}

describe('client.use', () => {
  it('registers until it is disposed', async () => {
    const client = new BTCPClient();
    const handle = client.use(buildOf('a'));
    expect((await handle.ready)?.manifest.name).toBe('board');
    expect(await read(client)).toBe('a');
    handle.dispose();
    handle.dispose();
    expect(await read(client)).toBe('TOOL_NOT_FOUND');
  });

  it.each([
    ['at once', () => new BTCPClient()],
    ['after a while', slowClient],
  ])('keeps the tools of a component that StrictMode mounts twice, registered %s', async (_, make) => {
    const client = make();
    const registration = buildOf('a');
    const first = client.use(registration);
    first.dispose();
    const second = client.use(registration);
    first.dispose();
    expect(await first.ready).toBeUndefined();
    expect((await second.ready)?.missingCapabilities).toEqual([]);
    expect(await read(client)).toBe('a');
  });

  it('takes options from a class, too', async () => {
    class Options {
      get sandbox() {
        return 'wasm' as const;
      }
    }
    const handle = new BTCPClient().use(buildOf('a'), new Options());
    await expect(handle.ready).rejects.toMatchObject({ code: 'ISOLATION_UNAVAILABLE' });
  });

  it('replaces an older build, and ignores that it is disposed', async () => {
    const client = new BTCPClient();
    const changes: unknown[] = [];
    const older = client.use(buildOf('older'));
    await older.ready;
    client.on('toolsChanged', (change) => changes.push(change));
    await client.use(buildOf('newer')).ready;
    older.dispose();
    expect(await read(client)).toBe('newer');
    expect(changes).toEqual([{ added: ['readBoard'], removed: ['readBoard'] }]);
  });

  it('lets the last one win, whichever is ready first', async () => {
    const client = slowClient();
    const slow = client.use(buildOf('slow'));
    const quick = client.use(buildOf('quick'));
    expect(await slow.ready).toBeUndefined();
    await quick.ready;
    expect(await read(client)).toBe('quick');
  });

  it('returns to what is still in use when the last one is disposed', async () => {
    const client = new BTCPClient();
    const list = client.use(buildOf('list'));
    await list.ready;
    const detail = client.use(buildOf('detail'));
    await detail.ready;
    detail.dispose();
    await list.ready;
    expect(await read(client)).toBe('list');
    list.dispose();
    expect(await read(client)).toBe('TOOL_NOT_FOUND');
  });

  it('takes newer builds while developing, as long as it is not disposed', async () => {
    const client = new BTCPClient();
    const listeners = new Set<(next: Registration) => void>();
    const onUpdate: Registration['onUpdate'] = (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
    const handle = client.use(buildOf('a', { onUpdate }));
    await handle.ready;
    for (const listener of listeners) listener(buildOf('b', { onUpdate }));
    await handle.ready;
    expect(await read(client)).toBe('b');
    handle.dispose();
    expect(listeners.size).toBe(0);
    expect(await read(client)).toBe('TOOL_NOT_FOUND');
  });

  it('leaves what was registered or cleared by others meanwhile', async () => {
    const client = new BTCPClient();
    const handle = client.use(buildOf('a'));
    await handle.ready;
    await client.registerManifest(buildOf('b'), { replace: true });
    handle.dispose();
    expect(await read(client)).toBe('b');
    const slow = slowClient();
    const cleared = slow.use(buildOf('a'));
    await slow.clearManifests();
    expect(await cleared.ready).toBeUndefined();
    expect(slow.listTools()).toEqual([]);
  });

  it('registers what was refused for a name that was taken, when that is free', async () => {
    const client = new BTCPClient();
    const first = client.use(buildOf('a'));
    await first.ready;
    const second = client.use(
      buildOf('b', { manifest: manifestOf([anyTool('readBoard')], { name: 'other' }) }),
    );
    expect(await failureOf(second.ready)).toMatchObject({ code: 'MANIFEST_CONFLICT' });
    first.dispose();
    expect((await second.ready)?.manifest.name).toBe('other');
    expect(await read(client)).toBe('b');
    second.dispose();
    expect(await read(client)).toBe('TOOL_NOT_FOUND');
  });

  it('rejects as a registration does', async () => {
    const client = new BTCPClient();
    expect(await failureOf(client.use(undefined as never).ready)).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await failureOf(client.use(buildOf('a', { implementations: {} })).ready)).toMatchObject({
      code: 'MISSING_IMPLEMENTATION',
    });
    await client.use(buildOf('a')).ready;
    const manifest = manifestOf([anyTool('readBoard')], { name: 'other' });
    expect(await failureOf(client.use(buildOf('b', { manifest })).ready)).toMatchObject({
      code: 'MANIFEST_CONFLICT',
    });
  });
});

describe('the options of a registration', () => {
  it('are refused where there is none of that name', async () => {
    const { ready } = new BTCPClient().use(buildOf('a'), { contxt: {} } as UseOptions);
    expect(await failureOf(ready)).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'No option `contxt`, only replace,sandbox,signature,context,afterRun.',
    });
  });

  const callWith = async (run: Implementation, options: UseOptions): Promise<unknown> => {
    const client = new BTCPClient({ context: { place: 'client', other: 1 } as object });
    await client.use({ ...buildOf('a'), implementations: { readBoard: run } }, options).ready;
    return client.callTool('readBoard').catch((error: unknown) => (error as Error).message);
  };

  it('have a context of its own, read anew for each call', async () => {
    let reads = 0;
    const context = (): object => ({ place: `use ${++reads}` });
    const run = (_: unknown, ctx: object): unknown => [
      (ctx as { place: string }).place,
      'other' in ctx,
      'signal' in ctx,
    ];
    expect(await callWith(run, { context })).toEqual(['use 1', false, true]);
  });

  it('let a call wait for what follows its tool, also after an error', async () => {
    const steps: string[] = [];
    const afterRun = async (): Promise<void> => {
      await new Promise((done) => setTimeout(done, 10));
      steps.push('rendered');
    };
    expect(await callWith(() => steps.push('ran'), { afterRun })).toBe(1);
    expect(steps).toEqual(['ran', 'rendered']);
    const fail = async (): Promise<never> => Promise.reject(new Error('No board.'));
    expect(await callWith(fail, { afterRun })).toBe('No board.');
    expect(steps).toEqual(['ran', 'rendered', 'rendered']);
    const throwAtOnce = (): never => {
      throw new Error('No board.');
    };
    expect(await callWith(throwAtOnce, { afterRun })).toBe('No board.');
    expect(steps).toEqual(['ran', 'rendered', 'rendered', 'rendered']);
  });
});
