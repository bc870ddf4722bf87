import { ts } from '../source/ts.ts';
import { bindingId, localDeclaration, type Binding, type Bindings } from '../source/bindings.ts';
import { boundNames } from '../source/module-outline.ts';
import { BUILT_IN, isImportCall, isOurs } from './call-origin.ts';
import { changedBy, memberOn } from './does-something.ts';
import type { Source } from './effects.ts';

/** What code mentions, wherever in it, whether it runs or not. */
export interface Mentions {
  /** Names that it may change the value of, or hand over. */
  readonly uses: ReadonlySet<Source>;
  /** Names that it only calls. */
  readonly calls: ReadonlySet<Source>;
  /** Names whose value it changes where they are written: `A.title = …`, `all.push(…)`. */
  readonly changes: ReadonlySet<Source>;
  /** Whether it mentions a package. */
  readonly usesPackage: boolean;
  /** Whether it mentions what only a page or a process has. */
  readonly usesHost: boolean;
  /** Whether it gives something members that run without being called. */
  readonly hasHooks: boolean;
}

/** What is no top-level name, and yet shared: what is put there is there for all code. */
export const SHARED = { globals: '\0globals', prototypes: '\0prototypes', typebox: '\0typebox' } as const;

/** A name as it is written, and in what role. */
interface Written {
  readonly node: ts.Identifier;
  readonly isCalled: boolean;
}

/** Finds what code mentions, from its syntax. */
export class MentionFinder {
  readonly #bindings: Bindings;
  readonly #handlers: ReadonlySet<ts.Node>;
  readonly #known = new Map<ts.Node, Mentions>();

  constructor(bindings: Bindings, handlers: ReadonlySet<ts.Node>) {
    this.#bindings = bindings;
    this.#handlers = handlers;
  }

  of(root: ts.Node): Mentions {
    let found = this.#known.get(root);
    if (!found) this.#known.set(root, (found = this.#find(root)));
    return found;
  }

  #find(root: ts.Node): Mentions {
    const written: Written[] = [];
    const imported: Binding[] = [];
    const changed: ts.Identifier[] = [];
    const locals = new Set<string>();
    let usesPackage = false;
    let usesHost = false;
    let hasHooks = false;
    const visit = (node: ts.Node): void => {
      if (this.#handlers.has(node) || isTypeOnly(node)) return;
      if (ts.isJsxOpeningLikeElement(node) || ts.isJsxFragment(node)) usesPackage = true;
      if (ts.isMetaProperty(node)) return void (usesHost ||= memberOn(node) === 'env');
      if (isImportCall(node)) {
        const found = this.#ofImport(node);
        if (found?.kind === 'namespace') imported.push(found);
        else usesPackage = true;
      }
      hasHooks ||= isHook(node);
      const target = changedBy(node);
      if (target) changed.push(target);
      if (ts.isIdentifier(node)) {
        if (isReference(node)) written.push({ node, isCalled: isCallee(node) });
        return;
      }
      addDeclared(node, locals);
      ts.forEachChild(node, visit);
    };
    visit(root);
    const changes = new Set(changed.flatMap((name) => this.#sourcesOf(name)));
    const found = {
      changes,
      uses: new Set<Source>(),
      calls: new Set<Source>(),
      usesPackage,
      usesHost,
      hasHooks,
    };
    for (const each of written) this.#resolve(each, locals, found);
    for (const each of imported.flatMap((module) => this.#membersOf(module)))
      if (each.kind === 'own') found.uses.add(bindingId(each.path, each.name));
    return found;
  }

  #sourcesOf(name: ts.Identifier): readonly Source[] {
    if (localDeclaration(name)) return [];
    const binding = this.#bindings.ofName(name.getSourceFile().fileName, name.text);
    const members = binding ? this.#membersOf(binding, name) : [];
    return members.flatMap((each) => (each.kind === 'own' ? [bindingId(each.path, each.name)] : []));
  }

  #ofImport(call: ts.CallExpression): Binding | undefined {
    const [specifier] = call.arguments;
    return specifier && ts.isStringLiteralLike(specifier)
      ? this.#bindings.ofModule(call.getSourceFile().fileName, specifier.text)
      : undefined;
  }

  #resolve({ node, isCalled }: Written, locals: ReadonlySet<string>, found: Found): void {
    const path = node.getSourceFile().fileName;
    const specifier = this.#bindings.importedFrom(path, node.text);
    if (specifier !== undefined && isOurs(specifier)) return addOurs(node, found);
    const binding = this.#bindings.ofName(path, node.text);
    if (binding) {
      for (const each of this.#membersOf(binding, node)) {
        if (each.kind === 'own') (isCalled ? found.calls : found.uses).add(bindingId(each.path, each.name));
        else if (each.kind === 'external') addExternal(each.specifier, found);
      }
    } else if (!locals.has(node.text)) addGlobal(node, found);
  }

  #membersOf(binding: Binding, node?: ts.Identifier): readonly Binding[] {
    if (binding.kind !== 'namespace') return [binding];
    const member = node && memberOn(node);
    const exported = member === undefined ? undefined : this.#bindings.ofExport(binding.path, member);
    return exported ? [exported] : this.#bindings.allOf(binding.path);
  }
}

interface Found {
  readonly uses: Set<Source>;
  readonly calls: Set<Source>;
  usesPackage: boolean;
  usesHost: boolean;
}

// `Type.String()` makes a schema, `Type.String = …` makes all schemas something else.
function addOurs(node: ts.Identifier, found: Found): void {
  if (!isCallee(node)) found.uses.add(SHARED.typebox);
}

function addExternal(specifier: string, found: Found): void {
  if (specifier.endsWith('.json')) found.uses.add(`\0${specifier}`);
  else found.usesPackage = true;
}

function addGlobal(node: ts.Identifier, found: Found): void {
  const member = memberOn(node);
  if (node.text === 'globalThis' || (node.text === 'process' && member === 'env'))
    found.uses.add(SHARED.globals);
  else if (!BUILT_IN.has(node.text)) found.usesHost = true;
  else if (member === 'prototype') found.uses.add(SHARED.prototypes);
}

// Getters and setters, iterators and their like, proxies, texts and numbers that objects stand for.
function isHook(node: ts.Node): boolean {
  // `await using` has the flag of `const` too.
  if (ts.isVariableDeclarationList(node)) return (node.flags & ts.NodeFlags.Using) !== 0 && isUsing(node);
  return ts.isAccessor(node) || (ts.isIdentifier(node) && HOOKS.has(node.text));
}

const isUsing = (list: ts.VariableDeclarationList): boolean => /^(?:await\s+)?using\b/.test(list.getText());

const HOOKS: ReadonlySet<string> = new Set(
  'toString valueOf Symbol Proxy defineProperty defineProperties getOwnPropertyDescriptors'.split(' '),
);

/** Whether a file's text may have such members. */
export const mayHaveHooks = (text: string): boolean => HOOKS_IN_TEXT.test(text);

const HOOKS_IN_TEXT = new RegExp(
  [
    String.raw`\b(?:get|set)\s+(?:[\w$#]+|'[^'\n]*'|"[^"\n]*"|\[[^\n]*\])\s*\(`,
    String.raw`\busing\s+[\w$]+\s*=`,
    // A call of it runs what is called.
    ...[...HOOKS].map((name) => String.raw`(?<!\.)\b${name}\b`),
    String.raw`\bdefinePropert`,
  ].join('|'),
);

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isTypeNode(node)) return !ts.isExpressionWithTypeArguments(node);
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(node) ||
    (ts.isHeritageClause(node) && node.token === ts.SyntaxKind.ImplementsKeyword)
  );
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

/** Whether an expression is what a call begins with: `f` in `f()`, `Type` in `Type.String()`. */
function isCallee(name: ts.Identifier): boolean {
  let node: ts.Node = name;
  while (ts.isPropertyAccessExpression(node.parent) && name.text === 'Type') node = node.parent;
  const { parent } = node;
  return (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node;
}

function addDeclared(node: ts.Node, found: Set<string>): void {
  if (ts.isVariableDeclaration(node) || ts.isParameter(node))
    for (const name of boundNames(node.name)) found.add(name);
  else if (
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassLike(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isEnumMember(node) ||
    ts.isModuleDeclaration(node) ||
    ts.isImportEqualsDeclaration(node)
  ) {
    if (node.name) found.add(node.name.getText());
  }
}
