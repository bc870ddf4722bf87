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

// `Inference` sends the project first, then questions.
parentPort?.once('message', ({ project, ahead }: OpenedProject) => {
  const reader = new CodeReader(project);
  parentPort?.on('message', (request: InferenceRequest) => parentPort?.postMessage(respond(reader, request)));
  void readAhead(reader, ahead);
});

// Uses the time until tools are discovered; questions come first.
async function readAhead(reader: CodeReader, files: readonly string[]): Promise<void> {
  for (const file of files) {
    await setImmediate();
    reader.readAhead(file);
  }
}

function respond(reader: CodeReader, request: InferenceRequest): InferenceResponse {
  const { id } = request;
  try {
    return { id, result: answer(reader, request) };
  } catch (error) {
    return { id, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
