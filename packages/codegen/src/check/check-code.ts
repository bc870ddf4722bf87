import {
  CODE_RULES,
  type CodeRule,
  describeFinding,
  type Finding,
  type RuleSettings,
} from '@btcp/schema/check';
import type { CodeFinding } from '../infer/handler/code-finding.ts';
import type { CodeQuestions } from '../infer/inference.ts';
import type { InferredTool } from '../infer/infer-tool.ts';
import { placeOf } from '../infer/tool-place.ts';

const HANDLER_RULES = CODE_RULES.filter(({ family }) => family === 'handler');

/** What was found in the code behind tools. */
export type CodeFindings = ReadonlyMap<InferredTool, readonly CodeFinding[]>;

/** Looks into the code behind tools. */
export async function checkCode(code: CodeQuestions, tools: readonly InferredTool[]): Promise<CodeFindings> {
  const found = tools.map(async (tool) => {
    const { inputSchema, outputSchema, optionalDefaults = [] } = tool.definitionValue;
    const faults = code.ask('faults', placeOf(tool), { inputSchema, outputSchema, optionalDefaults });
    // The checker fails on some code: say nothing when unsure.
    return [tool, await faults.catch(() => [])] as const;
  });
  return new Map(await Promise.all(found));
}

const BY_ID: ReadonlyMap<string, CodeRule> = new Map(HANDLER_RULES.map((rule) => [rule.id, rule]));

/** A finding in words, at its place in the code. */
export type WordedFinding = Omit<Finding, 'path'> & Pick<CodeFinding, 'at'>;

/**
 * Puts what was found in the code of a tool into words.
 *
 * @param told - What has been found in the tool as published: rules that come after those are silent there.
 */
export function wordCodeFindings(
  findings: readonly CodeFinding[],
  name: string,
  told: readonly Finding[],
  settings: RuleSettings,
): readonly WordedFinding[] {
  return findings.flatMap(({ id, at, path, data }) => {
    const rule = BY_ID.get(id);
    if (!rule || told.some((other) => rule.after?.includes(other.id) && touches(other.path, path))) return [];
    const worded = describeFinding(rule, name, data, settings);
    return worded ? [{ ...worded, at }] : [];
  });
}

// At the place, above it or below it.
function touches(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
