import type { Diagnostic } from '@btcp/core';
import { closestName } from '@btcp/schema/runtime';

/** Wrong usage: a message in one sentence, and exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An input of a command cannot be used: a message with advice, and exit code 1. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly reason: string;
  readonly help: string;

  constructor(reason: string, help: string) {
    super(`${reason}\nhelp: ${help}`);
    this.reason = reason;
    this.help = help;
  }
}

/** A config is wrong: its diagnostics, and exit code 1. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics[0]?.message);
    this.diagnostics = diagnostics;
  }
}

/** A release to compare with cannot be read: a message in one sentence, and exit code 2. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
  /** Whether it was never published. */
  readonly isAbsent: boolean;

  constructor(message: string, isAbsent = false) {
    super(message);
    this.isAbsent = isAbsent;
  }
}

/**
 * Words an error of the file system.
 *
 * @param what - What failed for which path: `"a.json cannot be read"`.
 * @param thrown - By Node's file functions; other errors are rethrown.
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

/** Ends a message about an unknown name: with the one that was probably meant, or with something else. */
export function didYouMean(name: string, names: readonly string[], otherwise = '.'): string {
  const close = closestName(name, names);
  return close === undefined ? otherwise : `; did you mean "${close}"?`;
}

/** Whether something recursed too deep: into what was read, as it nests, or refers to itself, so deep. */
export const isStackOverflow = (error: unknown): boolean =>
  error instanceof RangeError && error.message.includes('call stack');
