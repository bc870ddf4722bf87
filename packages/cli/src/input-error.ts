/** What a command was pointed at cannot be used: said in a sentence with a way out, with exit code 1. */
export class InputError extends Error {
  override readonly name = 'InputError';

  /**
   * @param message - What cannot be used, and why.
   * @param help - The way out.
   */
  constructor(message: string, help: string) {
    super(`${message}\nhelp: ${help}`);
  }
}

/**
 * What the system refuses, in words.
 *
 * @param what - What cannot be done with which path: `"a.json cannot be read"`.
 * @param thrown - By a function of Node for files; anything else is thrown again.
 */
export function fileError(what: string, thrown: unknown): InputError {
  if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
  const { code = '', message } = thrown as NodeJS.ErrnoException;
  const [reason, help] = REASONS[code] ?? [message, 'Try another path.'];
  return new InputError(`${what}: ${reason}.`, help);
}

const PERMISSION = ['permission is denied', 'Change its permissions, or use another path.'] as const;

const REASONS: Readonly<Record<string, readonly [reason: string, help: string]>> = {
  ENOENT: ['there is no such path', 'Correct the path; it is relative to the current folder.'],
  EISDIR: ['it is a folder', 'Name a file.'],
  ENOTDIR: ['it, or a part of its path, is a file', 'Name a folder.'],
  EEXIST: ['it is a file', 'Name a folder.'],
  EACCES: PERMISSION,
  EPERM: PERMISSION,
  EROFS: ['the disk is read-only', 'Use another path.'],
  ENOSPC: ['the disk is full', 'Make room, or use another path.'],
};
