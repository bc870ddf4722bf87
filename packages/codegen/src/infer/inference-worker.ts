import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { CheckerProcess } from '../source/types/checker-process.ts';
import { CodeReader } from './code-reader.ts';
import { answer, type InferenceRequest, type InferenceResponse, type OpenedProject } from './inference.ts';

// TypeScript runs for seconds: collecting garbage as often as Go would takes a quarter of its processor time. These are this
// thread's own copies of the variables.
process.env['GOGC'] ??= '400';
process.env['GOMEMLIMIT'] ??= '800MiB';

CheckerProcess.shared = workerData as Int32Array;

let open: CodeReader | undefined;

// `Inference` sends a project first, then questions about it.
parentPort?.on('message', (message: OpenedProject | InferenceRequest) => {
  if ('project' in message) {
    open?.close();
    open = new CodeReader(message.project);
    void readAhead(open, message.ahead);
  } else {
    (CAN_WAIT.has(message.method) ? later : urgent).push(message);
    if (!isAnswering) void answerAll();
  }
});

// The rules about what is published wait for output schemas: other threads check them while this one reads code.
const CAN_WAIT: ReadonlySet<InferenceRequest['method']> = new Set(['capabilities', 'handler']);
const urgent: InferenceRequest[] = [];
const later: InferenceRequest[] = [];
let isAnswering = false;

async function answerAll(): Promise<void> {
  isAnswering = true;
  for (let next = await nextRequest(); next; next = await nextRequest())
    if (open) parentPort?.postMessage(respond(open, next));
  isAnswering = false;
}

// Receives what has been asked meanwhile.
async function nextRequest(): Promise<InferenceRequest | undefined> {
  await setImmediate();
  return urgent.shift() ?? later.shift();
}

// Uses the time until tools are discovered; questions come first.
async function readAhead(reader: CodeReader, files: readonly string[]): Promise<void> {
  for (let at = 0; at < files.length; at += AT_ONCE) {
    await setImmediate();
    if (reader === open) reader.readAhead(files.slice(at, at + AT_ONCE));
  }
}

// Of more files, questions would wait too long.
const AT_ONCE = 16;

function respond(reader: CodeReader, request: InferenceRequest): InferenceResponse {
  const { id } = request;
  try {
    return { id, result: answer(reader, request) };
  } catch (error) {
    return { id, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
