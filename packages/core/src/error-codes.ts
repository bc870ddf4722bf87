/**
 * The codes that the toolkit itself gives to failed calls. A tool adds its own, in UPPER_SNAKE_CASE.
 * The value is the suggestion used when the place that throws has no better one.
 */
export const ERROR_CODES = {
  TOOL_NOT_FOUND: 'Call listTools to see which tools are registered.',
  CAPABILITY_DENIED: 'Ask the host to grant the missing capabilities, then call again.',
  INVALID_INPUT: 'Correct the input as the issues say, then call again.',
  INVALID_OUTPUT: 'The tool is at fault, not the input: report it to the provider of the tool.',
  EXECUTION_ERROR: 'The tool failed for a reason of its own: read the message before calling again.',
  EXECUTION_TIMEOUT: 'Ask for less in one call, or call with a longer timeout.',
  CALL_CANCELLED: 'The caller cancelled: call again if the result is still wanted.',
  INVALID_ARGUMENT: 'Correct the argument as the message says.',
  DOM_UNAVAILABLE:
    'Call this tool in a page, or give the client a document: new BTCPClient({ context: { dom } }).',
  INVALID_MANIFEST: 'Correct the manifest as the issues say; `btcp build` writes valid ones.',
  MANIFEST_CONFLICT: 'Unregister the other manifest first, or rename the tool.',
  MISSING_IMPLEMENTATION: 'Pass an implementation for every tool of the manifest.',
  VALIDATORS_MISMATCH: 'Run `btcp build` again, so that manifest and validators come from one build.',
  VALIDATORS_MISSING:
    'Pass the validators that `btcp build` wrote, or use `@btcp/client/ajv` to compile the schemas at run time.',
} as const;

/** A code of the toolkit's own. */
export type ErrorCode = keyof typeof ERROR_CODES;
