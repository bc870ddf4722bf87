import type { ExampleFixture } from '../run-examples.ts';
import { runExample } from '../run-examples.ts';
import { compiledTool } from './described-tool.ts';
import { type MatcherResult, result } from './matcher-result.ts';

/** @param received - What `defineTool` returned. */
export async function toReturnValidOutput(
  received: unknown,
  input: unknown = {},
  fixture?: ExampleFixture,
): Promise<MatcherResult> {
  const { tool, registration } = compiledTool(received);
  // Anything would be valid.
  if (!tool.outputSchema)
    throw new Error(`"${tool.name}" has no \`outputSchema\`: declare one, or test the built registration.`);
  const outcome = await runExample(registration, tool, { input }, fixture);
  if (outcome.status !== 'failed')
    return result(true, `"${tool.name}" returned a valid output: ${JSON.stringify(outcome.output)}`);
  const { code, message } = outcome.error;
  const what = code === 'INVALID_OUTPUT' ? '' : `"${tool.name}" returned no output. ${code}: `;
  return result(false, what + message);
}
