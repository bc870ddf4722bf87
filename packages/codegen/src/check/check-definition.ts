import type { UnplacedDiagnostic } from '@btcp/core';
import { meantField, TOOL_FIELDS } from '@btcp/schema/internal';
import type { InferredTool } from '../infer/infer-tool.ts';
import type { SourceProject } from '../source/source-project.ts';
import { descriptionOf } from './published/publish-tool.ts';
import type { ToolReport } from './report/tool-report.ts';
import { followName } from '../source/follow-name.ts';
import { locate } from '../source/locate.ts';
import { ts } from '../source/ts.ts';
import { unwrap } from '../source/nodes.ts';

const SCHEMAS: readonly string[] = ['inputSchema', 'outputSchema'];
// The build itself publishes aliases.
const FIELDS: readonly string[] = TOOL_FIELDS.filter((field) => ![...SCHEMAS, 'aliasOf'].includes(field));
const ALL_FIELDS: readonly string[] = [...FIELDS, ...SCHEMAS, 'aliases', 'execute'];

/** Fields of MCP's tools, which a definition has in `mcp`. */
const MCP_FIELDS: ReadonlySet<string> = new Set(['title', 'icons', 'annotations', '_meta']);

/** The path of a document, or of a script. */
const UI = /^\.\.?\/.*\.(?:html?|[cm]?[jt]s|[jt]sx)$/;

/**
 * Reports what keeps a definition from being published.
 *
 * @returns The fields that are missing or unusable, so that later checks skip them.
 */
export function checkDefinition(
  project: SourceProject,
  tool: InferredTool,
  report: ToolReport,
): ReadonlySet<string> {
  const unusable = new Set<string>();
  const misspelt = new Set<string>();
  const unusableField = (field: string, error: Omit<UnplacedDiagnostic, 'severity'>): void => {
    unusable.add(field);
    if (!misspelt.has(field)) report.error(error);
  };
  const { fields, inputSchema, hasExecute, problems } = tool.definitionValue;
  for (const problem of problems) {
    const field = problem.path.split('/')[1] ?? '';
    if (problem.warning !== undefined) {
      report.add({ id: problem.warning, severity: 'warning', ...problem });
      continue;
    }
    // An unknown field has to be renamed or removed, whatever its value.
    if (field !== '' && !ALL_FIELDS.includes(field)) continue;
    unusableField(field, { id: problemId(problem.path), ...problem });
  }
  for (const key of Object.keys(fields)) {
    if (FIELDS.includes(key)) continue;
    const meant = meantField(key, ALL_FIELDS);
    // A misspelt field is not reported as missing too.
    if (meant !== undefined) misspelt.add(meant);
    report.add(unknownField(key, meant));
  }
  const isMissing = {
    inputSchema: inputSchema === undefined,
    execute: !hasExecute,
    capabilities: fields.capabilities === undefined,
    description: descriptionOf(tool) === undefined,
  };
  for (const [field, { id, says, help }] of Object.entries(MISSING))
    if (isMissing[field as keyof typeof MISSING])
      unusableField(field, { id, path: '', message: `Tool "${tool.name}" ${says}`, help });
  if (hasExecute && isGenerator(tool.definition, project)) unusableField('execute', GENERATOR);
  const method = hasExecute ? unboundMethod(tool.definition, project) : undefined;
  if (method !== undefined) unusableField('execute', unbound(method));
  if (fields['ui'] !== undefined && !(typeof fields['ui'] === 'string' && UI.test(fields['ui'])))
    unusableField('ui', UI_INVALID);
  return unusable;
}

/** What is said of a field that a definition must have. */
const MISSING = {
  inputSchema: {
    id: 'input-schema-missing',
    says: 'has no `inputSchema`.',
    help: 'Add `inputSchema: Type.Object({ … })`; for a tool without input, `Type.Object({}, { additionalProperties: false })`.',
  },
  execute: {
    id: 'execute-missing',
    says: 'has no `execute`.',
    help: 'Add `execute(input, context) { … }`, the function that does the work.',
  },
  capabilities: {
    id: 'capabilities-missing',
    says: 'does not say which capabilities it needs.',
    help: "Add `capabilities: ['dom:read']`, or `capabilities: []` if it needs none; `btcp check --write-capabilities` finds out.",
  },
  description: {
    id: 'description-missing',
    says: 'has no description, and agents choose tools by nothing else.',
    help: 'Write a JSDoc comment above the export, or add `description`.',
  },
} as const;

const GENERATOR = {
  id: 'execute-generator',
  path: '/execute',
  message: '`execute` is a generator (`*`), and a call has one result: nobody gets what it yields.',
  help: 'Leave out the `*`, and return the result; `context.progress?.({ progress, total, message })` tells callers how far a call is.',
};

const unbound = (method: string): Omit<UnplacedDiagnostic, 'severity'> => ({
  id: 'execute-unbound',
  path: '/execute',
  message: `\`${method}\` is a method that reads \`this\`, which it has not when a client calls it as \`execute\`.`,
  help: `Write \`execute: (input) => ${method}(input)\`.`,
});

const UI_INVALID = {
  id: 'ui-invalid',
  path: '/ui',
  message: '`ui` must be the path of HTML, or of a script, relative to this file.',
  help: "Write, for example, `ui: './order-card.html'` or `ui: './order-card.tsx'`.",
};

function problemId(path: string): string {
  if (/^\/(?:aliases\/[^/]*\/)?(?:in|out)putSchema\b/.test(path)) return 'schema-invalid';
  return path.startsWith('/aliases') ? 'alias-invalid' : 'value-not-json';
}

function unknownField(key: string, close: string | undefined): UnplacedDiagnostic {
  const [advice, help] =
    close !== undefined
      ? [`; did you mean \`${close}\`?`, `Rename it to \`${close}\`.`]
      : MCP_FIELDS.has(key)
        ? ['; it goes into `mcp`.', `Write \`mcp: { ${key}: … }\`.`]
        : ['.', `Take it out: a definition may have ${ALL_FIELDS.join(', ')}.`];
  return {
    id: 'field-unknown',
    severity: 'error',
    path: `/${key}`,
    message: `\`${key}\` is not part of a tool's definition${advice}`,
    help,
    data: { field: key, meant: close ?? null },
  };
}

/** Whether the `execute` of a definition is a generator function, as far as its syntax shows. */
function isGenerator(definition: ts.Expression, project: SourceProject): boolean {
  const member = locate(definition, '/execute', project).parent;
  if (ts.isMethodDeclaration(member)) return member.asteriskToken !== undefined;
  const written = ts.isPropertyAssignment(member)
    ? unwrap(member.initializer)
    : ts.isShorthandPropertyAssignment(member)
      ? member.name
      : undefined;
  const value = written && ts.isIdentifier(written) ? followName(written, project) : written;
  return value !== undefined && 'asteriskToken' in value && value.asteriskToken !== undefined;
}

/** The method of an instance that `execute` names and that reads `this`, as far as syntax shows: `todos.add`. */
function unboundMethod(definition: ts.Expression, project: SourceProject): string | undefined {
  const member = locate(definition, '/execute', project).parent;
  const written = ts.isPropertyAssignment(member) ? unwrap(member.initializer) : undefined;
  if (!written || !ts.isPropertyAccessExpression(written)) return undefined;
  const instance = followName(written.expression, project);
  if (!instance || !ts.isNewExpression(instance)) return undefined;
  const binding = project.bindings.ofReference(instance.expression);
  const made = binding?.kind === 'own' && project.bindings.statementOf(binding.path, binding.name);
  if (!made || !ts.isClassDeclaration(made)) return undefined;
  const method = made.members.find(({ name }) => name?.getText() === written.name.text);
  const body = method && ts.isMethodDeclaration(method) && method.body;
  return body && readsThis(body) ? written.getText() : undefined;
}

// A function within has a `this` of its own, unless it is an arrow function.
const readsThis = (node: ts.Node): boolean =>
  node.kind === ts.SyntaxKind.ThisKeyword ||
  ((!ts.isFunctionLike(node) || ts.isArrowFunction(node)) && ts.forEachChild(node, readsThis) === true);
