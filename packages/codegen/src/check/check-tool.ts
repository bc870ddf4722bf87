import { dirname, resolve } from 'node:path';
import type { JsonSchema, UnplacedDiagnostic } from '@btcp/core';
import { keyOf } from '../cache/cache.ts';
import type { CodeReport, InferredTool } from '../infer/infer-tool.ts';
import { NOT_JSON } from '../infer/output/not-json.ts';
import { compareText } from '../source/match-files.ts';
import { positionOf } from '../source/position.ts';
import { isFollowable, withAliases } from './aliases.ts';
import { checkCapabilities, checkIsolation } from './capabilities/check-capabilities.ts';
import { type CheckContext, type CheckedTool, validatorsOf } from './checked-tool.ts';
import { checkDefinition } from './check-definition.ts';
import type { CheckRequest } from './published/check-published.ts';
import { publishTool, withPatterns } from './published/publish-tool.ts';
import { ToolReport } from './report/tool-report.ts';
import { diagnose, ruleOf, type RuleSettings } from '@btcp/schema/check';
import { canBeIgnored } from './suppressions/suppressions.ts';
import type { EvaluatedTool } from '../evaluate/evaluation-protocol.ts';

/**
 * Checks a tool and its aliases, apart from all others.
 *
 * @param key - A hash of all that it follows from.
 */
export async function checkTool(
  context: CheckContext,
  tool: InferredTool,
  rules: RuleSettings,
  key: string,
): Promise<readonly CheckedTool[]> {
  return Promise.all(
    withAliases(tool).map((each) => checkOne(context, each, rules, keyOf([key, each.name]))),
  );
}

async function checkOne(
  context: CheckContext,
  inferred: InferredTool,
  rules: RuleSettings,
  key: string,
): Promise<CheckedTool> {
  const { syntax, config, pool } = context;
  const report = new ToolReport(syntax, inferred);
  // An alias has the definition of its tool.
  const unusable = inferred.alias ? new Set<string>() : checkDefinition(syntax, inferred, report);
  const isRead = !inferred.alias && !unusable.has('execute') && !hasNoInput(inferred);
  const tool = isRead ? inferred : { ...inferred, outputDiagnostics: [] };
  const request = requestOf(tool, config, unusable, rules);
  const checkPublished = async () => {
    const { diagnostics, validators } = await pool.run('check', request);
    const own = diagnostics.filter((diagnostic) => isOwn(tool, diagnostic));
    // Placed while the code is still read.
    for (const diagnostic of own) report.add(diagnostic);
    // Apart from the rest: a later build reads only those of the tools that are emitted anew.
    if (validators) context.cache.put(context.about(tool.file, validatorsOf({ key })), validators);
    return { diagnostics: own, isCompiled: validators !== undefined };
  };
  const [{ diagnostics: ofPublished, isCompiled }, code] = await Promise.all([checkPublished(), tool.code]);
  reportCode(context, tool, code, ofPublished, rules, report);
  const { isVerified, ofUses } = checkUses(context, tool, code, rules);
  const { file, line } = positionOf(syntax, tool.nameNode);
  const contextMembers = contextMembersOf(code.uses);
  const isInputBroken = unusable.has('inputSchema') || ofPublished.some(breaksInput);
  const ui = uiOf(tool);
  return {
    file: tool.file,
    exportName: tool.exportName,
    name: tool.name,
    ...(tool.alias && { alias: { toolName: tool.alias.toolName } }),
    key,
    place: { file, line },
    published: { ...request.published, ...(isVerified && { capabilitiesVerified: true }) },
    isCompiled,
    fixtures: fixturesOf(tool),
    ...(ui !== undefined && { ui: resolve(dirname(tool.file), ui) }),
    ...(contextMembers.length > 0 && { contextMembers }),
    isBroken:
      !report.diagnostics.every(canBeIgnored) || ofUses.some(({ id }) => ruleOf(id)?.isMandatory === true),
    diagnostics: [
      ...report.diagnostics,
      ...tool.outputDiagnostics.filter(
        ({ message }) => !isInputBroken || !OF_INPUT.some((says) => message.includes(says)),
      ),
    ],
    ofUses,
  };
}

/** What is said of a result where the input has no types. */
const OF_INPUT = [NOT_JSON.any.says, "is of type 'unknown'"];

function requestOf(
  tool: InferredTool,
  { formats, capabilities }: CheckContext['config'],
  unusable: ReadonlySet<string>,
  rules: RuleSettings,
): CheckRequest {
  const { alias } = tool;
  return {
    published: publishTool(tool, formats),
    unusable: [...unusable],
    rules,
    ownCapabilities: Object.keys(capabilities),
    ...(alias && {
      alias: { ...alias, toolInput: withPatterns(alias.toolInput, formats) as JsonSchema },
    }),
  };
}

function reportCode(
  { config }: CheckContext,
  { alias, name, definitionValue }: InferredTool,
  { ofCode }: CodeReport,
  ofPublished: readonly UnplacedDiagnostic[],
  rules: RuleSettings,
  report: ToolReport,
): void {
  if (alias) return;
  // The signal of an isolated tool never aborts: its call ends together with its realm.
  const isIsolated = config.config?.sandbox !== undefined;
  const found = isIsolated ? ofCode.filter(({ id }) => id !== 'signal-ignored') : ofCode;
  const unread = definitionValue.problems.filter(({ warning }) => warning === undefined);
  const before = [...ofPublished, ...unread.map((problem) => ({ path: problem.path, id: 'schema-invalid' }))];
  for (const { id, at, path, data } of found) {
    const after = ruleOf(id)?.after ?? [];
    if (before.some((other) => after.includes(other.id) && touches(other.path, path))) continue;
    const diagnostic = diagnose(id, name, data, rules);
    if (diagnostic) report.addAt(at, diagnostic);
  }
}

// At the same JSON pointer, or at one above or below it.
function touches(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

function checkUses(
  { syntax, config }: CheckContext,
  tool: InferredTool,
  { uses }: CodeReport,
  rules: RuleSettings,
): { readonly isVerified: boolean; readonly ofUses: CheckedTool['ofUses'] } {
  const { isVerified, diagnostics } = checkCapabilities(syntax, tool, uses, rules);
  if (tool.alias) return { isVerified, ofUses: [] };
  return { isVerified, ofUses: [...diagnostics, ...checkIsolation(tool.name, uses, config.config?.sandbox)] };
}

function contextMembersOf({ flags }: CodeReport['uses']): readonly string[] {
  return [...new Set(flags.flatMap(({ member }) => member ?? []))].sort(compareText);
}

// An invalid input schema gives `execute` no types, so its return type is unknown too.
function hasNoInput({ definitionValue }: EvaluatedTool): boolean {
  return definitionValue.problems.some(
    ({ path, warning }) => path === '/inputSchema' && warning === undefined,
  );
}

// A part of it that is invalid has the type `any`, and so has what is returned of it.
const breaksInput = ({ id, path }: UnplacedDiagnostic): boolean =>
  id === 'tool-invalid' && path.startsWith('/inputSchema');

// What gives it its name decides how it is written.
const isOwn = (tool: InferredTool, diagnostic: UnplacedDiagnostic): boolean =>
  isFollowable(tool, diagnostic) &&
  (tool.alias !== undefined ||
    diagnostic.id !== 'name-not-camel-case' ||
    tool.definitionValue.fields['name'] === undefined);

function uiOf({ definitionValue }: EvaluatedTool): string | undefined {
  const { ui } = definitionValue.fields;
  return typeof ui === 'string' ? ui : undefined;
}

function fixturesOf({ file, definitionValue }: EvaluatedTool): CheckedTool['fixtures'] {
  const examples = definitionValue.fields['examples'] as
    readonly { readonly fixture?: unknown }[] | undefined;
  if (!Array.isArray(examples)) return [];
  return examples.map((example: unknown) => {
    const { fixture } = Object(example) as { readonly fixture?: unknown };
    return typeof fixture === 'string' ? resolve(dirname(file), fixture) : undefined;
  });
}
