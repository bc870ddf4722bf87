/** Wrong usage: a message in one sentence, and exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
