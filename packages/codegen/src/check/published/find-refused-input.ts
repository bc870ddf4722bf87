import type { JsonSchema, UnplacedDiagnostic } from '@btcp/core';
import { equal } from '@btcp/schema/internal';
import { compileSchema } from '@btcp/schema/compile';
import { contains } from '@btcp/schema/contains';
import type { AliasOfTool } from '../../evaluate/evaluation-protocol.ts';

/**
 * Finds an input of an alias that its tool refuses: by its schema, or as `mapInput` maps it.
 *
 * @param inputSchema - The alias's.
 */
export function findRefusedInput(alias: AliasOfTool, inputSchema: JsonSchema): readonly UnplacedDiagnostic[] {
  const { toolInput, samples } = alias;
  try {
    if (samples) return refusedSamples(alias, inputSchema);
    if (equal(inputSchema, toolInput)) return [];
    const found = contains(inputSchema, toolInput);
    return found.answer === 'no' ? [refusedBySchema(alias, found.witness)] : [];
  } catch {
    // A schema that cannot be compiled has a diagnostic of its own.
    return [];
  }
}

function refusedSamples(
  { name, toolName, toolInput, samples = [] }: AliasOfTool,
  inputSchema: JsonSchema,
): readonly UnplacedDiagnostic[] {
  const [ofAlias, ofTool] = [compileSchema(inputSchema), compileSchema(toolInput)];
  for (const sample of samples) {
    const checked = ofAlias(sample.input);
    if (!checked.ok) continue;
    const input = preview(sample.input);
    if ('error' in sample)
      return [
        refused('/mapInput', `\`mapInput\` of the alias "${name}" throws for ${input}: ${sample.error}`),
      ];
    if ('returned' in sample)
      return [
        refused('/mapInput', `\`mapInput\` of the alias "${name}" returns ${sample.returned} for ${input}.`),
      ];
    const result = ofTool(sample.mapped);
    if (result.ok) continue;
    const [issue] = result.issues;
    const message = `\`mapInput\` of the alias "${name}" makes ${preview(sample.mapped)} of ${input}, and "${toolName}" refuses that: ${issue?.path ?? ''} ${issue?.message ?? ''}`;
    return [refused('/mapInput', message)];
  }
  return [];
}

function refusedBySchema({ name, toolName }: AliasOfTool, witness: unknown): UnplacedDiagnostic {
  return refused(
    '/inputSchema',
    `The alias "${name}" accepts ${preview(witness)}, and "${toolName}" refuses that.`,
  );
}

const refused = (path: string, message: string): UnplacedDiagnostic => ({
  id: 'alias-input-refused',
  severity: 'error',
  path,
  message,
  help: 'Let `mapInput` return what the tool accepts, for every input that fits the `inputSchema` of the alias.',
});

const preview = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
};
