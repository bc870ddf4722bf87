import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { CodeReader } from './code-reader.ts';
import { answer, type InferenceRequest, type InferenceResponse, type OpenedProject } from './inference.ts';

// TypeScript runs for seconds: collecting garbage as often as Go would takes a quarter of its processor time. These are this
// thread's own copies of the variables.
process.env['GOGC'] ??= '400';
process.env['GOMEMLIMIT'] ??= '800MiB';

// `Inference` sends the project first, then questions.
parentPort?.once('message', async ({ project, isNew }: OpenedProject) => {
  const reader = new CodeReader(project);
  let isAsked = false;
  parentPort?.on('message', (request: InferenceRequest) => {
    isAsked = true;
    parentPort?.postMessage(respond(reader, request));
  });
  // Uses the time until tools are discovered.
  for (const file of isNew ? project.files : []) {
    await setImmediate();
    if (isAsked) break;
    reader.readAhead(file);
  }
});

function respond(reader: CodeReader, request: InferenceRequest): InferenceResponse {
  const { id } = request;
  try {
    return { id, result: answer(reader, request) };
  } catch (error) {
    return { id, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
