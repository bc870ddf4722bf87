// A unit may follow only the next larger one: P1Y2M3D and P2M, but not P1Y3D.
const DATE = '(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)';
const TIME = 'T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)';

/** ISO 8601 duration, as in RFC 3339 appendix A. */
export function isDuration(text: string): boolean {
  return (duration ??= new RegExp(`^P(?:\\d+W|${DATE}(?:${TIME})?|${TIME})$`)).test(text);
}

// Made at the first use, so that importing the runtime costs nothing.
let duration: RegExp | undefined;
