import type { Diagnostic } from '@btcp/core';
import { TOOL_FIELDS } from '@btcp/schema';
import { printSchema } from '../print/print-schema.ts';
import { aliasHelp } from '../source/alias-help.ts';
import { locate } from '../source/locate.ts';
import type { SourceProject } from '../source/source-project.ts';
import { ts } from '../source/ts.ts';
import { unwrap } from '../source/nodes.ts';
import type { OutputTypes, Unresolved } from './code-reader.ts';
import type { EvaluatedTool } from '../evaluate/evaluation-protocol.ts';

/** Explains why an output schema cannot be derived. */
export function diagnoseOutput(
  project: SourceProject,
  tool: EvaluatedTool,
  { diagnostics, unresolved }: OutputTypes,
): readonly Diagnostic[] {
  // An unknown field breaks the definition's type, and has its own diagnostic.
  if (Object.keys(tool.definitionValue.fields).some((field) => !isField(field))) return [];
  if (unresolved.length > 0) return unresolved.map((each) => diagnoseUnresolved(project, tool, each));
  return diagnostics.map(({ path: _, message, help, ...position }) => ({
    id: 'output-not-json',
    severity: 'error',
    tool: tool.name,
    ...position,
    message,
    help,
  }));
}

const isField = (name: string): boolean => TOOL_FIELDS.some((field) => field === name);

function diagnoseUnresolved(
  project: SourceProject,
  tool: EvaluatedTool,
  { code, text, ...position }: Unresolved,
): Diagnostic {
  return {
    id: 'types-unresolved',
    severity: 'error',
    tool: tool.name,
    ...position,
    message: `The output cannot be derived, because TypeScript cannot resolve this: ${text}`,
    help:
      hasPlainInput(tool) && OF_TYPE_UNKNOWN.has(code) ? plainInputHelp(tool) : helpFor(project, text, code),
  };
}

const OF_TYPE_UNKNOWN: ReadonlySet<number> = new Set([2339, 2571, 18046]);

/** Whether an input schema is written as JSON Schema, from which `execute` gets no types. */
function hasPlainInput({ definition }: EvaluatedTool): boolean {
  const member = locate(definition, '/inputSchema').parent;
  return ts.isPropertyAssignment(member) && ts.isObjectLiteralExpression(unwrap(member.initializer));
}

/** Number of characters that a message can show. */
const LONGEST = 600;

function plainInputHelp({ definitionValue }: EvaluatedTool): string {
  const names = { typeOf: () => 'unknown', constantOf: () => undefined };
  const line = printSchema(definitionValue.inputSchema, names).replace(/\s*\n\s*/g, ' ');
  const equivalent = line.length > LONGEST ? 'Type.Object({ … })' : line;
  return `JSON Schema gives \`execute\` no types: write \`inputSchema\` with TypeBox, \`${equivalent}\`.`;
}

const OF_VITE =
  /on type 'ImportMeta'|Cannot find module '(?:virtual:[^']*|[^']*\?[^']*|[^']*\.(?:css|scss|less|svg|png|jpe?g|gif|webp|avif|ico|woff2?|mp[34]|wasm|txt))'/;

/** Relative imports without an extension, under `nodenext`. */
const WITHOUT_EXTENSION: ReadonlySet<number> = new Set([2834, 2835]);

function helpFor(project: SourceProject, text: string, code: number): string {
  if (OF_VITE.test(text))
    return 'With Vite, add `"types": ["vite/client"]` to `compilerOptions` of the tsconfig, which declares `import.meta.env` and imports of assets; with another bundler, its own types. Or declare `outputSchema`.';
  if (text.startsWith(`Module '"@prisma/client"' has no exported member`))
    return 'Run `npx prisma generate`, which writes what `@prisma/client` exports.';
  if (WITHOUT_EXTENSION.has(code)) {
    const [, meant] = /Did you mean '([^']*)'/.exec(text) ?? [];
    return meant === undefined
      ? "Write the file's name with its extension, for example `./lib/index.js`: Node looks for no other one."
      : `Write \`${meant}\`: Node takes an import as it is written.`;
  }
  const [, specifier = ''] = /^Cannot find module '([^']*)'/.exec(text) ?? [];
  return (
    aliasHelp(specifier, project) ??
    `See TS${code}: correct the code or the project's tsconfig (\`moduleResolution\`, \`target\`, \`lib\`), or declare \`outputSchema\`. \`npx tsc --noEmit\` shows the rest.`
  );
}
