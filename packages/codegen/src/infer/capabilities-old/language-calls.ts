import { ts } from '../../source/ts.ts';
import { outerParent, unwrap } from '../../source/unwrap.ts';
import { keyOf } from './member-symbols.ts';
import type { Mode, Step } from './step.ts';

/** A call of a function of the language. */
export interface LanguageCall {
  readonly declaration: ts.Declaration;
  readonly args: readonly ts.Node[];
  readonly node: ts.Node;
  readonly push: (step: Step) => void;
  /** Reads a call of one of the arguments. */
  readonly call: (callee: ts.Expression, args: readonly ts.Node[]) => void;
}

/** Reads a call that uses members of its arguments, such as `Reflect.get(document, 'title')`; false for any other. */
export function readLanguageCall(call: LanguageCall): boolean {
  const read = CALLS.get(ownedName(call.declaration));
  read?.(call);
  return read !== undefined;
}

const CALLS: ReadonlyMap<string, (call: LanguageCall) => void> = new Map([
  ['Reflect.get', usesMember('read')],
  ['Reflect.has', usesMember('test')],
  ['Reflect.set', usesMember('write')],
  ['Reflect.deleteProperty', usesMember('write')],
  ['Reflect.defineProperty', definesMember],
  ['Reflect.getOwnPropertyDescriptor', describesMember],
  ['ObjectConstructor.getOwnPropertyDescriptor', describesMember],
  ['ObjectConstructor.defineProperty', definesMember],
  ['ObjectConstructor.defineProperties', definesMembers],
  ['ObjectConstructor.create', definesMembers],
  ['ObjectConstructor.setPrototypeOf', definesMembers],
  ['Reflect.setPrototypeOf', definesMembers],
  ['ObjectConstructor.assign', assignsMembers],
  ['Reflect.apply', applies],
  ['Reflect.construct', constructs],
  ['ObjectConstructor.getOwnPropertyDescriptors', describesMembers],
  ['JSON.stringify', writesAsText],
  ['ObjectConstructor.values', handsOver],
  ['ObjectConstructor.entries', handsOver],
]);

function ownedName(declaration: ts.Declaration): string {
  const name = ts.getNameOfDeclaration(declaration)?.getText() ?? '';
  const { parent } = declaration;
  if (ts.isInterfaceDeclaration(parent)) return `${parent.name.text}.${name}`;
  return ts.isModuleBlock(parent) ? `${parent.parent.name.text}.${name}` : name;
}

function usesMember(mode: Mode): (call: LanguageCall) => void {
  return ({ args: [receiver, keyNode, value], node, push }) => {
    if (!receiver || !keyNode) return;
    push({ kind: 'member', key: undefined, keyNode, reference: { node, mode, receiver, value } });
  };
}

// Whoever reads the member later runs its getter.
function definesMember(call: LanguageCall): void {
  const [receiver, key, descriptor] = call.args;
  const value =
    descriptor &&
    ts.isObjectLiteralExpression(descriptor) &&
    descriptor.properties.find((property) => keyOf(property) === 'value');
  const held = value && ts.isPropertyAssignment(value) ? value.initializer : descriptor;
  usesMember('write')({ ...call, args: [receiver, key, held].flatMap((each) => each ?? []) });
  handsOver({ ...call, args: call.args.slice(2) });
}

function definesMembers(call: LanguageCall): void {
  handsOver({ ...call, args: call.args.slice(1) });
}

// What is done with a descriptor: `.get` reads, `.set` writes.
function describesMember(call: LanguageCall): void {
  const names = new Set(usesOfResult(call.node));
  const [gets, sets] = [names.has('get'), names.has('set')];
  usesMember(sets === gets ? 'both' : sets ? 'write' : 'read')(call);
}

// The members that are named of what a call gives, or of the variable that holds it.
function usesOfResult(node: ts.Node): readonly string[] {
  const holder = outerParent(node);
  if (ts.isPropertyAccessExpression(holder)) return [holder.name.text];
  if (!ts.isVariableDeclaration(holder)) return [];
  const { name } = holder;
  if (ts.isIdentifier(name)) return membersNamedOf(name.text, scopeOf(holder));
  return name.elements.flatMap((element) => keyOf(element) ?? []);
}

function scopeOf(node: ts.Node): ts.Node {
  let scope = node;
  while (!ts.isSourceFile(scope) && !ts.isFunctionLike(scope)) scope = scope.parent;
  return scope;
}

function membersNamedOf(name: string, scope: ts.Node): readonly string[] {
  const found: string[] = [];
  const search = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      const object = unwrap(node.expression);
      if (ts.isIdentifier(object) && object.text === name) found.push(node.name.text);
    }
    ts.forEachChild(node, search);
  };
  search(scope);
  return found;
}

// `Object.getOwnPropertyDescriptors(X.prototype).title`: the descriptors that are taken out; all of them, if none is named.
function describesMembers(call: LanguageCall): void {
  const [receiver] = call.args;
  if (!receiver) return;
  for (const key of namedBy(call.node))
    call.push({ kind: 'member', key, reference: { node: call.node, mode: 'both', receiver } });
}

function namedBy(node: ts.Node): readonly (string | undefined)[] {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return [parent.name.text];
  const pattern = ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name) && parent.name;
  return pattern ? pattern.elements.map(keyOf) : [undefined];
}

function assignsMembers({ args: [receiver, ...sources], node, push }: LanguageCall): void {
  if (!receiver) return;
  for (const source of sources) {
    push({ kind: 'enumerate', value: source });
    if (!ts.isObjectLiteralExpression(source)) {
      push({ kind: 'member', key: undefined, keyNode: source, reference: { node, mode: 'write', receiver } });
      continue;
    }
    for (const property of source.properties) {
      if (!property.name || ts.isComputedPropertyName(property.name)) continue;
      const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
      const key = ts.isIdentifier(property.name)
        ? property.name.text
        : property.name.getText().replaceAll(/['"]/g, '');
      push({ kind: 'member', key, reference: { node: property, mode: 'write', receiver, value } });
    }
  }
}

function applies(call: LanguageCall): void {
  constructs({ ...call, args: call.args.filter((_, index) => index !== 1) });
}

function constructs({ args: [callee, list], call }: LanguageCall): void {
  if (!callee || !ts.isExpression(callee)) return;
  call(callee, list && ts.isArrayLiteralExpression(list) ? list.elements : list ? [list] : []);
}

// Everything below the value is read, and a second argument is called for each of it.
function writesAsText({ args: [value, replacer], push }: LanguageCall): void {
  if (value) push({ kind: 'enumerate', value, isResult: true });
  if (replacer) push({ kind: 'escape', value: replacer, inputs: value ? [value] : [], isWhole: true });
}

function handsOver({ args, push }: LanguageCall): void {
  for (const value of args) push({ kind: 'escape', value, inputs: [], isWhole: true });
}
