import type { DiscoveredTool } from '../../discover/discovered-tool.ts';
import { unwrap } from '../../source/nodes.ts';
import type { Binding } from '../../source/bindings.ts';
import { boundNames, type ModuleOutline } from '../../source/module-outline.ts';
import { BUILDERS, isOurs } from '../../source/schema-libraries.ts';
import type { SourceProject } from '../../source/source-project.ts';
import { ts } from '../../source/ts.ts';
import { isHandler } from './handlers.ts';
import { type ExternalBinding, ModuleGraph, type Unit } from './module-graph.ts';
import { isOfSchemas, isTypeOnly } from './side-effects.ts';

/** Globals of the language; others belong to a page or a process. */
const BUILT_IN: ReadonlySet<string> = new Set(
  `AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError
  FinalizationRegistry Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON
  Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String
  Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet
  clearTimeout console decodeURI decodeURIComponent encodeURI encodeURIComponent isFinite isNaN parseFloat
  parseInt queueMicrotask setTimeout structuredClone TextDecoder TextEncoder URL URLSearchParams undefined arguments`.split(
    /\s+/,
  ),
);

/** Members of `import.meta` that Node does not have. */
const OF_BUNDLERS: ReadonlySet<string> = new Set(['env', 'glob', 'hot']);

/**
 * Reads the modules that tools import transitively.
 *
 * @param tools - All tools, including those that are not evaluated.
 */
export function readModules(project: SourceProject, tools: readonly DiscoveredTool[]): ModuleGraph {
  const graph = new ModuleGraph(project, tools);
  for (const unit of graph.units) findUses(unit, graph);
  return graph;
}

/**
 * Finds what a statement mentions anywhere, even in code that does not run, but not in handlers. Over-approximates shadowed
 * names: more code runs, or is reported.
 */
function findUses(unit: Unit, graph: ModuleGraph): void {
  const { path } = unit;
  const { bindings } = graph.project;
  const outline = graph.project.outlineOf(path) as ModuleOutline;
  /** In words, by the name of the global or package. */
  const foreign = new Map<string, string>();
  /** Names that the statement declares in any scope. */
  const locals = new Set<string>();
  visit(unit.node);
  for (const name of locals) foreign.delete(name);
  [unit.foreign] = foreign.values();

  function visit(node: ts.Node): void {
    if (isTypeOnly(node) || ts.isMetaProperty(node) || isHandler(node, outline)) return;
    if (ts.isIdentifier(node)) return void (isReference(node) && mention(node, node.text));
    if (ts.isPropertyAccessExpression(node)) {
      const { expression, name } = node;
      if (ts.isIdentifier(expression)) return mention(node, expression.text, name.text);
      if (ts.isMetaProperty(expression) && OF_BUNDLERS.has(name.text))
        foreign.set(name.text, `\`import.meta.${name.text}\`, which only a bundler gives`);
    }
    const asked = ts.isTypeOfExpression(node) && unwrap(node.expression);
    if (asked && ts.isIdentifier(asked) && !bindings.ofName(path, asked.text)) return;
    if (graph.numbers.has(node)) return visit((node as ts.CallExpression).arguments[0] as ts.Expression);
    // JSX has no value without a renderer or bundler.
    if (ts.isJsxOpeningLikeElement(node) || ts.isJsxFragment(node)) mention(node, 'JSX');
    // `import('…')` is not followed, so that a statement with it does not run unless the schemas need it.
    if (node.kind === ts.SyntaxKind.ImportKeyword) mention(node, 'import');
    for (const name of declaredBy(node)) locals.add(name);
    ts.forEachChild(node, visit);
  }

  /** @param node - The name, or the access to a member of it. */
  function mention(node: ts.Node, name: string, member?: string): void {
    const imported = outline.imports.get(name);
    const binding = bindings.ofName(path, name);
    if (imported) unit.imports.add(name);
    // A builder changes nothing that other schemas have, nor does a test for a library's error.
    const isTested = isTestedClass(node) && imported !== undefined && isOurs(imported.specifier);
    if (binding?.kind === 'external' && (isTested || isBuilder(node, outline)))
      return addExternal(binding, member);
    if (binding) return use(binding, member);
    if (imported) unit.missing.push({ path, ...imported });
    else if (name === 'globalThis') unit.uses.add(graph.globals);
    else if (!BUILT_IN.has(name) && `${name}.${member}` !== 'process.env')
      foreign.set(name, `\`${name}\`, which only a page or a process has`);
    else if (member === 'prototype') unit.uses.add(graph.schemaMaking);
  }

  function use(binding: Binding, member?: string, whole: Set<string> = new Set()): void {
    if (binding.kind === 'own')
      return graph.declaring(binding.path, binding.name).forEach((each) => unit.uses.add(each));
    if (binding.kind === 'external') return useExternal(binding, member);
    const exported = member === undefined ? undefined : bindings.ofExport(binding.path, member);
    if (exported) return use(exported);
    if (whole.has(binding.path)) return;
    whole.add(binding.path);
    for (const [, each] of bindings.allOf(binding.path)) use(each, undefined, whole);
  }

  function useExternal(binding: ExternalBinding, member: string | undefined): void {
    const { specifier } = binding;
    addExternal(binding, member);
    if (isOurs(specifier)) unit.uses.add(graph.schemaMaking);
    else if (!specifier.endsWith('.json'))
      foreign.set(`package ${specifier}`, `the package \`${specifier}\``);
  }

  function addExternal(binding: ExternalBinding, member: string | undefined): void {
    unit.externals.push(binding);
    if (binding.name === '*' && member !== undefined) unit.externals.push({ ...binding, name: member });
  }
}

function isTestedClass({ parent }: ts.Node): boolean {
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword;
}

/** Whether a name only builds a schema, or is that of a constant: `object(…)`, `z.coerce.date()`, `z.ZodIssueCode.custom`. */
function isBuilder(node: ts.Node, outline: ModuleOutline): boolean {
  const { parent } = node;
  if (ts.isCallExpression(parent)) return parent.expression === node && isOfSchemas(outline, parent);
  if (!ts.isPropertyAccessExpression(parent) || !isOfSchemas(outline, parent)) return false;
  const user = parent.parent;
  if (ts.isCallExpression(user) && user.expression === parent)
    return ts.isPropertyAccessExpression(node) && BUILDERS.has(node.name.text);
  return ts.isPropertyAssignment(user);
}

// The name of a member, of a declaration or of a label is not the name of a value.
function isReference(node: ts.Identifier): boolean {
  const parent = node.parent as ts.Node & { readonly name?: ts.Node; readonly propertyName?: ts.Node };
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  return !(
    parent.name === node ||
    parent.propertyName === node ||
    ts.isLabeledStatement(parent) ||
    ts.isBreakOrContinueStatement(parent)
  );
}

function declaredBy(node: ts.Node): readonly string[] {
  if (ts.isVariableDeclaration(node) || ts.isParameter(node)) return boundNames(node.name);
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassLike(node) ||
    ts.isEnumMember(node);
  return isNamed && node.name ? [node.name.getText()] : [];
}
