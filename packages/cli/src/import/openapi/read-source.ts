import { readFileSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Documents, type Located } from '../files/documents.ts';
import { parseText } from '../files/parse-text.ts';
import { fileError, InputError } from '../../errors.ts';
import { readStandardInput } from '../../read-text-of.ts';

/** Maximum characters of a document; the largest ones that are known have a quarter of that. */
const MAX_LENGTH = 100_000_000;
/** Milliseconds for a server to send it. */
const TIMEOUT = 60_000;

/** Reads the document to import: a file, `-` for standard input, or an address. */
export async function readSource(
  source: string,
  cwd: string,
  timeout: number = TIMEOUT,
): Promise<{ readonly document: Located; readonly documents: Documents }> {
  if (/^https?:\/\//i.test(source)) {
    const documents = new Documents();
    return { documents, document: documents.add(source, parseText(await download(source, timeout), 'it')) };
  }
  if (source === '-') {
    const documents = new Documents();
    return {
      documents,
      document: documents.add('-', parseText(await readStandardInput(), 'it')),
    };
  }
  try {
    const file = realpathSync(resolve(cwd, source));
    const documents = new Documents(dirname(file));
    return { documents, document: documents.add(file, parseText(readFileSync(file, 'utf8'), 'it')) };
  } catch (error) {
    throw fileError(`${source} cannot be read`, error);
  }
}

async function download(address: string, timeout: number): Promise<string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeout) });
    if (!response.ok) throw new Error(`it was answered with ${response.status}`);
    const text = await response.text();
    if (text.length > MAX_LENGTH) throw new Error('it is too long');
    return text;
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    throw new InputError(
      `${address} cannot be read: ${reason}.`,
      'Correct the address, or save the document and name the file.',
    );
  }
}
