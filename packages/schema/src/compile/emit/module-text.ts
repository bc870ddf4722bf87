import { literal } from './code-writer.ts';

export interface ValidatorText {
  readonly fingerprint: string;
  /** The function that makes its functions; it depends on the runtime alone. */
  readonly make: string;
  /** The length that its media may have; absent where it has none. */
  readonly media?: number;
}

export interface ModuleChunk {
  /** The name of the export; any well-formed string. */
  readonly name: string;
  /** The runtime's function that makes the export from its validators. */
  readonly call: 'validator' | 'toolValidators';
  readonly validators: readonly ValidatorText[];
  /** The names of the runtime's functions that it uses. */
  readonly imports: readonly string[];
}

/** Makes a chunk; `call` is the runtime's function that makes the export from its validators. */
export function moduleChunk(
  name: string,
  call: ModuleChunk['call'],
  emitted: readonly (ValidatorText & Pick<ModuleChunk, 'imports'>)[],
): ModuleChunk {
  const validators = emitted.map(({ imports: _, ...text }) => text);
  const withMedia = emitted.some(({ media }) => media !== undefined) ? ['withMedia'] : [];
  const imports = [...new Set([call, ...withMedia, ...emitted.flatMap((each) => each.imports)])].sort();
  return { name, call, validators, imports };
}

/** The expression of an export; `maker` replaces the one that makes a validator's functions. */
export function chunkExpression(
  { call, validators }: ModuleChunk,
  maker: (make: string) => string = (make) => make,
): string {
  const parts = validators.flatMap(({ fingerprint, make, media }) => [
    fingerprint,
    media === undefined ? maker(make) : `$withMedia(${media}, ${maker(make)})`,
  ]);
  return `/* @__PURE__ */ $${call}(${parts.join(', ')})`;
}

/** The module specifier of the runtime that emitted modules import. */
const DEFAULT_RUNTIME = '@btcp/schema/runtime';

/** Reserved by JavaScript, or used by the declarations of emitted modules. */
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public ' +
    'return static super switch this throw true try typeof undefined NaN Infinity var void while with yield ToolValidators Validator WithOutput ' +
    // Globals that emitted code uses.
    'Array Number Object Set RegExp String Math isFinite isNaN'
  ).split(' '),
);

/** Whether a name can be declared unquoted; `$` is reserved for generated names. */
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
  const shared = sharedMakers(chunks);
  const imports = [
    ...new Set([...chunks.flatMap((chunk) => chunk.imports), ...(shared.size > 0 ? ['once'] : [])]),
  ].sort();
  const header = imports.map((name) => `${name} as $${name}`).join(', ');
  const text = [
    ...(imports.length > 0 ? [`import { ${header} } from ${literal(runtime)};`] : []),
    ...[...shared].map(([make, name]) => `const ${name} = /* @__PURE__ */ $once(${make});`),
    ...chunks.map((chunk, index) =>
      exportText(
        chunk.name,
        chunkExpression(chunk, (make) => shared.get(make) ?? make),
        index,
      ),
    ),
    ...(chunks.length === 0 ? ['export {};'] : []),
    '',
  ].join('\n');
  // Such a string would end the script of a page that holds the module inline.
  return text.replaceAll(/<\/(?=script)/gi, '<\\/');
}

/** The names of functions that several validators share: many tools return the same. */
function sharedMakers(chunks: readonly ModuleChunk[]): ReadonlyMap<string, string> {
  const seen = new Set<string>();
  const shared = new Map<string, string>();
  for (const { make } of chunks.flatMap(({ validators }) => validators)) {
    if (seen.has(make) && !shared.has(make)) shared.set(make, `$shared${shared.size}`);
    seen.add(make);
  }
  return shared;
}

function exportText(name: string, expression: string, index: number): string {
  if (isPlainName(name)) return `export const ${name} = ${expression};`;
  return `const $${index} = ${expression};\nexport { $${index} as ${exportName(name)} };`;
}
