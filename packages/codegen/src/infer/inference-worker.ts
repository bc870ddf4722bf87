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

// TypeScript runs for seconds: collecting garbage as often as Go would takes a quarter of its processor time. These are this
// thread's own copies of the variables.
process.env['GOGC'] ??= '400';
process.env['GOMEMLIMIT'] ??= '800MiB';

CheckerProcess.shared = workerData as Int32Array;

/** What TypeScript reads at once. */
interface Part extends TypesOptions {
  /** Once it was read. */
  program?: ProgramFiles;
}

let parts: readonly Part[] = [];
let partsByFile: ReadonlyMap<string, Part> = new Map();
let current: Part | undefined;
let open: CodeReader | undefined;

// `Inference` sends a project first, then questions about it.
parentPort?.on('message', (message: OpenedProject | InferenceRequest) => {
  if ('project' in message) {
    const before = current;
    parts = partsOf(message.project);
    partsByFile = new Map(parts.flatMap((part) => part.files.map((path) => [path, part])));
    [current] = parts;
    if (current && !(before && hasRead(before, current))) enter(current);
    else if (before?.program && current) current.program = before.program;
    if (open) void readAhead(open, message.ahead);
  } else {
    (CAN_WAIT.has(message.method) ? later : urgent).push(message);
    if (!isAnswering) void answerAll();
  }
});

function partsOf(project: TypesOptions): readonly Part[] {
  const { files, always } = project;
  const count = always ? Math.ceil(files.length / PART) : 1;
  const size = Math.ceil(files.length / count);
  return Array.from({ length: count }, (_, index) => ({
    ...project,
    files: files.slice(index * size, (index + 1) * size),
  }));
}

/** Whether the program of one part is that of another, of which more is known. */
function hasRead({ files, program }: Part, other: Part): boolean {
  const read = new Set(program?.files);
  return files.join('\n') === other.files.join('\n') && (other.always ?? []).every((path) => read.has(path));
}

function enter(part: Part): void {
  open?.close();
  open = new CodeReader(part);
  current = part;
  if (parts.length > 1) part.program ??= open.program();
  if (process.env['TRACE']) process.stderr.write(`part ${parts.indexOf(part)} ${performance.now()|0} urgent ${urgent.length} later ${later.length}\n`);
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
    const next = urgent[0] ?? later[0];
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
