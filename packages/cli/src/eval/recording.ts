import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { JsonSchemaObject } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { fileError, InputError } from '../errors.ts';
import { readTextOf } from '../read-text-of.ts';
import { refuseLinkOut } from '../system/refuse-link-out.ts';
import type { Answer } from './ask-model.ts';
import type { Surface } from './surface.ts';

/** One question to a model. */
export interface Request {
  readonly surface: Surface;
  readonly ask: string;
  /** Which of several answers to the same it asks for, from 1. */
  readonly run: number;
}

/** A digest of the model, the tools as it reads them, and what it is asked; and which of its answers it is. */
export function keyOf({ surface: { spec, text }, ask, run }: Request): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([spec.name, text, ask]))
    .digest('hex');
  return `${digest.slice(0, 32)}-${run}`;
}

/** Answers by key; in a file of JSON lines, which has nothing of an API's headers. */
export interface Recording {
  find(request: Request): Answer | undefined;
  add(request: Request, answer: Answer): void;
}

const COUNT: JsonSchemaObject = { type: 'integer' };

const LINE: JsonSchemaObject = {
  type: 'object',
  required: ['key', 'calls', 'text', 'tokens'],
  properties: {
    key: { type: 'string' },
    calls: { type: 'array' },
    text: { type: 'string' },
    tokens: { type: 'object', required: ['input', 'output'], properties: { input: COUNT, output: COUNT } },
  },
};

/**
 * Reads the answers of a file.
 *
 * @param file - As the user gave it. Default: answers are kept in memory.
 * @param isWritten - Whether answers are added to it, also if there is no such file yet.
 */
export async function openRecording(
  file: string | undefined,
  isWritten: boolean,
  cwd: string,
): Promise<Recording> {
  const answers = new Map<string, Answer>();
  const append = (text: string): void => {
    try {
      if (file !== undefined && isWritten) appendFileSync(resolve(cwd, file), text);
    } catch (error) {
      throw fileError(`${file} cannot be written`, error);
    }
  };
  if (file !== undefined && isWritten) await refuseLinkOut(file, cwd);
  // Fails before anything is paid for.
  append('');
  const lines = file === undefined ? [] : (await readTextOf(file, cwd)).split('\n');
  const isLine = compileSchema(LINE);
  for (const [index, text] of lines.entries()) {
    if (text === '') continue;
    const entry = parse(text);
    if (!isLine(entry).ok)
      throw new InputError(
        `${file}:${index + 1} is no recorded answer.`,
        'Name a file that `btcp eval --record` wrote, or take this line out.',
      );
    const { key, ...answer } = entry as Answer & { readonly key: string }; // as just checked
    answers.set(key, answer);
  }
  return {
    find: (request) => answers.get(keyOf(request)),
    add(request, answer) {
      const { surface, ask } = request;
      const key = keyOf(request);
      answers.set(key, answer);
      append(`${JSON.stringify({ key, model: surface.spec.name, ask, ...answer })}\n`);
    },
  };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
