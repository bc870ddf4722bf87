/** Wraps a listener so that its failures are logged. */
export function contained<Detail>(
  listener: (detail: Detail) => unknown,
  of: string,
): (detail: Detail) => Promise<void> {
  return async (detail) => {
    try {
      await listener(detail);
    } catch (error) {
      // oxlint-disable-next-line no-console -- nobody else would hear of it
      console.error(`BTCP: a listener of ${of} failed.`, error);
    }
  };
}
