import { BTCPError, type ManifestTool } from '@btcp/core';
import { runToolDocument } from '@btcp/schema/check';
import { type ExampleFixture, runExample } from '../run-examples.ts';
import { compiledTool, describedTool, isDescribable, nameOf, UNNAMED } from '../describe-tools.ts';

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** @param message - Why; where the matcher is negated, that it passed. */
const result = (pass: boolean, message: string): MatcherResult => ({ pass, message: () => message });

const NO_TOOL = "This is no tool: pass what `defineTool` returned, or { registration, tool: '…' }.";

/** @param received - What `defineTool` returned, or a tool of a build, `{ registration, tool }`. */
export function toBeValidTool(received: unknown): MatcherResult {
  if (!isDescribable(received)) return result(false, NO_TOOL);
  const { tool } = describedTool(received);
  const errors = runToolDocument(tool).filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return result(true, `${shown(tool)} is a valid tool.`);
  const lines = errors.map(({ path, message, help }) => `${path || '/'}: ${message}\n  help: ${help}`);
  return result(false, `${shown(tool)} is not a valid tool.\n${lines.join('\n')}`);
}

/** @param received - What `defineTool` returned, or a tool of a build, `{ registration, tool }`. */
export async function toReturnValidOutput(
  received: unknown,
  input: unknown = {},
  fixture?: ExampleFixture,
): Promise<MatcherResult> {
  if (!isDescribable(received)) throw new Error(NO_TOOL);
  const { tool, registration } = compiledTool(received);
  // Without a schema, anything would be valid.
  if (!tool.outputSchema) throw new Error(withoutOutputSchema(tool));
  const outcome = await runExample(registration, tool, { input }, fixture);
  if (outcome.status !== 'failed')
    return result(true, `${shown(tool)} returned a valid output: ${JSON.stringify(outcome.output)}`);
  const { code, message } = outcome.error;
  const what = code === 'INVALID_OUTPUT' ? '' : `${shown(tool)} failed with ${code}: `;
  // The client knows it by a name that its author has not given.
  return result(false, what + message.replace(`of "${UNNAMED}"`, `of ${nameOf(tool)}`));
}

/** @param received - The promise of a call, or a function that makes it. */
export async function toRejectWithCode(
  received: unknown,
  code: string,
  path?: string,
): Promise<MatcherResult> {
  const wanted = path === undefined ? code : `${code} at "${path}"`;
  try {
    const value: unknown = await (typeof received === 'function' ? (received as () => unknown)() : received);
    return result(false, `The call did not fail with ${wanted}: it returned ${JSON.stringify(value)}.`);
  } catch (thrown) {
    const { code: actual, message, issues = [] } = BTCPError.from(thrown);
    const paths = [...new Set(issues.map((issue) => issue.path))];
    const pass = actual === code && (path === undefined || paths.includes(path));
    const places = pass || path === undefined ? '' : ` ${issuesAt(paths)}`;
    return result(
      pass,
      `The call ${pass ? '' : `did not fail with ${wanted}: it `}failed with ${actual}: ${message}${places}`,
    );
  }
}

function issuesAt(paths: readonly string[]): string {
  if (paths.length === 0) return '(It has no issues.)';
  return `(Its issues are at ${paths.map((path) => `"${path}"`).join(', ')}.)`;
}

function withoutOutputSchema(tool: ManifestTool): string {
  const key = tool.name === UNNAMED ? '…' : tool.name;
  return `${shown(tool)} has no \`outputSchema\`: declare one, or test what the build derives, by expect({ registration, tool: '${key}' }).`;
}

/** What a sentence about a tool begins with. */
const shown = (tool: ManifestTool): string => nameOf(tool).replace(/^t/, 'T');
