import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { CheckerProcess } from '../source/types/checker-process.ts';
import type { TypesOptions } from '../source/types/types.ts';
import { CodeReader, type ProgramFiles } from './code-reader.ts';
import {
  answer,
  type InferenceRequest,
  type InferenceResponse,
  type OpenedProject,
  PART,
} from './inference.ts';

CheckerProcess.shared = workerData as Int32Array;

/** What TypeScript reads at once. */
interface Part extends TypesOptions {
  /** Of one of several, once it was read. */
  program?: ProgramFiles;
}

let parts: readonly Part[] = [];
let partsByFile: ReadonlyMap<string, Part> = new Map();
let current: Part | undefined;
let open: CodeReader | undefined;

// `Inference` sends a project first, then questions about it.
parentPort?.on('message', (message: OpenedProject | InferenceRequest) => {
  if ('project' in message) {
    begin(message.project);
    // A part is read ahead when it is entered.
    if (open && parts.length === 1) void readAhead(open, message.ahead);
  } else {
    (CAN_WAIT.has(message.method) ? later : urgent).push(message);
    if (!isAnswering) void answerAll();
  }
});

function begin(project: TypesOptions): void {
  parts = partsOf(project);
  partsByFile = new Map(parts.flatMap((part) => part.files.map((path) => [path, part])));
  // TypeScript runs for seconds: collecting garbage as often as Go would takes a quarter of its processor time, but of many
  // files it would keep the types of every part. These are this thread's own copies of the variables.
  process.env['GOGC'] ??= parts.length > 1 ? '100' : '400';
  process.env['GOMEMLIMIT'] ??= '800MiB';
  const [first] = parts;
  // What is always read may be known only after the first part was.
  if (first && current && hasRead(current, first)) {
    if (current.program) first.program = current.program;
    current = first;
  } else if (first) enter(first);
}

/** One part after the other is read where that is possible, because TypeScript keeps the types of all that it is asked about. */
function partsOf(project: TypesOptions): readonly Part[] {
  const { files, always } = project;
  if (!always || files.length <= PART) return [project];
  return Array.from({ length: Math.ceil(files.length / PART) }, (_, index) => ({
    ...project,
    files: files.slice(index * PART, (index + 1) * PART),
  }));
}

/** Whether the program of one part is also that of another, of which more is known. */
function hasRead({ files, program }: Part, other: Part): boolean {
  const read = new Set(program?.files);
  return files.join('\n') === other.files.join('\n') && (other.always ?? []).every((path) => read.has(path));
}

function enter(part: Part): void {
  open?.close();
  open = new CodeReader(part);
  current = part;
  if (parts.length === 1) return;
  part.program ??= open.program();
  // All of its tools will be asked about, some of them when it is entered again.
  open.readAhead(part.files);
}

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
  for (;;) {
    for (const queue of [urgent, later]) {
      const index = queue.findIndex((request) => partFor(request) === current);
      if (index !== -1) return queue.splice(index, 1)[0];
    }
    const [next] = [...urgent, ...later];
    const part = next && partFor(next);
    if (!part) return undefined;
    enter(part);
  }
}

function partFor({ method, args: [about] }: InferenceRequest): Part | undefined {
  if (method === 'program') return parts.find(({ program }) => parts.length > 1 && !program) ?? current;
  // Others than a tool's file are read with those that import them.
  return (typeof about === 'object' && 'file' in about && partsByFile.get(about.file)) || current;
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
  const { id, method } = request;
  try {
    const isOfParts = method === 'program' && parts.length > 1;
    return { id, result: isOfParts ? joinPrograms() : answer(reader, request) };
  } catch (error) {
    return { id, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

function joinPrograms(): ProgramFiles {
  const all = parts.flatMap(({ program }) => program ?? []);
  return {
    files: [...new Set(all.flatMap(({ files }) => files))],
    broken: [...new Set(all.flatMap(({ broken }) => broken))],
  };
}
