import { parentPort } from 'node:worker_threads';
import type { TypesOptions } from '../source/types/types.ts';
import { CodeReader } from './code-reader.ts';
import { answer, type InferenceRequest, type InferenceResponse } from './inference.ts';

// `Inference` sends the project first, then questions.
parentPort?.once('message', (project: TypesOptions) => {
  const reader = new CodeReader(project);
  parentPort?.on('message', (request: InferenceRequest) => parentPort?.postMessage(respond(reader, request)));
});

function respond(reader: CodeReader, request: InferenceRequest): InferenceResponse {
  const { id } = request;
  try {
    return { id, result: answer(reader, request) };
  } catch (error) {
    return { id, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
