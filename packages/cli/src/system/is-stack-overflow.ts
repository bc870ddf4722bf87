/** Whether something recursed too deep: into what was read, as it nests, or refers to itself, so deep. */
export const isStackOverflow = (error: unknown): boolean =>
  error instanceof RangeError && error.message.includes('call stack');
