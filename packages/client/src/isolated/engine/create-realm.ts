import { QuickJS, type HandleScope } from 'quickjs-wasi';
import wasm from 'quickjs-wasi/quickjs.wasm';

/** The first message of a host. */
export interface EngineStart {
  readonly script: string;
  /** Milliseconds that code may run without a pause. */
  readonly timeout: number;
}

const MEMORY_LIMIT = 64 * 2 ** 20;
const STACK_LIMIT = 256 * 2 ** 10;

// What tools have besides the language: `isolated.js` needs the first two.
const PRELUDE = `(post) => {
  let listener;
  globalThis.postMessage = (message) => post(String(message));
  globalThis.addEventListener = (type, given) => {
    if (type === 'message') listener ??= given;
  };
  const log = () => undefined;
  globalThis.console = { debug: log, error: log, info: log, log, warn: log };
  return (data) => listener?.({ data });
}`;

/**
 * Runs the script of isolated tools in QuickJS.
 *
 * @param post - Receives what the script posts.
 * @returns A function that sends the script a message. It throws where code ran too long or a job failed.
 */
export async function createRealm(
  { script, timeout }: EngineStart,
  post: (message: string) => void,
): Promise<(message: string) => void> {
  let end = 0;
  const vm = await QuickJS.create({
    wasm: decodeBase64(wasm),
    memoryLimit: MEMORY_LIMIT,
    maxStackSize: STACK_LIMIT,
    interruptHandler: () => performance.now() > end,
  });
  const run = <T>(task: (scope: HandleScope) => T): T => {
    end = performance.now() + timeout;
    const result = vm.withScope(task);
    vm.executePendingJobs();
    return result;
  };
  const { global } = vm;
  const deliver = run((scope) => {
    const postHandle = vm.newFunction('post', (message) => {
      post(message?.toString() ?? '');
      return vm.undefined;
    });
    return scope.escape(vm.callFunction(vm.evalCode(PRELUDE, 'prelude.js'), global, postHandle));
  });
  run(() => void vm.evalCode(script, 'isolated.js'));
  return (message) => run(() => void vm.callFunction(deliver, global, vm.newString(message)));
}

// `atob` takes ten milliseconds for it.
function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  if (typeof Buffer === 'function') return Buffer.from(text, 'base64');
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
