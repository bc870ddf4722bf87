import type { Diagnostic } from '@btcp/core';
import type { EvaluatedTool } from '../evaluate/evaluated-tool.ts';
import { printInline } from '../print/print-inline.ts';
import { aliasHelp } from '../source/alias-help.ts';
import { locate } from '../source/locate.ts';
import { placeAt } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import { ts } from '../source/ts.ts';
import { unwrap } from '../source/unwrap.ts';

/** TypeScript's errors after which a type is `any` or `unknown`, whatever the code means. */
const UNRESOLVED: ReadonlySet<number> = new Set([
  // Modules and what they export.
  2305, 2307, 2614, 2724, 2732, 2792, 7016,
  // Names and properties.
  2304, 2339, 2503, 2551, 2552, 2580, 2581, 2582, 2583, 2584, 2591, 2592, 2593,
  // Loops and spreads over what the project's `target` or `lib` cannot.
  2461, 2488, 2495, 2504, 2548, 2549, 2569, 2763, 2802,
  // A value of type unknown.
  2571, 18046,
]);
const MOST = 3;

/** Why the types of a tool cannot be read: what TypeScript cannot resolve in it, or in the imports of its file. */
export function findUnresolved(project: SourceProject, tool: EvaluatedTool): readonly Diagnostic[] {
  const file = tool.definition.getSourceFile();
  const places = [tool.definition, ...file.statements.filter((each) => ts.isImportDeclaration(each))];
  const isHere = (start: number): boolean =>
    places.some((node) => node.getStart(file) <= start && start < node.end);
  return project
    .semanticErrors(tool.file)
    .filter(({ code, start }) => UNRESOLVED.has(code) && start !== undefined && isHere(start))
    .slice(0, MOST)
    .map(({ code, start = 0, length = 1, messageText }) => {
      const text = ts.flattenDiagnosticMessageText(messageText, ' ');
      return {
        id: 'types-unresolved',
        severity: 'error',
        tool: tool.name,
        ...placeAt(project, file, start, length),
        message: `The output cannot be derived, because TypeScript cannot resolve this: ${text}`,
        help: hasPlainInput(tool) && OF_TYPE_UNKNOWN.has(code) ? plainInputHelp(tool) : helpFor(text, code),
      };
    });
}

const OF_TYPE_UNKNOWN: ReadonlySet<number> = new Set([2339, 2571, 18046]);

/** Whether an input schema is written as JSON Schema, from which `execute` gets no types. */
function hasPlainInput({ definition }: EvaluatedTool): boolean {
  const member = locate(definition, '/inputSchema').parent;
  return ts.isPropertyAssignment(member) && ts.isObjectLiteralExpression(unwrap(member.initializer));
}

function plainInputHelp({ definitionValue }: EvaluatedTool): string {
  const equivalent = printInline(definitionValue.inputSchema) ?? 'Type.Object({ … })';
  return `JSON Schema gives \`execute\` no types: write \`inputSchema\` with TypeBox, \`${equivalent}\`.`;
}

const OF_VITE =
  /on type 'ImportMeta'|Cannot find module '(?:virtual:[^']*|[^']*\?[^']*|[^']*\.(?:css|scss|less|svg|png|jpe?g|gif|webp|avif|ico|woff2?|mp[34]|wasm|txt))'/;

function helpFor(text: string, code: number): string {
  if (OF_VITE.test(text))
    return 'With Vite, add `"types": ["vite/client"]` to `compilerOptions` of the tsconfig, which declares `import.meta.env` and imports of assets; with another bundler, its own types. Or declare `outputSchema`.';
  const [, specifier = ''] = /^Cannot find module '([^']*)'/.exec(text) ?? [];
  return (
    aliasHelp(specifier) ??
    `See TS${code}: correct the code or the project's tsconfig (\`moduleResolution\`, \`target\`, \`lib\`), or declare \`outputSchema\`. \`npx tsc --noEmit\` shows the rest.`
  );
}
