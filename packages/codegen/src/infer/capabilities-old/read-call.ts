import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { isFunctionValue, originOf, platformMemberOf } from './declarations.ts';
import { readLanguageCall } from './language-calls.ts';
import { keyOf } from './member-symbols.ts';
import { isStorageType } from './read-assignment.ts';
import type { Reader } from './step.ts';
import { resolveAlias, stepsOfMember } from './symbol-steps.ts';

type Call = ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression;

export function readCall(reader: Reader, node: Call): void {
  const args = argumentsOf(node);
  for (const arg of args)
    if (!ts.isTemplateExpression(arg) || !ts.isTaggedTemplateExpression(node)) reader.visit(arg);
  const callee = unwrap(ts.isTaggedTemplateExpression(node) ? node.tag : node.expression);
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return readImport(reader, node, args[0]);
  if (callee.kind === ts.SyntaxKind.SuperKeyword) return;
  readCallOf(reader, callee, args, node);
}

/** A call of a function that may itself be reached by `call`, `apply` or `bind`. */
function readCallOf(reader: Reader, callee: ts.Expression, args: readonly ts.Node[], node: Call): void {
  const passed = forwarded(callee, args);
  if (passed && isFunctionMember(reader, callee))
    return readForwarded(reader, unwrap(passed.callee), passed.args, args[0], node);
  if (isFunctionValue(callee))
    reader.push({ kind: 'enter', unit: callee, reference: { node: callee, mode: 'read', args } });
  else reader.visit(callee, 'read', args);
  const declaration = declarationOf(reader, callee);
  const origin = declaration && originOf(declaration);
  if (
    declaration &&
    origin === 'language' &&
    readLanguageCall({
      declaration,
      args,
      node,
      push: (step) => reader.push(step),
      call: (target, rest) => readCallOf(reader, unwrap(target), rest, node),
    })
  )
    return;
  // `localStorage.hasOwnProperty(key)`: whether it is there is data.
  if (origin === 'language' && ts.isPropertyAccessExpression(callee) && isStorage(reader, callee.expression))
    reader.push({ kind: 'enumerate', value: callee.expression });
  if (!declaration || origin === 'project') return readOwnCall(reader, callee, declaration, args, node);
  // A proxy's handlers run whenever it is used.
  escape(reader, callee, args, origin !== 'language' || (ts.isIdentifier(callee) && callee.text === 'Proxy'));
}

function isStorage({ checker }: Reader, node: ts.Node): boolean {
  return isStorageType(checker.getTypeAtLocation(node));
}

function readOwnCall(
  reader: Reader,
  callee: ts.Expression,
  declaration: ts.Declaration | undefined,
  args: readonly ts.Node[],
  node: Call,
): void {
  if (isFunctionValue(callee)) return;
  if (declaration && (isFunctionValue(declaration) || ts.isClassLike(declaration))) return;
  reader.push({ kind: 'invoke', callee, args });
  // The type of a value can be that of a function of the platform: `const get = fetch`.
  const signature = reader.checker.getResolvedSignature(node)?.declaration;
  const member = signature && originOf(signature) === 'platform' ? platformMemberOf(signature) : undefined;
  if (!member) return;
  for (const step of stepsOfMember(member, { node: callee, mode: 'read', args, isIndirect: true }))
    reader.push(step);
}

// `Array.prototype.map.call(list, read)` hands what the list holds to `read`.
function readForwarded(
  reader: Reader,
  callee: ts.Expression,
  args: readonly ts.Node[],
  self: ts.Node | undefined,
  node: Call,
): void {
  const isLanguage = self !== undefined && isLanguageMember(reader, callee);
  if (isLanguage && isOfPrototype(callee)) reader.visit(callee, 'read', args);
  else readCallOf(reader, callee, args, node);
  if (!isLanguage) return;
  reader.push({ kind: 'enumerate', value: self });
  for (const value of args) reader.push({ kind: 'escape', value, inputs: [self], isWhole: false });
}

// The receiver is the one that is passed, not the prototype or empty list that has the method.
function isOfPrototype(callee: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(callee)) return false;
  const holder = unwrap(callee.expression);
  return (
    ts.isArrayLiteralExpression(holder) ||
    (ts.isPropertyAccessExpression(holder) && holder.name.text === 'prototype')
  );
}

function escape(reader: Reader, callee: ts.Expression, args: readonly ts.Node[], isWhole: boolean): void {
  const receiver =
    ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee) ? [callee.expression] : [];
  // What a function is bound to is not handed to it.
  const handed = isFunctionMember(reader, callee) ? args.slice(1) : args;
  for (const value of handed) {
    if (ts.isStringLiteralLike(value) || ts.isNumericLiteral(value) || ts.isTemplateExpression(value))
      continue;
    const inputs = [...receiver, ...args.filter((other) => other !== value)];
    reader.push({ kind: 'escape', value, inputs, isWhole });
  }
}

// `Reflect.apply` is another `apply`.
function isFunctionMember(reader: Reader, callee: ts.Expression): boolean {
  const holder = declarationOf(reader, callee)?.parent;
  return (
    holder !== undefined &&
    ts.isInterfaceDeclaration(holder) &&
    /^(?:Callable|Newable)?Function$/.test(holder.name.text)
  );
}

function isLanguageMember(reader: Reader, callee: ts.Expression): boolean {
  const declaration = declarationOf(reader, callee);
  return declaration !== undefined && originOf(declaration) === 'language';
}

function declarationOf(reader: Reader, callee: ts.Expression): ts.Declaration | undefined {
  const name = ts.isPropertyAccessExpression(callee)
    ? callee.name
    : ts.isElementAccessExpression(callee)
      ? callee.argumentExpression
      : callee;
  const symbol = reader.checker.getSymbolAtLocation(name);
  const declarations = (symbol && resolveAlias(reader.checker, symbol)?.declarations) ?? [];
  const platform = declarations.filter((each) => originOf(each) === 'platform');
  return (
    platform.find(ts.isVariableDeclaration) ??
    platform[0] ??
    declarations.find(isFunctionValue) ??
    declarations[0]
  );
}

// A module that is loaded by the tool runs; a specifier that is computed can be any module.
function readImport(reader: Reader, node: ts.Node, specifier: ts.Node | undefined): void {
  const module =
    specifier && ts.isStringLiteralLike(specifier)
      ? reader.checker.getSymbolAtLocation(specifier)?.valueDeclaration
      : undefined;
  const isOwn = module && originOf(module) === 'project' && !module.getSourceFile().isDeclarationFile;
  if (isOwn) return reader.push({ kind: 'enter', unit: module, reference: { node, mode: 'read' } });
  const isNamed = specifier !== undefined && ts.isStringLiteralLike(specifier);
  reader.push({
    kind: 'flag',
    node,
    used: node.getText().slice(0, 60),
    flag: isNamed ? 'opaque' : 'unverifiable',
  });
  if (isNamed && /^(?:https?:)?\/\//.test(specifier.text))
    reader.push({ kind: 'powers', node, used: 'import()', powers: ['network:fetch:cross-origin'] });
}

function argumentsOf(node: Call): readonly ts.Node[] {
  if (!ts.isTaggedTemplateExpression(node)) return node.arguments ?? [];
  const { template } = node;
  return ts.isTemplateExpression(template)
    ? [template, ...template.templateSpans.map((span) => span.expression)]
    : [template];
}

/** `f.call(self, a)`, `f.apply(self, [a])`, `f.bind(self, a)` → `f` and `[a]`. */
function forwarded(
  callee: ts.Expression,
  args: readonly ts.Node[],
): { callee: ts.Expression; args: readonly ts.Node[] } | undefined {
  if (!ts.isPropertyAccessExpression(callee) && !ts.isElementAccessExpression(callee)) return undefined;
  const rest = args.slice(1);
  const name = keyOf(callee);
  if (name === 'call') return { callee: callee.expression, args: rest };
  if (name === 'bind') return rest.length > 0 ? { callee: callee.expression, args: rest } : undefined;
  if (name !== 'apply') return undefined;
  const [list] = rest;
  return {
    callee: callee.expression,
    args: list && ts.isArrayLiteralExpression(list) ? list.elements : rest,
  };
}
