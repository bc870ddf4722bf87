import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import {
  TOOLKIT,
  augmentedModule,
  hasBody,
  isAmbient,
  isFunctionValue,
  isInterfaceObject,
  isSignature,
  originOf,
  platformMemberOf,
} from './declarations.ts';
import type { Power, Special } from './member-rule.ts';
import { type PlatformMember, memberText, useOfMember } from './member-table.ts';
import type { Reference, Step } from './step.ts';

/** What naming a symbol does: the steps of all its declarations. */
export function stepsOfSymbol(
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  reference: Reference,
): readonly Step[] {
  const target = resolveAlias(checker, symbol);
  if (!target) return isToolkitImport(symbol) ? [] : [flag('opaque', reference)];
  const declarations = target.declarations ?? [];
  // The types of Node and other packages add to what the libraries declare.
  const platform = declarations.filter((declaration) => originOf(declaration) === 'platform');
  const language = declarations.filter((declaration) => originOf(declaration) === 'language');
  const isPlatform = platform.some((declaration) => platformMemberOf(declaration));
  const counted = isPlatform ? withoutDoubles(platform) : language.length > 0 ? language : declarations;
  return distinct(counted).flatMap((declaration) => stepsOfDeclaration(checker, declaration, reference));
}

/** What an alias stands for; undefined if it leads to a module that is not there. */
export function resolveAlias(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol | undefined {
  if ((symbol.flags & ts.SymbolFlags.Alias) === 0) return symbol;
  const target = checker.getAliasedSymbol(symbol);
  return target.declarations?.length ? target : undefined;
}

function isToolkitImport(symbol: ts.Symbol): boolean {
  for (let node: ts.Node | undefined = symbol.declarations?.[0]; node; node = node.parent) {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
      return TOOLKIT.has(node.moduleSpecifier.text);
  }
  return false;
}

// Globals are declared as variables and as members of `Window`, methods once per overload.
function withoutDoubles(declarations: readonly ts.Declaration[]): readonly ts.Declaration[] {
  const texts = new Map<string, ts.Declaration>();
  for (const declaration of declarations) {
    const member = platformMemberOf(declaration);
    if (member) texts.set(memberText(member), declaration);
  }
  return [...texts.values()];
}

function distinct(declarations: readonly ts.Declaration[]): readonly ts.Declaration[] {
  return declarations.length > 1 ? [...new Set(declarations)] : declarations;
}

function stepsOfDeclaration(
  checker: ts.TypeChecker,
  declaration: ts.Declaration,
  reference: Reference,
): readonly Step[] {
  switch (originOf(declaration)) {
    case 'platform':
      return stepsOfPlatform(declaration, reference);
    case 'language':
      return stepsOfLanguage(declaration, reference);
    case 'dependency':
      return stepsOfDependency(checker, declaration, reference);
    case 'toolkit':
      // The context of a call is a matter of its values: hosts add to it.
      return ts.isPropertySignature(declaration) && reference.receiver
        ? [memberStep(declaration, reference)]
        : [];
    default:
      return stepsOfProject(checker, declaration, reference);
  }
}

function stepsOfPlatform(declaration: ts.Declaration, reference: Reference): readonly Step[] {
  if (isInterfaceObject(declaration)) {
    // The base of a member says nothing yet; whoever gets the object by another way may construct it.
    if (reference.mode !== 'read' || (!reference.args && isHarmlessMention(reference.node))) return [];
    const owner = platformMemberOf(declaration)?.name ?? '';
    return stepsOfMember({ owner, name: 'new', isStatic: true, isMethod: false }, reference);
  }
  const member = platformMemberOf(declaration);
  return member ? stepsOfMember(member, reference) : [];
}

function isHarmlessMention(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent))
    return parent.expression === node;
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken;
}

const ASSIGNED: ReadonlySet<Special> = new Set(['urlAssigned', 'urlOfAttr', 'code', 'scriptText', 'html']);

/** What using a member of the platform does. */
export function stepsOfMember(member: PlatformMember, reference: Reference): readonly Step[] {
  const { mode, node } = reference;
  if (mode === 'test' && member.isMethod) return [];
  const used = memberText(member);
  const use = useOfMember(member) ?? { read: ['!undecided'], write: ['!undecided'] };
  const isRead = mode !== 'write';
  const isWritten = mode === 'write' || mode === 'both';
  const powers: readonly Power[] = [
    ...(isRead ? (use.read ?? []) : []),
    ...(isWritten ? (use.write ?? []) : []),
  ];
  const steps: Step[] = powers.length > 0 ? [{ kind: 'powers', node, used, powers }] : [];
  if (!use.special) return steps;
  const isConditional = use.special === 'eventTarget';
  // An address counts where it is assigned, a call where the function is not itself replaced.
  const applies = ASSIGNED.has(use.special) ? isWritten : isRead || use.special === 'area';
  if (!applies) return steps;
  return [...(isConditional ? [] : steps), { kind: 'special', special: use.special, member, reference }];
}

function stepsOfLanguage(declaration: ts.Declaration, reference: Reference): readonly Step[] {
  const name = nameOf(declaration);
  if (reference.mode === 'test') return [];
  const isGlobal = ts.isFunctionDeclaration(declaration) || ts.isVariableDeclaration(declaration);
  if (reference.receiver && !isGlobal) return name === 'constructor' ? constructorSteps(reference) : [];
  const isReflection =
    ts.isModuleBlock(declaration.parent) && declaration.parent.parent.name.text === 'Reflect';
  if (isReflection && reference.receiver && !reference.args) return [flag('unverifiable', reference)];
  const isCode = name === 'eval' || name === 'Function';
  return isCode && !isHarmlessOrCompared(reference) ? [flag('unverifiable', reference)] : [];
}

function isHarmlessOrCompared(reference: Reference): boolean {
  const { parent } = reference.node;
  const isBase = ts.isPropertyAccessExpression(parent) && parent.expression === reference.node;
  return isBase && (parent.name.text === 'name' || parent.name.text === 'prototype')
    ? true
    : isInstanceTest(parent);
}

function isInstanceTest(node: ts.Node): boolean {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword;
}

// `x.constructor` is a function that may make functions from text; its name and identity are harmless.
function constructorSteps(reference: Reference): readonly Step[] {
  const { parent } = reference.node;
  if (ts.isPropertyAccessExpression(parent) && parent.name.text === 'name') return [];
  const isCompared = ts.isBinaryExpression(parent) && /^[=!]==?$/.test(parent.operatorToken.getText());
  return isCompared ? [] : [flag('unverifiable', reference)];
}

function stepsOfDependency(
  checker: ts.TypeChecker,
  declaration: ts.Declaration,
  reference: Reference,
): readonly Step[] {
  if (reference.mode === 'test') return [];
  const member = isNodeType(declaration) ? nodeMember(declaration) : undefined;
  if (member && useOfMember(member)) return stepsOfMember(member, reference);
  if (
    reference.receiver &&
    !reference.args &&
    !ts.isMethodSignature(declaration) &&
    !hasCallableType(checker, reference.node)
  )
    return [];
  return isValueOnly(checker, reference) ? [] : [flag('opaque', reference)];
}

// A text or number that others provide, such as `BUILD_ID`, does nothing.
function isValueOnly(checker: ts.TypeChecker, { args, node }: Reference): boolean {
  return !args && isPrimitive(checker.getTypeAtLocation(node));
}

// Node declares anew what it has in common with the browser.
function isNodeType(declaration: ts.Node): boolean {
  return /\/node_modules\/(?:@types\/node|undici-types)\//.test(declaration.getSourceFile().fileName);
}

function nodeMember(declaration: ts.Declaration): PlatformMember | undefined {
  const member = platformMemberOf(declaration);
  if (member?.owner !== 'global') return member;
  return member.isMethod
    ? { ...member, owner: 'Window', isStatic: false }
    : { owner: member.name, name: 'new', isStatic: true, isMethod: false };
}

function hasCallableType(checker: ts.TypeChecker, node: ts.Node): boolean {
  return checker.getTypeAtLocation(node).getCallSignatures().length > 0;
}

const PRIMITIVE =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.ESSymbolLike |
  ts.TypeFlags.Null |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Void |
  ts.TypeFlags.Never;

/** Whether every value of a type is a string, number or the like. */
export function isPrimitive(type: ts.Type): boolean {
  return type.isUnion() ? type.types.every(isPrimitive) : (type.flags & PRIMITIVE) !== 0;
}

function stepsOfProject(
  checker: ts.TypeChecker,
  declaration: ts.Declaration,
  reference: Reference,
): readonly Step[] {
  if (reference.mode === 'test' && isFunctionOnly(declaration)) return [];
  if (isSignature(declaration)) {
    const isPage = isPageMember(checker, declaration) || augmentedModule(declaration) !== undefined;
    return [isPage ? flag('opaque', reference) : memberStep(declaration, reference)];
  }
  if (ts.isClassElement(declaration)) return classMemberSteps(declaration, reference);
  if (ts.isParameter(declaration)) return reference.receiver ? [memberStep(declaration, reference)] : [];
  if (ts.isBindingElement(declaration)) return bindingSteps(declaration, reference);
  if (isWithoutCode(declaration)) return [];
  if (isAmbient(declaration)) return isValueOnly(checker, reference) ? [] : [flag('opaque', reference)];
  if (ts.isClassLike(declaration)) return [enter(declaration, reference)];
  if (ts.isFunctionLike(declaration)) return accessorOrFunctionSteps(declaration, reference);
  if (ts.isVariableDeclaration(declaration)) return variableSteps(declaration, reference);
  if (ts.isPropertyAssignment(declaration)) return valueSteps(checker, declaration.initializer, reference);
  if (ts.isShorthandPropertyAssignment(declaration)) return shorthandSteps(checker, declaration, reference);
  if (ts.isExportAssignment(declaration))
    return [enter(declaration, reference), ...valueSteps(checker, declaration.expression, reference)];
  return [];
}

// Asking whether a function is there does not run it.
function isFunctionOnly(declaration: ts.Declaration): boolean {
  if (isFunctionValue(declaration)) return true;
  const value =
    ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration)
      ? declaration.initializer
      : undefined;
  return value !== undefined && isFunctionValue(unwrap(value));
}

function shorthandSteps(
  checker: ts.TypeChecker,
  declaration: ts.ShorthandPropertyAssignment,
  reference: Reference,
): readonly Step[] {
  const value = checker.getShorthandAssignmentValueSymbol(declaration);
  return value && reference.receiver ? functionsOnly(stepsOfSymbol(checker, value, reference)) : [];
}

function isWithoutCode(declaration: ts.Node): boolean {
  return (
    ts.isTypeAliasDeclaration(declaration) ||
    ts.isInterfaceDeclaration(declaration) ||
    ts.isModuleDeclaration(declaration) ||
    ts.isSourceFile(declaration) ||
    ts.isEnumMember(declaration) ||
    ts.isEnumDeclaration(declaration)
  );
}

function classMemberSteps(declaration: ts.ClassElement, reference: Reference): readonly Step[] {
  if (isAmbient(declaration)) return [flag('opaque', reference)];
  if (ts.isGetAccessor(declaration) && reference.mode === 'write') return [];
  if (ts.isSetAccessor(declaration) && reference.mode !== 'write' && reference.mode !== 'both') return [];
  return [{ kind: 'method', declaration, reference }];
}

function accessorOrFunctionSteps(
  declaration: ts.SignatureDeclaration,
  reference: Reference,
): readonly Step[] {
  if (ts.isGetAccessor(declaration) && reference.mode === 'write') return [];
  if (ts.isSetAccessor(declaration) && reference.mode !== 'write' && reference.mode !== 'both') return [];
  return hasBody(declaration) ? [enter(declaration, reference)] : [];
}

function variableSteps(declaration: ts.VariableDeclaration, reference: Reference): readonly Step[] {
  const steps: Step[] = [];
  const value = declaration.initializer && unwrap(declaration.initializer);
  if (value && isFunctionValue(value)) steps.push(enter(value, reference));
  else if (value && ts.isClassExpression(value)) steps.push(enter(value, reference));
  else if (isModuleLevel(declaration)) steps.push(enter(declaration, reference));
  return steps;
}

// A name that is taken out of an object: at the top level of a module, what leads to it runs for it.
function bindingSteps(declaration: ts.BindingElement, reference: Reference): readonly Step[] {
  let node: ts.Node = declaration;
  while (ts.isBindingElement(node) || ts.isObjectBindingPattern(node) || ts.isArrayBindingPattern(node))
    node = node.parent;
  return ts.isVariableDeclaration(node) && isModuleLevel(node) ? [enter(declaration, reference)] : [];
}

// What a property of an object literal holds is read where the literal is made, but for functions and classes.
function valueSteps(
  checker: ts.TypeChecker,
  initializer: ts.Expression,
  reference: Reference,
): readonly Step[] {
  const value = unwrap(initializer);
  if (isFunctionValue(value) || ts.isClassExpression(value)) return [enter(value, reference)];
  const symbol = ts.isIdentifier(value) ? checker.getSymbolAtLocation(value) : undefined;
  return symbol ? functionsOnly(stepsOfSymbol(checker, symbol, reference)) : [];
}

function functionsOnly(steps: readonly Step[]): readonly Step[] {
  return steps.filter(
    (step) => step.kind !== 'enter' || isFunctionValue(step.unit) || ts.isClassLike(step.unit),
  );
}

/** Whether a variable belongs to a module, not to a function. */
export function isModuleLevel(declaration: ts.VariableDeclaration): boolean {
  for (let node: ts.Node = declaration.parent; !ts.isSourceFile(node); node = node.parent) {
    if (ts.isFunctionLike(node) || ts.isClassStaticBlockDeclaration(node)) return false;
  }
  return true;
}

// `declare global { interface Window { app: App } }`: the interface is also the platform's.
function isPageMember(checker: ts.TypeChecker, declaration: ts.TypeElement): boolean {
  if (!ts.isInterfaceDeclaration(declaration.parent)) return false;
  const symbol = checker.getSymbolAtLocation(declaration.parent.name);
  return symbol?.declarations?.some((other) => originOf(other) === 'platform') ?? false;
}

function memberStep(declaration: ts.Declaration, reference: Reference): Step {
  return { kind: 'member', key: nameOf(declaration), reference };
}

function enter(unit: ts.Node, reference: Reference): Step {
  return { kind: 'enter', unit, reference };
}

function flag(kind: 'opaque' | 'unverifiable', { node }: Reference): Step {
  const text = node.getText();
  return { kind: 'flag', node, used: text.length > 60 ? `${text.slice(0, 59)}…` : text, flag: kind };
}

function nameOf(declaration: ts.Declaration): string {
  const name = ts.getNameOfDeclaration(declaration);
  return name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isPrivateIdentifier(name))
    ? name.text
    : (name?.getText() ?? '');
}
