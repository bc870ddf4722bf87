import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { notProvided } from '../services/not-provided.ts';
import '../services/tool-context.ts';

const MAX_BYTES = 5_000_000;

export const fileEdit = defineTool({
  name: 'file_edit',
  description: 'Edit a file by replacing exact text matches. You must read the file before editing.',
  inputSchema: Type.Object({
    file_path: Type.String({ description: 'Absolute or relative path to file' }),
    old_string: Type.String({ description: 'Exact text to find and replace' }),
    new_string: Type.String({ description: 'Text to replace old_string with' }),
    replace_all: Type.Optional(
      Type.Boolean({ description: 'Replace all occurrences (default: false, fails if not unique)' }),
    ),
  }),
  outputSchema: Type.Object(
    {
      file_path: Type.String({ description: 'The edited file, relative to the folder that tools may use' }),
      replacements: Type.Integer({ minimum: 1, description: 'How many occurrences were replaced' }),
    },
    { additionalProperties: false },
  ),
  capabilities: ['files:read', 'files:write'],
  tags: ['files'],
  async execute(
    { file_path, old_string, new_string, replace_all = false },
    { files = notProvided('files'), signal },
  ) {
    checkEdit(old_string, new_string);
    const path = await files.resolve(file_path);
    const { text, mode } = await readText(path, file_path);
    const pieces = text.split(old_string);
    const replacements = pieces.length - 1;
    checkOccurrences(replacements, replace_all, file_path);
    if (text.length + replacements * (new_string.length - old_string.length) > MAX_BYTES)
      throw tooLarge(file_path);
    signal?.throwIfAborted();
    await replaceFile(path, pieces.join(new_string), mode);
    return { file_path: files.display(path), replacements };
  },
});

function checkEdit(oldText: string, newText: string): void {
  if (oldText !== '' && oldText !== newText) return;
  throw new BTCPError('NOTHING_TO_REPLACE', {
    message: oldText === '' ? 'old_string is empty.' : 'old_string and new_string are the same.',
    suggestion: 'Give the text to replace in old_string, and a different one in new_string.',
  });
}

function checkOccurrences(count: number, all: boolean, path: string): void {
  if (count === 0) {
    throw new BTCPError('TEXT_NOT_FOUND', {
      message: `"${path}" does not contain old_string.`,
      suggestion: 'Read the file again and copy the text exactly, with its spaces and line breaks.',
    });
  }
  if (count > 1 && !all) {
    throw new BTCPError('TEXT_NOT_UNIQUE', {
      message: `"${path}" contains old_string ${count} times.`,
      suggestion: 'Include more of the surrounding text, or set replace_all to true.',
      data: { occurrences: count },
    });
  }
}

async function readText(path: string, shown: string): Promise<{ text: string; mode: number }> {
  const stats = await stat(path);
  if (!stats.isFile()) {
    throw new BTCPError('NOT_A_FILE', {
      message: `"${shown}" is not a file.`,
      suggestion: 'Use searchFiles with file_type "file" to find one.',
    });
  }
  if (stats.size > MAX_BYTES) throw tooLarge(shown);
  const bytes = await readFile(path);
  try {
    // ignoreBOM keeps a byte order mark as part of the text, so that it is written back.
    return {
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
      mode: stats.mode,
    };
  } catch (cause) {
    throw new BTCPError('NOT_TEXT', {
      message: `"${shown}" is not UTF-8 text.`,
      suggestion: 'Edit text files only.',
      cause,
    });
  }
}

// Beside the file and then renamed: a reader sees the old text or the new one, never half of it.
async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, text, { mode, flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

const tooLarge = (path: string): BTCPError =>
  new BTCPError('FILE_TOO_LARGE', {
    message: `"${path}" is, or would become, larger than ${MAX_BYTES} bytes.`,
    suggestion: 'Edit a smaller file.',
  });
