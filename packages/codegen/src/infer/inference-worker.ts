import { parentPort, workerData } from 'node:worker_threads';
import type { TypesOptions } from '../source/types/types.ts';
import { CodeReader } from './code-reader.ts';
import { answer, type InferenceRequest, type InferenceResponse } from './inference.ts';

// `Inference` starts the thread with the options of its project, which is read before the first question comes.
const reader = new CodeReader(workerData as TypesOptions);

parentPort?.on('message', (request: InferenceRequest) => parentPort?.postMessage(respond(request)));

function respond(request: InferenceRequest): InferenceResponse {
  const { id } = request;
  try {
    return { id, result: answer(reader, request) };
  } catch (error) {
    return { id, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
