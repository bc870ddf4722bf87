import { literal } from './literal.ts';

/** One export of an emitted module: text that depends on nothing but the runtime. */
export interface ModuleChunk {
  /** The name of the export; any well-formed string. */
  readonly name: string;
  /** The expression that makes it. */
  readonly expression: string;
  /** The names of the runtime's functions that the expression uses. */
  readonly imports: readonly string[];
}

/** The module specifier of the runtime that emitted modules import. */
const DEFAULT_RUNTIME = '@btcp/schema/runtime';

/** Reserved by JavaScript, or used by the declarations of emitted modules. */
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public ' +
    'return static super switch this throw true try typeof undefined NaN Infinity var void while with yield ToolValidators Validator WithOutput ' +
    // What emitted code uses of the language's own.
    'Array Number Object Set RegExp String Math isFinite isNaN'
  ).split(' '),
);

/** Whether a name can be declared as it is; `$` is kept for names of our own. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !RESERVED.has(name);
}

/** The name under which a module exports a key: itself, or a string. */
export function exportName(name: string): string {
  if (/[\ud800-\udfff]/u.test(name)) {
    throw new Error(`${JSON.stringify(name)} cannot name an export: it is not well-formed text.`);
  }
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

/**
 * Joins chunks to an ES module. Unused exports can be dropped by a bundler: making one has no side effects.
 *
 * @throws Error when two chunks have one name.
 */
export function joinChunks(chunks: readonly ModuleChunk[], runtime: string = DEFAULT_RUNTIME): string {
  const names = new Set<string>();
  for (const { name } of chunks) {
    if (names.has(name)) throw new Error(`Two exports are named ${JSON.stringify(name)}.`);
    names.add(name);
  }
  const imports = [...new Set(chunks.flatMap((chunk) => chunk.imports))].sort();
  const header = imports.map((name) => `${name} as $${name}`).join(', ');
  const text = [
    ...(imports.length > 0 ? [`import { ${header} } from ${literal(runtime)};`] : []),
    ...chunks.map(exportText),
    ...(chunks.length === 0 ? ['export {};'] : []),
    '',
  ].join('\n');
  // Such a string would end the script of a page that holds the module inline.
  return text.replaceAll(/<\/(?=script)/gi, '<\\/');
}

function exportText({ name, expression }: ModuleChunk, index: number): string {
  if (isPlainName(name)) return `export const ${name} = ${expression};`;
  return `const $${index} = ${expression};\nexport { $${index} as ${exportName(name)} };`;
}
