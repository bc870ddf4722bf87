import type { Diagnostic, ManifestTool } from '@btcp/core';
import { findToolProblems, type SchemaProblem } from '@btcp/schema';
import { compileToolChunk, findSchemaProblems, type ToolChunk } from '@btcp/schema/compile';
import type { InferredTool } from '../infer/infer-tools.ts';
import { locate } from '../source/locate.ts';
import { positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import type { CheckedTool } from './checked-tool.ts';
import { findExampleProblems } from './find-example-problems.ts';
import { nearest } from './nearest.ts';

/** What checking gave: the tools that may be emitted, and the author's mistakes in the others. */
export interface CheckResult {
  readonly tools: readonly CheckedTool[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds everything that would make a tool's published form wrong. */
export function checkTools(project: SourceProject, tools: readonly InferredTool[]): CheckResult {
  const diagnostics: Diagnostic[] = [];
  const checked: CheckedTool[] = [];
  const firstOfName = new Map<string, InferredTool>();
  for (const tool of tools) {
    const report = new ToolReport(project, tool);
    checkDefinition(tool, report);
    const first = firstOfName.get(tool.name);
    if (first) report.error('tool-duplicate-name', '/name', duplicate(project, tool.name, first));
    else firstOfName.set(tool.name, tool);
    const published = publish(tool);
    const validators = report.hasErrors ? undefined : checkPublished(published, report);
    diagnostics.push(...report.diagnostics);
    // The one place that makes a CheckedTool; the brand exists in types alone.
    if (validators) checked.push({ ...tool, published, validators } as unknown as CheckedTool);
  }
  return { tools: checked, diagnostics };
}

/** Each step only looks at what the one before found right, so that one mistake gives one message. */
function checkPublished(published: ManifestTool, report: ToolReport): ToolChunk | undefined {
  for (const problem of findToolProblems(published)) report.add('tool-invalid', problem.path, problem);
  if (report.hasErrors) return undefined;
  const validators = compile(published, report);
  if (validators) {
    for (const { path, ...problem } of findExampleProblems(published, validators))
      report.error('example-invalid', path, problem);
  }
  return report.hasErrors ? undefined : validators;
}

function compile(published: ManifestTool, report: ToolReport): ToolChunk | undefined {
  try {
    return compileToolChunk(published);
  } catch (error) {
    for (const key of ['inputSchema', 'outputSchema'] as const) {
      const schema = published[key];
      const problems = schema === undefined ? [] : findSchemaProblems(schema);
      for (const problem of problems) report.error('schema-invalid', `/${key}${problem.path}`, problem);
    }
    if (!report.hasErrors) throw error;
    return undefined;
  }
}

type Problem = Pick<SchemaProblem, 'message' | 'help'>;

/** Collects what is wrong with one tool, each at its place in the source. */
class ToolReport {
  readonly diagnostics: Diagnostic[] = [];
  readonly #project: SourceProject;
  readonly #tool: InferredTool;

  constructor(project: SourceProject, tool: InferredTool) {
    this.#project = project;
    this.#tool = tool;
  }

  get hasErrors(): boolean {
    return this.diagnostics.some((diagnostic) => diagnostic.severity === 'error');
  }

  error(id: string, path: string, problem: Problem): void {
    this.add(id, path, { ...problem, severity: 'error' });
  }

  add(id: string, path: string, { message, help, severity }: Problem & Pick<Diagnostic, 'severity'>): void {
    const { definition, nameNode } = this.#tool;
    const node = locate(definition, path);
    const place = positionOf(this.#project, node === definition ? nameNode : node);
    this.diagnostics.push({ id, severity, tool: this.#tool.name, ...place, message, help });
  }
}

function duplicate(project: SourceProject, name: string, first: InferredTool): Problem {
  const { file, line } = positionOf(project, first.nameNode);
  return {
    message: `Two tools are called "${name}"; the other one is at ${file}:${line}.`,
    help: 'Rename one of the exports, or give it a `name` of its own.',
  };
}

const FIELDS: readonly string[] = [
  'name',
  'description',
  'capabilities',
  'examples',
  'deprecated',
  'deprecationMessage',
  'tags',
  'timeout',
];
const ALL_FIELDS: readonly string[] = [...FIELDS, 'inputSchema', 'outputSchema', 'execute'];

function checkDefinition(tool: InferredTool, report: ToolReport): void {
  const { fields, inputSchema, hasExecute, problems } = tool.definitionValue;
  for (const problem of problems) {
    const isSchema = /^\/(input|output)Schema\b/.test(problem.path);
    report.error(isSchema ? 'schema-invalid' : 'value-not-json', problem.path, problem);
  }
  for (const key of Object.keys(fields))
    if (!FIELDS.includes(key)) report.error('field-unknown', `/${key}`, unknownField(key));
  if (inputSchema === undefined) {
    report.error('input-schema-missing', '', {
      message: `Tool "${tool.name}" has no \`inputSchema\`.`,
      help: 'Add `inputSchema: Type.Object({ … })`; for a tool without input, `Type.Object({}, { additionalProperties: false })`.',
    });
  }
  if (!hasExecute) {
    report.error('execute-missing', '', {
      message: `Tool "${tool.name}" has no \`execute\`.`,
      help: 'Add `execute(input, context) { … }`, the function that does the work.',
    });
  }
  if (fields.capabilities === undefined) {
    report.error('capabilities-missing', '', {
      message: `Tool "${tool.name}" does not say which capabilities it needs.`,
      help: "Add `capabilities: ['dom:read']`, or `capabilities: []` if it needs none.",
    });
  }
  if (descriptionOf(tool) === undefined) {
    report.error('description-missing', '', {
      message: `Tool "${tool.name}" has no description, and agents choose tools by nothing else.`,
      help: 'Write a JSDoc comment above the export, or add `description`.',
    });
  }
}

function unknownField(key: string): Problem {
  const close = nearest(key, ALL_FIELDS);
  return {
    message: `\`${key}\` is not part of a tool's definition${close === undefined ? '' : `; did you mean \`${close}\`?`}`,
    help: `A definition may have ${ALL_FIELDS.join(', ')}.`,
  };
}

function descriptionOf(tool: InferredTool): unknown {
  return tool.definitionValue.fields.description ?? tool.doc.description;
}

function publish(tool: InferredTool): ManifestTool {
  const { fields, inputSchema } = tool.definitionValue;
  const merged: Record<string, unknown> = {
    ...fields,
    name: tool.name,
    description: descriptionOf(tool),
    inputSchema,
    outputSchema: tool.outputSchema,
    deprecated: fields.deprecated ?? tool.doc.deprecated,
    deprecationMessage: fields.deprecationMessage ?? tool.doc.deprecationMessage,
  };
  // `findToolProblems` judges the result before anything relies on its type.
  return Object.fromEntries(
    PUBLISHED_ORDER.filter((key) => merged[key] !== undefined).map((key) => [key, merged[key]]),
  ) as unknown as ManifestTool;
}

/** The order of the fields in a manifest, as in the published meta-schema. */
const PUBLISHED_ORDER = [
  'name',
  'description',
  'inputSchema',
  'outputSchema',
  'capabilities',
  'examples',
  'deprecated',
  'deprecationMessage',
  'tags',
  'timeout',
] as const;
