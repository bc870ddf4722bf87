import { compileToolChunk, declareTools, joinToolChunks, type ToolChunk } from '@btcp/schema/compile';
import type { Cache } from '../cache/cache.ts';
import { type PublishableTool, validatorsOf } from '../check/checked-tool.ts';
import type { EmittedFile } from '../write/write-files.ts';
import { GENERATED_HEADER, SCRIPT_HEADER } from './format-pieces.ts';
import { GROUP_SIZE, type ToolGroup } from './tool-groups.ts';

export interface EmittedValidators {
  /** JavaScript, with the declarations of what is the same for all tools. */
  readonly files: readonly EmittedFile[];
  /** The declarations of `validators.js`, unformatted. */
  readonly types: string;
  readonly joined: () => string;
  /** Whether they are in several modules, which `validators-on-call.js` imports. */
  readonly areOnCall: boolean;
}

/** Emits the validators of tools: in one module, or in several that `validators.js` exports together. */
export function emitValidators(
  tools: readonly Pick<PublishableTool, 'key' | 'published'>[],
  groups: readonly ToolGroup[],
  cache: Pick<Cache, 'remember'>,
): EmittedValidators {
  const chunkOf = (tool: (typeof tools)[number]): ToolChunk =>
    cache.remember(validatorsOf(tool), () => compileToolChunk(tool.published));
  const joined = (of = tools): string => `${SCRIPT_HEADER}\n${joinToolChunks(of.map(chunkOf))}`;
  const types = `${GENERATED_HEADER}\n${declareTools(tools.map(({ published }) => published))}`;
  if (groups.length <= 1)
    return { files: [{ path: 'validators.js', text: joined() }], types, joined, areOnCall: false };
  const modules = groups.map(({ hash }, index) => ({
    path: `validators-${index + 1}.js`,
    text: cache.remember(['validators module', hash], () =>
      joined(tools.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE)),
    ),
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
