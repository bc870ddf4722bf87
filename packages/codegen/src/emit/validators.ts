import { declareTools, joinToolChunks, type ToolChunk } from '@btcp/schema/compile';
import type { EmittedFile } from '../write/write-files.ts';
import { GENERATED_HEADER, SCRIPT_HEADER } from './format-pieces.ts';

/** The first call of a tool loads the validators of as many: a start compiles none, a call only a few. */
export const TOOLS_PER_MODULE = 25;

/** The validators of a build. */
export interface EmittedValidators {
  /** JavaScript, with the declarations of what is the same for all tools. */
  readonly files: readonly EmittedFile[];
  /** The declarations of `validators.js`, unformatted. */
  readonly types: string;
  /** All validators in one module. */
  readonly joined: () => string;
  /** Whether they are in several modules, which `validators-on-call.js` imports. */
  readonly areOnCall: boolean;
}

/** Emits the validators of tools: in one module, or in several that `validators.js` exports together. */
export function emitValidators(chunks: readonly ToolChunk[]): EmittedValidators {
  const joined = (of: readonly ToolChunk[] = chunks): string =>
    `${SCRIPT_HEADER}\n${joinToolChunks(of).code}`;
  const types = `${GENERATED_HEADER}\n${declareTools(chunks)}`;
  if (chunks.length <= TOOLS_PER_MODULE)
    return { files: [{ path: 'validators.js', text: joined() }], types, joined, areOnCall: false };
  const modules = Array.from({ length: Math.ceil(chunks.length / TOOLS_PER_MODULE) }, (_, index) => ({
    path: `validators-${index + 1}.js`,
    text: joined(chunks.slice(index * TOOLS_PER_MODULE, (index + 1) * TOOLS_PER_MODULE)),
  }));
  const files = [
    ...modules,
    {
      path: 'validators.js',
      text: lines(SCRIPT_HEADER, ...modules.map(({ path }) => `export * from './${path}';`)),
    },
    {
      path: 'validators-on-call.js',
      text: lines(
        SCRIPT_HEADER,
        'export const modules = [',
        ...modules.map(({ path }) => `  () => import('./${path}'),`),
        '];',
      ),
    },
    { path: 'validators-on-call.d.ts', text: ON_CALL_TYPES },
  ];
  return { files, types, joined, areOnCall: true };
}

const lines = (...parts: readonly string[]): string => `${parts.join('\n')}\n`;

const ON_CALL_TYPES = lines(
  GENERATED_HEADER,
  "import type { ValidatorsModule } from '@btcp/core';",
  '',
  'export declare const modules: readonly ValidatorsModule[];',
);
