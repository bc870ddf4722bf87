import { BTCPError } from '@btcp/core';

/** A pattern for names or paths. */
export interface NamePattern {
  readonly expression: RegExp;
  /** Whether it is meant for the whole path, not only the last name of it. */
  readonly wholePath: boolean;
}

const MAX_LENGTH = 200;
const REGEX = /^\/(?<source>.+)\/(?<flags>[imsu]*)$/s;

// What a piece of a glob means, by how the piece begins.
const GLOB_PIECE = /\*\*\/|\*\*|\*|\?|\[!?[^\]/]+\]|\{[^{}/]*\}|[^]/gu;

/**
 * Reads a pattern: between slashes it is a regular expression for the path, otherwise a glob; a glob with a slash is for
 * the path, one without for the name.
 *
 * @throws BTCPError `INVALID_PATTERN`.
 */
export function readNamePattern(pattern: string): NamePattern {
  if (pattern === '' || pattern.length > MAX_LENGTH)
    throw invalid(`A pattern has 1 to ${MAX_LENGTH} characters.`);
  const { source, flags } = REGEX.exec(pattern)?.groups ?? {};
  try {
    if (source !== undefined) return { expression: new RegExp(source, flags), wholePath: true };
    return { expression: new RegExp(`^${globSource(pattern)}$`, 's'), wholePath: pattern.includes('/') };
  } catch (cause) {
    throw invalid(cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function globSource(glob: string): string {
  return Array.from(glob.matchAll(GLOB_PIECE), ([piece]) => pieceSource(piece)).join('');
}

function pieceSource(piece: string): string {
  if (piece === '**/') return '(?:[^/]+/)*';
  if (piece === '**') return '.*';
  if (piece === '*') return '[^/]*';
  if (piece === '?') return '[^/]';
  if (piece.length > 1 && piece.startsWith('[')) return classSource(piece);
  if (piece.length > 1 && piece.startsWith('{'))
    return `(?:${piece.slice(1, -1).split(',').map(globSource).join('|')})`;
  return escape(piece);
}

function classSource(piece: string): string {
  const negated = piece.startsWith('[!');
  const members = piece.slice(negated ? 2 : 1, -1).replace(/[\\^[\]]/g, '\\$&');
  return `[${negated ? '^/' : ''}${members}]`;
}

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function invalid(reason: string, cause?: unknown): BTCPError {
  return new BTCPError('INVALID_PATTERN', {
    message: `Not a pattern: ${reason}`,
    suggestion: 'Give a glob such as *.txt, or a regular expression between slashes such as /report-\\d+/i.',
    cause,
  });
}
