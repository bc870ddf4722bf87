import { aliasHelp } from '../source/alias-help.ts';
import type { ImportedBinding } from '../source/module-outline.ts';
import { TYPEBOX } from '../source/schema-libraries.ts';
import type { SourceProject } from '../source/source-project.ts';
import { ts } from '../source/ts.ts';
import type { EvaluationError } from './evaluation-protocol.ts';

/** What a thrown error means; `specifier` is the import at fault, if any. */
type Explained = readonly [id: string, message: string, help: string, specifier?: string];

interface Failure {
  readonly project: SourceProject;
  /** The file of the expression that threw it. */
  readonly file: ts.SourceFile | undefined;
  readonly imports: ReadonlyMap<string, ImportedBinding>;
  /** The root of the expression and the whole: `window` and `window.innerWidth`. */
  readonly root: ts.Expression | undefined;
  readonly chain: ts.Expression | undefined;
}

/** Help for schemas that use code the build cannot run. */
export const SPLIT_HELP =
  'Move what the schemas need into a module of its own, or into `execute`, which the build never runs.';
const CORRECT_NAME =
  'Correct the name; `tsc --noEmit` shows the same mistake. Schemas of TypeBox have no methods: write `Type.Optional(…)` around one, and what limits it as its options.';
const ZOD_4 =
  "Zod 3 lacks what Zod 4 added, such as `z.int`: write `import { z } from 'zod/v4'` with Zod 3.25, or install Zod 4. Else correct the name; `tsc --noEmit` shows the same mistake.";
const importOf = (name: string, specifier: string): string =>
  `Write \`import { ${name} } from '${specifier}'\`.`;
const IMPORT = importOf('Type', TYPEBOX);

/** Where names are that are looked for in `@btcp/core`. */
const HOMES: ReadonlyMap<string, string> = new Map([
  ['Type', TYPEBOX],
  ['z', 'zod'],
  ...['media', 'link', 'page'].map((name) => [name, '@btcp/core/content'] as const),
]);

const isType = (node: ts.Node): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);

const inExecute = (written: string): string =>
  `a schema is published once and for every page, so write a constant, and use \`${written}\` in \`execute\`.`;

type Meaning = (failure: Failure, name: string, other: string) => Explained | undefined;

/** Known mistakes by the message of their error, the most specific first. */
const MEANINGS: readonly (readonly [thrown: RegExp, meaning: Meaning])[] = [
  [
    /^Cannot access '(.*)' before initialization$/,
    ({ imports, file, project }, name) => {
      const { specifier } = imports.get(name) ?? {};
      // Only a cycle evaluates an importing module before what it imports.
      if (file && specifier !== undefined)
        return [
          'schema-circular-import',
          `\`${name}\` has no value yet: the import of \`${specifier}\` leads back to \`${project.relative(file.fileName)}\`.`,
          'Move what both need into a module of its own, which imports neither.',
        ];
      const help = 'Move its declaration above what uses it.';
      return file && ['schema-throws', `\`${name}\` has no value yet: it is declared below.`, help];
    },
  ],
  [
    /^/,
    ({ root, chain }) => {
      if (!chain || !root || !ts.isMetaProperty(root)) return undefined;
      return [
        'schema-needs-global',
        `\`${shown(chain)}\` stands in a schema, and it is a bundler that gives it a value: the build reads schemas without one.`,
        `Leave it out: ${inExecute(shown(chain))}`,
      ];
    },
  ],
  [
    /^Cannot read properties of undefined \(reading '(.*)'\)$/,
    ({ imports, file, project, root }, read) => {
      // The name itself is undefined, not one of its members.
      const isIt = root && ts.isPropertyAccessExpression(root.parent) && root.parent.name.text === read;
      const origin = isIt && imports.get(root.getText());
      if (!file || !origin || origin.name === '*') return undefined;
      const { name, specifier } = origin;
      const elsewhere = explainElsewhere(root.getText(), origin);
      if (elsewhere || project.resolve(specifier, file.fileName)?.isSource) return elsewhere;
      const missing = name === 'default' ? 'no default export' : `no export \`${name}\``;
      const help = specifier === TYPEBOX ? IMPORT : 'Import a name that it exports.';
      const message = `\`${root.getText()}\` is undefined: \`${specifier}\` has ${missing}.`;
      return ['schema-needs-export', message, help, specifier];
    },
  ],
  [
    /^(?:ReferenceError: )?(\S+) is not defined$/,
    ({ file, root, chain }, name) => {
      const specifier = file && typeImportOf(file, name);
      if (specifier !== undefined)
        return [
          'schema-needs-import',
          `\`${name}\` is imported as a type only, and the schemas need its value.`,
          `Leave \`type\` out: \`import { ${name} } from '${specifier}'\`.`,
          specifier,
        ];
      if (name === 'Type') return ['schema-needs-import', `\`${name}\` is not imported.`, IMPORT];
      if (file?.statements.some((each) => isType(each) && each.name.text === name))
        return [
          'schema-needs-global',
          `\`${name}\` is a type, and a schema is a value, which calls are checked against when there are no types any more.`,
          'Write the schema, such as `Type.Object({ … })`, and take the type from it: `Static<typeof schema>`.',
        ];
      if (name === 'require') return explainRequire(root);
      const written = chain && root?.getText() === name ? shown(chain) : name;
      return [
        'schema-needs-global',
        `The schemas need \`${written}\`, and \`${name}\` is not declared or imported here, and no global of Node, where the build reads them.`,
        `Correct the name; or, if the page has it, leave it out: ${inExecute(written)}`,
      ];
    },
  ],
  [
    /^([\w.()]+) is not a function$/,
    ({ imports }, name) =>
      explainElsewhere(name, imports.get(name)) ?? [
        'schema-throws',
        `\`${name}\` is not a function.`,
        imports.get(name.split('.', 1)[0] ?? '')?.specifier === 'zod' ? ZOD_4 : CORRECT_NAME,
      ],
  ],
  [
    /^([^]*)/,
    (_, message) => [
      'schema-throws',
      // Zod's messages are JSON on many lines.
      `Reading the schemas threw: ${message.replace(/\s+/g, ' ')}`,
      `The code at this place runs while the schemas are read. ${SPLIT_HELP}`,
    ],
  ],
];

/** Explains that another module has what is imported from `@btcp/core`. */
function explainElsewhere(local: string, origin: ImportedBinding | undefined): Explained | undefined {
  const home = origin?.specifier === '@btcp/core' ? HOMES.get(origin.name) : undefined;
  if (!origin || home === undefined) return undefined;
  const message = `\`${local}\` is undefined: \`@btcp/core\` has no export \`${origin.name}\`.`;
  return ['schema-needs-export', message, importOf(origin.name, home), origin.specifier];
}

function explainRequire(name: ts.Expression | undefined): Explained {
  const call = name?.parent;
  const [specifier] = call && ts.isCallExpression(call) ? call.arguments : [];
  return [
    'schema-needs-global',
    'The schemas need `require`, which modules of CommonJS have; tools are ES modules.',
    `Import it at the top instead: \`import { … } from ${specifier?.getText() ?? "'…'"}\`.`,
  ];
}

/**
 * Explains an error that was thrown while schemas were evaluated.
 *
 * @param node - The node that threw it, if known.
 */
export function explainFailure(
  project: SourceProject,
  { message, missingImport, network }: EvaluationError,
  node: ts.Node | undefined,
): Explained {
  if (missingImport !== undefined) return explainMissing(project, missingImport, message);
  if (network !== undefined)
    return [
      'schema-needs-network',
      `The schemas need the network (\`${network}\`), which they are read without: the same source gives the same schemas.`,
      `Write what it gives as a constant, or generate a file that the schemas import. ${SPLIT_HELP}`,
    ];
  const chain = node && ts.isExpression(node) ? node : undefined;
  const file = chain?.getSourceFile();
  const imports = (file && project.outlineOf(file.fileName)?.imports) ?? new Map();
  const failure: Failure = { project, file, imports, chain, root: chain && rootOf(chain) };
  for (const [thrown, meaning] of MEANINGS) {
    const [match, name = '', other = ''] = thrown.exec(message) ?? [];
    const explained = match === undefined ? undefined : meaning(failure, name, other);
    if (explained) return explained;
  }
  throw new Error('The last of the meanings fits every error');
}

function explainMissing(project: SourceProject, specifier: string, reason: string): Explained {
  const id = 'schema-needs-import';
  if (specifier === TYPEBOX || specifier.startsWith(`${TYPEBOX}/`)) {
    const message = `The package \`${TYPEBOX}\`, which the schemas are written with, cannot be loaded.`;
    return [id, message, `Run \`npm install ${TYPEBOX}@0.34\`.`];
  }
  const needed = `The schemas need the import \`${specifier}\``;
  const alias = aliasHelp(specifier, project);
  if (alias !== undefined) {
    const led = alias.startsWith('Write')
      ? 'it lacks its extension'
      : 'no entry of `paths` in the tsconfig leads to it';
    const why = project.options.paths ? led : 'the tsconfig has no `paths` that says where it is';
    return [id, `${needed}, and ${why}.`, alias];
  }
  const remedy = specifier.startsWith('.') ? 'Correct the path' : 'Install the package';
  const help = `${remedy}, or keep it out of what the schemas use. ${SPLIT_HELP}`;
  return [id, `${needed}, which cannot be loaded: ${reason}.`, help];
}

/** Returns the whole of `window.innerWidth` for either name in it, and other nodes unchanged. */
export function accessAround(node: ts.Node): ts.Node {
  let chain = node;
  while (ts.isPropertyAccessExpression(chain.parent)) chain = chain.parent;
  if (!ts.isPropertyAccessExpression(chain)) return node;
  const root = rootOf(chain);
  return ts.isIdentifier(root) || ts.isMetaProperty(root) ? chain : node;
}

function rootOf(chain: ts.Expression): ts.Expression {
  return ts.isPropertyAccessExpression(chain) ? rootOf(chain.expression) : chain;
}

const shown = (chain: ts.Expression): string => chain.getText().replace(/\s+/g, '');

/** Returns the specifier of the import of a name that has no value: one of a type only. */
function typeImportOf({ statements }: ts.SourceFile, name: string): string | undefined {
  for (const { moduleSpecifier, importClause } of statements.filter(ts.isImportDeclaration)) {
    const bindings = importClause?.namedBindings;
    const elements = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
    if (elements.some((each) => each.name.text === name) && ts.isStringLiteral(moduleSpecifier))
      return moduleSpecifier.text;
  }
  return undefined;
}
