import { BTCPClient } from '@btcp/client';
import { BTCPError, type ToolContext } from '@btcp/core';
import { registration } from '../../../examples/quickstart/generated/registration.ts';

// Cancels a call whose tool listens to its signal in every way, and fails in some.

const heard: string[] = [];
const hearCode = (error: unknown): unknown => heard.push(BTCPError.from(error).code);
const fail = (): never => {
  throw new Error('thrown');
};
const payOrder = (_input: object, { signal }: ToolContext): Promise<never> => {
  signal.addEventListener('abort', fail);
  Object.assign(signal, { onabort: fail });
  signal.addEventListener('abort', () => heard.push('tool'));
  return new Promise(() => undefined);
};

const client = new BTCPClient();
const implementations = { ...registration.implementations, payOrder };
await client.registerManifest({ ...registration, implementations });
await client.grantCapabilities(registration.manifest.capabilities);
const controller = new AbortController();
const call = client.callTool('payOrder', { order: 'o1' }, { signal: controller.signal });
controller.signal.addEventListener('abort', () => heard.push('caller'));
controller.abort();
await call.catch(hearCode);
await client.callTool('payOrder', { order: 'o1' }, { timeout: 20 }).catch(hearCode);
document.title = JSON.stringify(heard);
