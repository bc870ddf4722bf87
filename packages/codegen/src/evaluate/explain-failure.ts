import type { Diagnostic } from '@btcp/core';
import { aliasHelp } from '../source/alias-help.ts';
import { isSchemaLibrary, TYPEBOX } from '../source/schema-libraries.ts';
import type { SourceProject } from '../source/source-project.ts';
import { ts } from '../source/ts.ts';
import type { EvaluationError } from './evaluation-protocol.ts';

/** The message and help for a thrown error. */
interface Explained extends Pick<Diagnostic, 'id' | 'message' | 'help'> {
  /** The import at fault, if any. */
  readonly specifier?: string;
}

/** An error thrown while schemas were evaluated, and the author's expression that threw it. */
interface Failure {
  readonly project: SourceProject;
  readonly error: EvaluationError;
  /** The root of the expression and the whole: `window` and `window.innerWidth`. */
  readonly root: ts.Expression | undefined;
  readonly chain: ts.Expression | undefined;
  /** The import that could not be loaded, if any. */
  readonly missing: MissingImport | undefined;
}

interface MissingImport {
  readonly specifier: string;
  readonly reason: string;
}

/** Help for schemas that use code the build cannot run. */
export const SPLIT_HELP =
  'Move what the schemas need into a module of its own, or into `execute`, which the build never runs.';

function explainMissing({ missing, project }: Failure): Explained | undefined {
  if (!missing) return undefined;
  const { specifier, reason } = missing;
  const id = 'schema-needs-import';
  if (specifier === TYPEBOX || specifier.startsWith(`${TYPEBOX}/`)) {
    const message = `The package \`${TYPEBOX}\`, which the schemas are written with, cannot be loaded.`;
    return { id, message, help: `${INSTALL}.` };
  }
  const needed = `The schemas need the import \`${specifier}\``;
  const alias = aliasHelp(specifier, project);
  if (alias !== undefined) {
    const why = project.options.paths
      ? alias.startsWith('Write')
        ? 'it lacks its extension'
        : 'no entry of `paths` in the tsconfig leads to it'
      : 'the tsconfig has no `paths` that says where it is';
    return { id, message: `${needed}, and ${why}.`, help: alias };
  }
  const remedy = specifier.startsWith('.') ? 'Correct the path' : 'Install the package';
  return {
    id,
    message: `${needed}, which cannot be loaded: ${reason}.`,
    help: `${remedy}, or keep it out of what the schemas use. ${SPLIT_HELP}`,
  };
}

/** Known mistakes, the most specific first. */
const MEANINGS: readonly ((failure: Failure) => Explained | undefined)[] = [
  explainMissing,
  ({ error: { network } }) =>
    network === undefined
      ? undefined
      : {
          id: 'schema-needs-network',
          message: `The schemas need the network (\`${network}\`), which they are read without: the same source gives the same schemas.`,
          help: `Write what it gives as a constant, or generate a file that the schemas import. ${SPLIT_HELP}`,
        },
  ({ error: { message }, root, project }) => {
    const [, name] = /^Cannot access '(.*)' before initialization$/.exec(message) ?? [];
    if (name === undefined || !root) return undefined;
    const { fileName } = root.getSourceFile();
    const specifier = project.outlineOf(fileName)?.imports.get(name)?.specifier;
    // Only a cycle evaluates an importing module before what it imports.
    return specifier !== undefined
      ? {
          id: 'schema-circular-import',
          message: `\`${name}\` has no value yet: the import of \`${specifier}\` leads back to \`${project.relative(fileName)}\`.`,
          help: 'Move what both need into a module of its own, which imports neither.',
        }
      : {
          id: 'schema-throws',
          message: `\`${name}\` has no value yet: it is declared below.`,
          help: 'Move its declaration above what uses it.',
        };
  },
  ({ chain, root }) => {
    if (!chain || !root || !ts.isMetaProperty(root)) return undefined;
    return {
      id: 'schema-needs-global',
      message: `\`${shown(chain)}\` stands in a schema, and it is a bundler that gives it a value: the build reads schemas without one.`,
      help: `Leave it out: ${inExecute(shown(chain))}`,
    };
  },
  ({ error: { message }, root, project }) => {
    const [, read] = /^Cannot read properties of undefined \(reading '(.*)'\)$/.exec(message) ?? [];
    // The name itself is undefined, not one of its members.
    const isIt = root && ts.isPropertyAccessExpression(root.parent) && root.parent.name.text === read;
    if (!isIt || !ts.isIdentifier(root)) return undefined;
    const { fileName } = root.getSourceFile();
    const origin = project.outlineOf(fileName)?.imports.get(root.text);
    if (!origin || origin.name === '*' || project.resolve(origin.specifier, fileName)?.isSource)
      return undefined;
    const missing = origin.name === 'default' ? 'no default export' : `no export \`${origin.name}\``;
    return {
      id: 'schema-needs-export',
      message: `\`${root.text}\` is undefined: \`${origin.specifier}\` has ${missing}.`,
      help: origin.specifier === TYPEBOX ? `Write \`${IMPORT}\`.` : 'Import a name that it exports.',
      specifier: origin.specifier,
    };
  },
  ({ error: { message }, root }) => {
    const name = undefinedName(message);
    const specifier = name === undefined ? undefined : root && typeImportOf(root.getSourceFile(), name);
    const id = 'schema-needs-import';
    if (specifier !== undefined)
      return {
        id,
        message: `\`${name}\` is imported as a type only, and the schemas need its value.`,
        help: `Leave \`type\` out: \`import { ${name} } from '${specifier}'\`.`,
        specifier,
      };
    return name === 'Type'
      ? { id, message: `\`${name}\` is not imported.`, help: `Write \`${IMPORT}\`.` }
      : undefined;
  },
  ({ error: { message }, chain, root }) => {
    const name = undefinedName(message);
    if (name === undefined) return undefined;
    const written = chain && root?.getText() === name ? shown(chain) : name;
    return {
      id: 'schema-needs-global',
      message: `The schemas need \`${written}\`, and \`${name}\` is not declared or imported here, and no global of Node, where the build reads them.`,
      help: `Correct the name; or, if the page has it, leave it out: ${inExecute(written)}`,
    };
  },
  ({ error: { message }, project, chain }) => {
    const [, builder, method = ''] = /^(\w+\.\w+)\(\.\.\.\)\.(\w+) is not a function$/.exec(message) ?? [];
    if (builder === undefined) return undefined;
    const imported = project.outlineOf(chain?.getSourceFile().fileName ?? '')?.imports;
    if (isSchemaLibrary(imported?.get(builder.split('.')[0] ?? '')?.specifier ?? ''))
      return {
        id: 'schema-throws',
        message: `\`${builder}(…)\` has no method \`${method}\`.`,
        help: CORRECT_NAME,
      };
    const instead = /^(?:optional|nullish)$/.test(method)
      ? `Wrap it: \`Type.Optional(${builder}(…))\``
      : `Write it as an option, for example \`${builder}({ description: '…' })\``;
    return {
      id: 'schema-throws',
      message: `\`${builder}(…)\` has no method \`${method}\`.`,
      help: `${instead}: schemas of TypeBox are plain objects.`,
    };
  },
  ({ error: { message } }) =>
    message.startsWith('`execute` is a handler')
      ? {
          id: 'schema-throws',
          message: `${message}, and the schemas need what it returns.`,
          help: 'Give a function that makes schemas another name.',
        }
      : undefined,
  ({ error: { message } }) => {
    const [name] = /^[\w.]+(?= is not a function$)/.exec(message) ?? [];
    if (name === undefined) return undefined;
    return { id: 'schema-throws', message: `\`${name}\` is not a function.`, help: CORRECT_NAME };
  },
];

const CORRECT_NAME = 'Correct the name; `tsc --noEmit` shows the same mistake.';

const inExecute = (written: string): string =>
  `a schema is published once and for every page, so write a constant, and use \`${written}\` in \`execute\`.`;

/**
 * Explains an error that was thrown while schemas were evaluated.
 *
 * @param node - The node that threw it, if known.
 */
export function explainFailure(
  project: SourceProject,
  error: EvaluationError,
  node: ts.Node | undefined,
): Explained {
  const chain = node && ts.isExpression(node) ? node : undefined;
  const root = chain && rootOf(chain);
  const { missingImport: specifier, message: reason } = error;
  const missing = specifier === undefined ? undefined : { specifier, reason };
  const failure = { project, error, chain, root, missing };
  for (const meaning of MEANINGS) {
    const explained = meaning(failure);
    if (explained) return explained;
  }
  return {
    id: 'schema-throws',
    message: `Reading the schemas threw: ${error.message}`,
    help: `The code at this place runs while the schemas are read. ${SPLIT_HELP}`,
  };
}

const undefinedName = (message: string): string | undefined =>
  /^(?:ReferenceError: )?(\S+) is not defined$/.exec(message)?.[1];

/** Returns the whole of `window.innerWidth` for either name in it, and other nodes unchanged. */
export function accessAround(node: ts.Node): ts.Node {
  let chain = node;
  while (ts.isPropertyAccessExpression(chain.parent)) chain = chain.parent;
  if (!ts.isPropertyAccessExpression(chain)) return node;
  const root = rootOf(chain);
  return ts.isIdentifier(root) || ts.isMetaProperty(root) ? chain : node;
}

function rootOf(chain: ts.Expression): ts.Expression {
  let root = chain;
  while (ts.isPropertyAccessExpression(root)) root = root.expression;
  return root;
}

const shown = (chain: ts.Expression): string => chain.getText().replace(/\s+/g, '');

/** Returns the specifier of a type-only import of a name. */
function typeImportOf(file: ts.SourceFile, name: string): string | undefined {
  for (const { moduleSpecifier, importClause } of file.statements.filter(ts.isImportDeclaration)) {
    const bindings = importClause?.namedBindings;
    const elements = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
    const element = elements.find((each) => each.name.text === name);
    const isType = importClause?.isTypeOnly === true || element?.isTypeOnly === true;
    if (element && isType && ts.isStringLiteral(moduleSpecifier)) return moduleSpecifier.text;
  }
  return undefined;
}

/** How to install it, for `help`. */
const INSTALL: string = `Run \`npm install ${TYPEBOX}@0.34\``;
const IMPORT: string = `import { Type } from '${TYPEBOX}'`;
