/** Where to check what a schema cannot say, for `help`. */
export const IN_EXECUTE: string =
  "in `execute`, where `throw new BTCPError('INVALID_ARGUMENT', …)` tells the caller";

/** What to do about code in a schema, for `help`. */
export const PUBLISH_WHAT_IS_SENT: string = `Publish what is sent, and do the rest ${IN_EXECUTE}.`;
