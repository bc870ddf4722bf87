/**
 * Who may import whom. A package sees only the packages of its row, by their names; what a page loads sees neither
 * Node nor a compiler. test/boundaries plants a violation of every rule.
 */

/** For each package, the packages it may import. */
const LAYERS = {
  core: [],
  schema: ['core'],
  codegen: ['core', 'schema'],
  client: ['core'],
  adapters: ['core', 'schema'],
  testing: ['core', 'schema', 'client'],
  cli: ['core', 'schema', 'codegen', 'client', 'adapters', 'testing'],
  vite: ['core', 'codegen'],
};

/**
 * The folders of a package, from the lowest: each may import those before it. The files beside them are the package's flow,
 * which uses all of these.
 */
const FOLDERS = {
  schema: 'runtime model pattern compile relate meta check compare cross-check guests',
  adapters: 'names lower profile targets calls export import explain transports',
  vite: 'strip',
  codegen: 'system cache source config discover print evaluate infer check write emit pool edit fix',
};

/** The same of packages whose folders also stand on the files beside them, which the entry and the base share. */
const FOLDERS_ON_FILES = {
  core: 'capabilities config content failures isolated',
  client:
    'forms consent-dialog consent content context-members isolated signature registration late react app',
  testing: 'fakes fast-check vitest',
  cli: 'completion explain help host system report run stats budget skills call diff programs import serve build check export eval sign conform publish verify init commands',
};

/** Libraries that only one place may import. */
const CONFINED = [
  {
    name: 'ajv-only-as-cross-check',
    libraries: 'ajv|ajv-formats',
    place: 'packages/schema/src/(?:cross-check/|compile/find-schema-issues)',
  },
  {
    name: 'compilers-only-in-codegen',
    libraries: 'ts-morph|esbuild|prettier|typescript',
    place: 'packages/codegen/',
  },
  {
    name: 'mcp-sdk-only-in-mcp-server',
    libraries: '@modelcontextprotocol/server',
    place: 'packages/adapters/src/transports/mcp-server/',
  },
  { name: 'happy-dom-only-in-testing', libraries: 'happy-dom', place: 'packages/testing/' },
];

const TEST = '[.]test(-d)?[.]ts$';
const SOURCE = '^packages/[^/]+/src/';
// An import by a relative path; one by a package's name is also "aliased".
const BY_PATH = { dependencyTypes: ['local'], dependencyTypesNot: ['aliased'] };
// What a page loads.
const PAGE =
  '^packages/(core/src|client/src(?!/isolated/node/)|schema/src/runtime|adapters/src/transports/(webmcp|standard-schema))/';

const library = (names) => `(^|/)node_modules/(${names})/`;

/** What stands for TypeBox in Node, and names it through `imports` of its package.json, past any alias. */
const NODE_TYPEBOX = '^packages/core/src/typebox[.]ts$';

/** What scripts/bundle-package.ts bundles with TypeBox, and with the API of TypeScript 7. */
const BUNDLED = '^packages/codegen/src/(?:evaluate/child/external-modules|source/types/typescript)[.]ts$';

/** What scripts/bundle-engine.ts bundles with all that it imports. */
const ENGINE = '^packages/client/src/isolated/engine/';

// The top layer may import every package, so it needs no rule.
const layers = Object.entries(LAYERS)
  .filter(([, below]) => below.length < Object.keys(LAYERS).length - 1)
  .map(([name, below]) => ({
    name: `layer-${name}`,
    comment: `@btcp/${name} may import ${below.map((each) => `@btcp/${each}`).join(', ') || 'no other package'}.`,
    severity: 'error',
    from: { path: `^packages/${name}/src/`, pathNot: TEST },
    to: { path: '^packages/', pathNot: `^packages/(${[name, ...below].join('|')})/` },
  }));

const confined = CONFINED.map(({ name, libraries, place }) => ({
  name,
  comment: `Only ${place} may import ${libraries}.`,
  severity: 'error',
  from: { path: SOURCE, pathNot: [TEST, `^${place}`] },
  to: { path: library(libraries) },
}));

const CLIENT = '^packages/client/src/';
const CODEGEN = '^packages/codegen/src/';
const folders = Object.entries({ ...FOLDERS, ...FOLDERS_ON_FILES }).flatMap(([name, list]) => {
  const source = `^packages/${name}/src/`;
  const order = list.split(' ');
  const files = name in FOLDERS_ON_FILES ? [`${source}[^/]+$`] : [];
  const below = order.map((folder, index) => ({
    name: `${name}-${folder}`,
    comment: `${folder} may import ${order.slice(0, index).join(', ') || 'no other folder'}.`,
    severity: 'error',
    from: { path: `${source}${folder}/`, pathNot: TEST },
    to: { path: source, pathNot: [`${source}(${order.slice(0, index + 1).join('|')})/`, ...files] },
  }));
  const unknown = {
    name: `${name}-folder-unknown`,
    comment: `Every folder of ${name} has its place: add this one to FOLDERS.`,
    severity: 'error',
    from: { path: `${source}[^/]+/`, pathNot: `${source}(${order.join('|')}|commands)/` },
    to: {},
  };
  return [...below, unknown];
});

export default {
  forbidden: [
    ...layers,
    ...folders,
    {
      name: 'codegen-commands-on-top',
      comment: 'Commands use the flow of a build; nothing but the entries may import them.',
      severity: 'error',
      from: { path: CODEGEN, pathNot: [TEST, `${CODEGEN}(commands/|(?:index|internal)[.]ts$)`] },
      to: { path: `${CODEGEN}commands/` },
    },
    {
      name: 'cli-commands-light',
      comment: 'All of them are loaded for `--help`: what runs a command is imported by its `load`.',
      severity: 'error',
      from: { path: '^packages/cli/src/commands/' },
      to: {
        path: '^packages/',
        pathNot: ['^packages/(cli|core)/src/', '^packages/adapters/src/targets/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'layer-unknown',
      comment: 'Every package has its place: add this one to LAYERS.',
      severity: 'error',
      from: { path: '^packages/', pathNot: `^packages/(${Object.keys(LAYERS).join('|')})/` },
      to: {},
    },
    {
      name: 'runtime-stands-alone',
      comment: 'Emitted validators import this runtime into pages: it may import only itself and @btcp/core.',
      severity: 'error',
      from: { path: '^packages/schema/src/runtime/', pathNot: TEST },
      to: { path: '^packages/', pathNot: '^packages/(core|schema/src/runtime)/' },
    },
    ...confined,
    {
      name: 'ts-morph-behind-source',
      comment: 'codegen reads TypeScript through src/source; only inference looks deeper.',
      severity: 'error',
      from: { path: '^packages/codegen/src/', pathNot: [TEST, '^packages/codegen/src/(source|infer)/'] },
      to: { path: library('ts-morph|typescript') },
    },
    {
      name: 'mcp-server-apart',
      comment: 'It needs the MCP SDK, which need not be installed: only its subpath leads there.',
      severity: 'error',
      from: { path: '^packages/adapters/src/(?!transports/mcp-server/)', pathNot: TEST },
      to: { path: '^packages/adapters/src/transports/mcp-server/' },
    },
    {
      name: 'page-without-node',
      comment: 'This code runs in pages, where Node is not.',
      severity: 'error',
      from: { path: PAGE, pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'page-without-typebox',
      comment: 'TypeBox costs a page 50 ms at start: only its types, and only in @btcp/core.',
      severity: 'error',
      from: { path: PAGE, pathNot: [TEST, '^packages/core/'] },
      to: { path: library('@sinclair/typebox') },
    },
    {
      name: 'core-only-types-of-typebox',
      comment: 'TypeBox costs a page 50 ms at start: import its types, not its builder.',
      severity: 'error',
      from: { path: '^packages/core/src/', pathNot: [TEST, NODE_TYPEBOX] },
      to: { path: library('@sinclair/typebox'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-package-by-path',
      comment: 'Import another package by its name, so that its exports stay its surface.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^packages/', pathNot: '^packages/$1/', ...BY_PATH },
    },
    {
      name: 'no-package-by-path-from-outside',
      comment: 'Import a package by its name, so that its exports stay its surface.',
      severity: 'error',
      from: { pathNot: '^packages/' },
      to: { path: '^packages/', ...BY_PATH },
    },
    {
      name: 'no-tests-or-programs-in-source',
      comment: 'What is published must not import tests, examples or scripts.',
      severity: 'error',
      from: { path: SOURCE, pathNot: TEST },
      to: { path: [`^packages/.*${TEST}`, '^(test|examples|scripts)/'] },
    },
    {
      name: 'no-undeclared-dependency',
      comment:
        "Add it to the package's own package.json: the workspace's root is not there for those who install it.",
      severity: 'error',
      from: { path: SOURCE, pathNot: [TEST, NODE_TYPEBOX, BUNDLED, ENGINE] },
      // An optional peer is declared, and yet also `npm-no-pkg`.
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
    },
    {
      name: 'no-unresolvable',
      comment: 'There is no such file, package, or entry in its exports.',
      severity: 'error',
      from: {},
      // A package of types alone.
      to: { couldNotResolve: true, pathNot: '^webmcp-types$' },
    },
    {
      name: 'no-circular',
      comment: 'Move what both need into a file of its own.',
      severity: 'error',
      from: { pathNot: CLIENT },
      to: { circular: true },
    },
    {
      name: 'no-circular-client',
      comment: 'What a page loads later gets values from the client, and imports only their types.',
      severity: 'error',
      from: { path: CLIENT },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '^packages/[^/]+/dist/|/(fixtures|[.]tmp)/' },
    tsPreCompilationDeps: true,
    parser: 'tsc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@btcp/source', 'import', 'types', 'node', 'default'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
