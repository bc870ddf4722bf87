import { MessageCredit, TOO_MUCH, type Credit } from '@btcp/core/isolated';
import { createRealm, type EngineStart } from './create-realm.ts';

/** A host's messages: first the start, then credit and messages for the tools. */
type FromHost = EngineStart | Credit | string;

/** Sends a message of the tools; or, in an array, why the realm has ended, or how much it has read. */
type ToHost = (message: string | readonly [reason: string] | readonly [read: number]) => void;

/** Characters that are read before the host is told. */
const READ_STEP = 2 ** 16;
/** Characters of an error's message that are sent. */
const MAX_REASON = 1000;

/** Takes a host's messages in their order, while the engine starts, too. */
function createEngine(toHost: ToHost): (message: FromHost) => void {
  const credit = new MessageCredit();
  const end = (error: unknown): void => toHost([reasonOf(error)]);
  const post = (message: string): void => {
    if (credit.take(message)) toHost(message);
    else toHost([TOO_MUCH]);
  };
  let realm: Promise<(message: string) => void> | undefined;
  let read = 0;
  const deliver = async (message: string): Promise<void> => {
    (await realm)?.(message);
    read += message.length;
    if (read < READ_STEP) return;
    toHost([read]);
    read = 0;
  };
  return (message) => {
    if (typeof message === 'string') deliver(message).catch(end);
    else if ('script' in message) {
      realm ??= createRealm(message, post);
      realm.catch(end);
    } else credit.give(message);
  };
}

function reasonOf(error: unknown): string {
  // The module is always the same, so that only a policy can be against it.
  if (error instanceof WebAssembly.CompileError)
    return "the policy of the engine's file has no `'wasm-unsafe-eval'`";
  return `failed: ${(error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON)}`;
}

/** Node's child process: a line for each message, whose first character tells which it is. */
function serveProcess({ stdin, stdout }: NodeJS.Process): void {
  const receive = createEngine((message) => {
    const line =
      typeof message === 'string'
        ? `m${message}`
        : `${typeof message[0] === 'number' ? 'r' : 'e'}${message[0]}`;
    // A line break would begin another message.
    stdout.write(`${line.replaceAll('\n', ' ')}\n`);
  });
  let rest = '';
  stdin.setEncoding('utf8');
  stdin.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const isForTools = line.startsWith('m');
      receive(isForTools ? line.slice(1) : (JSON.parse(line) as EngineStart | Credit));
    }
  });
}

function serveWorker(): void {
  const receive = createEngine((message) => postMessage(message));
  addEventListener('message', ({ data }: MessageEvent<FromHost>) => receive(data));
}

if (typeof process === 'object') serveProcess(process);
else serveWorker();
