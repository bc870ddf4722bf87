import type { ToolValidators, UnplacedDiagnostic } from '@btcp/core';
import { escapeUnseen } from '@btcp/schema';
import type { ToolFacts } from '@btcp/schema/check';
import { type Disagreement, findDisagreement } from '@btcp/schema/cross-check';

const PARTS = ['input', 'output'] as const;
type Part = (typeof PARTS)[number];

const LONGEST_VALUE = 500;

/**
 * Compares a tool's compiled validators with ajv on the published schemas, or notes why that is impossible. The note is
 * made even where a slow pattern is itself an error, because that error may be suppressed.
 */
export function crossCheckValidators(
  tool: ToolFacts,
  validators: ToolValidators | undefined,
): readonly UnplacedDiagnostic[] {
  if (validators === undefined) return [];
  const [slow] = tool.slowPatterns;
  if (slow !== undefined) return [notComparedNote(tool, slow.path, 'a pattern of it can take forever')];
  return PARTS.flatMap((part) => crossCheckPart(tool, part, validators));
}

function crossCheckPart(
  tool: ToolFacts,
  part: Part,
  { [part]: validate }: ToolValidators,
): readonly UnplacedDiagnostic[] {
  const schema = tool.schema(`${part}Schema`);
  if (schema === undefined || validate === undefined) return [];
  const examples = tool.examples.flatMap(({ [part]: value }) => (value === undefined ? [] : [value]));
  const question = `${validate.schema} ${JSON.stringify(examples)}`;
  if (agreed.has(question)) return [];
  try {
    const found = findDisagreement(schema, validate, examples);
    if (found === undefined && validate.schema !== '') agreed.add(question);
    return found === undefined ? [] : [disagreement(tool, part, found)];
  } catch (error) {
    return [notComparedNote(tool, `/${part}Schema`, error instanceof Error ? error.message : String(error))];
  }
}

// Many tools have the same output.
const agreed = new Set<string>();

function disagreement(
  tool: ToolFacts,
  part: Part,
  { value, accepts, reason }: Disagreement,
): UnplacedDiagnostic {
  const text = JSON.stringify(value);
  const shown = escapeUnseen(text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text);
  return {
    id: 'validators-disagree',
    severity: 'error',
    path: `/${part}Schema`,
    tool: tool.name,
    message: accepts
      ? `The compiled validator for the ${part} of "${tool.name}" accepts ${shown}, which ajv refuses by the published schema: ${reason}.`
      : `The compiled validator for the ${part} of "${tool.name}" refuses ${shown}, which ajv accepts by the published schema.`,
    help: 'One of the two validators is wrong, not the tool: report it with the schema and this value, and until then write the schema in another way.',
    data: { part, value, accepts, reason },
  };
}

function notComparedNote(tool: ToolFacts, path: string, reason: string): UnplacedDiagnostic {
  return {
    id: 'validators-unjudged',
    severity: 'info',
    path,
    tool: tool.name,
    message: `The compiled validators of "${tool.name}" were not compared with ajv: ${escapeUnseen(reason)}.`,
    help: 'Nothing is wrong with the tool; written in another way, its schema could be compared too.',
    data: { reason },
  };
}
