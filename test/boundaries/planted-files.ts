/** A file that violates the listed rules, sorted; or none, where it only looks like a violation. */
export interface PlantedFile {
  readonly path: string;
  readonly content: string;
  readonly rules: readonly string[];
}

/** Libraries that the planted workspace has installed. */
export const LIBRARIES: readonly string[] = [
  '@modelcontextprotocol/server',
  '@sinclair/typebox',
  'ajv',
  'esbuild',
  'happy-dom',
  'nowhere-declared',
  'prettier',
  'ts-morph',
];

/** The folders of packages that import only those below them. */
const FOLDERS = {
  schema: 'runtime model pattern compile relate meta check compare cross-check guests',
  adapters: 'names lower profile targets calls export import explain transports',
  vite: 'strip',
  codegen: 'system cache source config discover print evaluate infer check write emit pool edit fix',
} as const;

/** The same of packages whose folders also import the files beside them. */
const FOLDERS_ON_FILES = {
  core: 'capabilities config content failures isolated',
  client:
    'forms consent-dialog consent content context-members isolated signature registration late react app',
  testing: 'fakes fast-check vitest',
  cli: 'completion explain help host system report run stats budget skills call diff programs import serve build check export eval sign conform publish verify init commands',
} as const;

/** Valid files for the planted ones to import: the packages' entries and a test's helper. */
export const SOUND: Readonly<Record<string, string>> = {
  'packages/core/src/index.ts': "export { toolName } from './tool-name.ts';\n",
  'packages/core/src/tool-name.ts': "export const toolName = 'getCell';\n",
  'packages/schema/src/index.ts': "export { toolName } from '@btcp/core';\n",
  'packages/schema/src/compile/index.ts': 'export const compile = true;\n',
  'packages/schema/src/cross-check/index.ts': "import 'ajv';\nexport const crossCheck = true;\n",
  'packages/schema/src/runtime/index.ts': "export { toolName } from '@btcp/core';\n",
  'packages/codegen/src/index.ts': "import 'prettier';\nexport { toolName } from '@btcp/schema';\n",
  'packages/schema/src/flow.ts': 'export const flow = true;\n',
  'packages/adapters/src/flow.ts': 'export const flow = true;\n',
  'packages/codegen/src/flow.ts': "import './source/project.ts';\nexport const flow = true;\n",
  'packages/codegen/src/source/project.ts': "import 'ts-morph';\n",
  'packages/codegen/src/commands/run.ts': "import '../flow.ts';\nexport const run = true;\n",
  'packages/client/src/index.ts': "export { toolName } from '@btcp/core';\n",
  'packages/testing/src/index.ts': "import 'happy-dom';\nexport { toolName } from '@btcp/client';\n",
  'packages/cli/src/index.ts': "import 'node:fs';\nexport { toolName } from '@btcp/codegen';\n",
  'packages/vite/src/index.ts': "export { toolName } from '@btcp/codegen';\n",
  'packages/vite/src/flow.ts': 'export const flow = true;\n',
  'test/support/helper.ts': 'export const helper = true;\n',
};

const planted = (path: string, content: string, ...rules: string[]): PlantedFile => ({
  path,
  content: `${content}\n`,
  rules,
});

/** At least one violation of every rule, and what the rules must allow. */
export const PLANTED: readonly PlantedFile[] = [
  planted('packages/core/src/upward.ts', "import '@btcp/schema';", 'layer-core'),
  planted('packages/core/src/upward-type.ts', "export type { toolName } from '@btcp/schema';", 'layer-core'),
  planted(
    'packages/core/src/upward-later.ts',
    "export const later = () => import('@btcp/cli');",
    'layer-core',
  ),
  planted('packages/schema/src/upward.ts', "import '@btcp/client';", 'layer-schema'),
  planted('packages/codegen/src/upward.ts', "import '@btcp/cli';", 'layer-codegen'),
  planted('packages/client/src/upward.ts', "import '@btcp/schema/compile';", 'layer-client'),
  planted('packages/adapters/src/upward.ts', "import '@btcp/client';", 'layer-adapters'),
  planted('packages/testing/src/upward.ts', "import '@btcp/codegen';", 'layer-testing'),
  planted('packages/cli/src/upward.ts', "import '@btcp/vite';", 'layer-cli'),
  planted('packages/vite/src/upward.ts', "import '@btcp/cli';", 'layer-vite'),
  planted('packages/extras/src/index.ts', "import '@btcp/core';", 'layer-unknown'),
  planted('packages/core/src/upward.test.ts', "import '@btcp/codegen';\nimport 'node:fs';\nimport 'ajv';"),

  planted(
    'packages/core/src/by-path.ts',
    "import '../../schema/src/compile/index.ts';",
    'layer-core',
    'no-package-by-path',
  ),
  planted('packages/cli/src/by-path.ts', "import '../../core/src/tool-name.ts';", 'no-package-by-path'),
  planted('packages/cli/src/by-path.test.ts', "import '../../core/src/tool-name.ts';", 'no-package-by-path'),
  planted('packages/cli/src/by-name.ts', "import '@btcp/core';"),
  planted(
    'test/by-path.test.ts',
    "import '../packages/core/src/tool-name.ts';",
    'no-package-by-path-from-outside',
  ),
  planted(
    'examples/shop/by-path.ts',
    "import '../../packages/core/src/index.ts';",
    'no-package-by-path-from-outside',
  ),
  planted('test/by-name.test.ts', "import '@btcp/core';\nimport './support/helper.ts';"),
  planted('packages/cli/src/inside.ts', "import '@btcp/core/src/tool-name.ts';", 'no-unresolvable'),
  planted('packages/cli/src/missing.ts', "import './nothing-here.ts';", 'no-unresolvable'),

  planted('packages/schema/src/walk.ts', "import 'ajv';", 'ajv-only-as-cross-check'),
  planted(
    'packages/schema/src/cross-check/options.ts',
    "import type { Options } from 'ajv';\nexport type Own = Options;",
  ),
  planted('packages/schema/src/runtime/check.ts', "import 'ajv';", 'ajv-only-as-cross-check'),
  planted(
    'packages/schema/src/runtime/walk.ts',
    "import '../index.ts';",
    'runtime-stands-alone',
    'schema-runtime',
  ),
  planted(
    'packages/schema/src/format.ts',
    "import 'prettier';",
    'compilers-only-in-codegen',
    'no-undeclared-dependency',
  ),
  planted(
    'packages/cli/src/bundle.ts',
    "export const later = () => import('esbuild');",
    'compilers-only-in-codegen',
    'no-undeclared-dependency',
  ),
  planted('packages/codegen/src/source/to-infer.ts', "import '../infer/infer-output.ts';", 'codegen-source'),
  planted('packages/codegen/src/infer/downward.ts', "import '../source/project.ts';"),
  ...Object.entries(FOLDERS).flatMap(([name, folders]) => [
    ...folders
      .split(' ')
      .map((folder) =>
        planted(`packages/${name}/src/${folder}/upward.ts`, "import '../flow.ts';", ...rulesOf(name, folder)),
      ),
    planted(`packages/${name}/src/extras/index.ts`, "import '../flow.ts';", `${name}-folder-unknown`),
  ]),
  ...Object.entries(FOLDERS_ON_FILES).flatMap(([name, folders]) => [
    ...folders
      .split(' ')
      .flatMap((folder) => [
        planted(`packages/${name}/src/${folder}/files.ts`, "import '../index.ts';"),
        planted(
          `packages/${name}/src/${folder}/upward.ts`,
          "import '../extras/index.ts';",
          `${name}-${folder}`,
        ),
      ]),
    planted(`packages/${name}/src/extras/index.ts`, "import '../index.ts';", `${name}-folder-unknown`),
  ]),
  planted('packages/codegen/src/upwards.ts', "import './commands/run.ts';", 'codegen-commands-on-top'),
  planted(
    'packages/cli/src/commands/heavy.ts',
    "import '@btcp/schema';\nimport type {} from '@btcp/codegen';\nimport '@btcp/core';",
    'cli-commands-light',
  ),
  planted('packages/codegen/src/bundle.ts', "import 'esbuild';"),
  planted('packages/codegen/src/emit/emit-types.ts', "import 'ts-morph';", 'ts-morph-behind-source'),
  planted('packages/codegen/src/infer/infer-output.ts', "import 'ts-morph';"),
  planted(
    'packages/client/src/mock-dom.ts',
    "import 'happy-dom';",
    'happy-dom-only-in-testing',
    'no-undeclared-dependency',
  ),

  planted(
    'packages/adapters/src/call.ts',
    "import '@modelcontextprotocol/server';",
    'mcp-sdk-only-in-mcp-server',
  ),
  planted('packages/adapters/src/transports/mcp-server/serve.ts', "import '@modelcontextprotocol/server';"),
  planted(
    'packages/adapters/src/transports/webmcp/bind.ts',
    "import '../mcp-server/serve.ts';",
    'mcp-server-apart',
  ),
  planted('packages/adapters/src/transports/webmcp/read-file.ts', "import 'node:fs';", 'page-without-node'),
  planted(
    'packages/adapters/src/transports/standard-schema/read-file.ts',
    "import 'node:fs';",
    'page-without-node',
  ),

  planted('packages/core/src/read-file.ts', "import 'node:fs';", 'page-without-node'),
  planted('packages/client/src/read-file.ts', "import 'fs/promises';", 'page-without-node'),
  planted('packages/schema/src/runtime/read-file.ts', "import 'node:path';", 'page-without-node'),
  planted('packages/schema/src/read-file.ts', "import 'node:fs';"),
  planted(
    'packages/core/src/build-schema.ts',
    "import { Type } from '@sinclair/typebox';\nexport const cell = Type.String();",
    'core-only-types-of-typebox',
  ),
  planted(
    'packages/client/src/build-schema.ts',
    "import type { TSchema } from '@sinclair/typebox';\nexport type Own = TSchema;",
    'no-undeclared-dependency',
    'page-without-typebox',
  ),

  planted('packages/cli/src/uses-test.ts', "import './by-path.test.ts';", 'no-tests-or-programs-in-source'),
  planted(
    'packages/cli/src/uses-helper.ts',
    "import '../../../test/support/helper.ts';",
    'no-tests-or-programs-in-source',
  ),
  planted('packages/cli/src/undeclared.ts', "import 'nowhere-declared';", 'no-undeclared-dependency'),
  // A cycle is reported once, at one of its files.
  planted('packages/cli/src/hen.ts', "import { egg } from './egg.ts';\nexport const hen = () => egg;"),
  planted(
    'packages/cli/src/egg.ts',
    "import { hen } from './hen.ts';\nexport const egg = () => hen;",
    'no-circular',
  ),
  planted(
    'packages/client/src/horse.ts',
    "import { cart } from './cart.ts';\nexport const horse = () => cart;",
  ),
  planted(
    'packages/client/src/cart.ts',
    "import { horse } from './horse.ts';\nexport const cart = () => horse;",
    'no-circular-client',
  ),
  // Types load nothing.
  planted(
    'packages/client/src/bell.ts',
    "import type { Tower } from './tower.ts';\nexport const bell: Tower[] = [];",
  ),
  planted(
    'packages/client/src/tower.ts',
    "import { bell } from './bell.ts';\nexport type Tower = typeof bell;",
  ),
];

/** The rules that an import of a package's flow breaks. The runtime may import nothing else at all. */
function rulesOf(name: string, folder: string): readonly string[] {
  return [...(folder === 'runtime' ? ['runtime-stands-alone'] : []), `${name}-${folder}`].sort();
}
