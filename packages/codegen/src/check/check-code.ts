import {
  CODE_RULES,
  type CodeRule,
  describeFinding,
  type Finding,
  type RuleSettings,
} from '@btcp/schema/check';
import type { CodeFinding } from '../infer/handler/code-finding.ts';
import { HandlerFaults } from '../infer/handler/find-handler-faults.ts';
import type { InferredTool } from '../infer/infer-tool.ts';
import type { SourceProject } from '../source/source-project.ts';
import type { ts } from '../source/ts.ts';
import { mapInTurns } from './map-in-turns.ts';

const HANDLER_RULES = CODE_RULES.filter(({ family }) => family === 'handler');

/** What was found in the code behind tools. */
export type CodeFindings = ReadonlyMap<InferredTool, readonly CodeFinding[]>;

/** What looking into the code of tools gave. */
export interface CodeCheck {
  readonly findings: CodeFindings;
  /** Absolute paths of the files that were looked into. */
  readonly files: Iterable<string>;
}

/** Looks into the code behind tools, while others go on. */
export async function checkCode(project: SourceProject, tools: readonly InferredTool[]): Promise<CodeCheck> {
  const faults = new HandlerFaults(project);
  const found = await mapInTurns(tools, (tool) => [tool, faults.of(tool)] as const);
  return { findings: new Map(found), files: faults.files };
}

const BY_ID: ReadonlyMap<string, CodeRule> = new Map(HANDLER_RULES.map((rule) => [rule.id, rule]));

/** A finding in words, at its place in the code. */
export type WordedFinding = Omit<Finding, 'path'> & { readonly node: ts.Node };

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
  return findings.flatMap(({ id, node, path, data }) => {
    const rule = BY_ID.get(id);
    if (!rule || told.some((other) => rule.after?.includes(other.id) && touches(other.path, path))) return [];
    const worded = describeFinding(rule, name, data, settings);
    return worded ? [{ ...worded, node }] : [];
  });
}

// At the place, above it or below it.
function touches(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
