/** The command line itself is wrong: said in one sentence, with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
