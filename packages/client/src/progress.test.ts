import type { Progress, ToolContext } from '@btcp/core';
import { describe, expect, it, vi } from 'vitest';
import { clientWith, failureOf } from '../test/clients.ts';

describe('ctx.progress', () => {
  it('is present only for a caller that asks, and reaches it', async () => {
    const seen: boolean[] = [];
    const client = await clientWith((_input, { progress }: ToolContext) => {
      seen.push(progress !== undefined);
      progress?.({ progress: 1, total: 2, message: 'Half' });
      progress?.({ progress: 2, total: 2 });
      return 'done';
    });
    const updates: Progress[] = [];
    await client.callTool('run', {});
    await client.callTool('run', {}, { onProgress: (update) => updates.push(update) });
    expect(seen).toEqual([false, true]);
    expect(updates).toEqual([
      { progress: 1, total: 2, message: 'Half' },
      { progress: 2, total: 2 },
    ]);
  });

  it('reports nothing after the end of the call', async () => {
    let late: ToolContext['progress'];
    const client = await clientWith(
      (_input, { progress }: ToolContext) => {
        late = progress;
        return new Promise(() => undefined);
      },
      { tool: { timeout: 1000 } },
    );
    const updates: Progress[] = [];
    const call = client.callTool('run', {}, { timeout: 20, onProgress: (update) => updates.push(update) });
    expect(await failureOf(call)).toHaveProperty('code', 'EXECUTION_TIMEOUT');
    late?.({ progress: 1 });
    expect(updates).toEqual([]);
  });

  it("is the call's own, whatever the host puts into the context", async () => {
    const heard: string[] = [];
    const context = { progress: () => heard.push('host') };
    const client = await clientWith(
      (_input, ctx: ToolContext) => {
        ctx.progress?.({ progress: 1 });
        return null;
      },
      { context },
    );
    await client.callTool('run', {});
    await client.callTool('run', {}, { onProgress: () => heard.push('caller') });
    expect(heard).toEqual(['caller']);
  });

  it('does not fail because of a caller whose handler throws', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const client = await clientWith((_input, { progress }: ToolContext) => {
      progress?.({ progress: 1 });
      return 'done';
    });
    const wrong = new Error('wrong');
    const onProgress = (): never => {
      throw wrong;
    };
    expect(await client.callTool('run', {}, { onProgress })).toBe('done');
    expect(log.mock.calls).toEqual([['BTCP: a listener of onProgress failed.', wrong]]);
    log.mockRestore();
  });
});
