const DURATION = /^P(?:\d+W|(?=[\dT])(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;

/** ISO 8601 duration, as in RFC 3339 appendix A. */
export function isDuration(text: string): boolean {
  return DURATION.test(text);
}
