import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { asTexts } from './combine-texts.ts';
import { hasBody, isFunctionValue, originOf } from './declarations.ts';
import { memberValues, platformType } from './member-values.ts';
import { elementsOf, mappedBy } from './spelled-lists.ts';
import { resolveAlias } from './symbol-steps.ts';
import { valuesOfType } from './type-values.ts';
import { type Text, UNKNOWN_TEXT, destinationOf, resolveText, textOf } from './url-text.ts';
import { DATA, DESCRIBED, PAGE, UNKNOWN, type Value, type ValueReader, exactText, textsOf } from './value.ts';

type Call = ts.CallExpression | ts.NewExpression;

/** What a call gives. */
export function callValues(values: ValueReader, node: Call): readonly Value[] {
  const callee = unwrap(node.expression);
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return importedModule(values, node);
  if (isFunctionValue(callee)) return values.ofReturns(callee);
  const declaration = declarationOf(values.checker, callee);
  switch (declaration ? originOf(declaration) : undefined) {
    case 'platform':
      return platformCall(values, node, callee);
    case 'language':
      // A new container is empty; what is put into it later belongs to the variable that holds it.
      if (ts.isNewExpression(node) && !node.arguments?.length) return [DATA];
      return languageCall(values, node, callee, nameOf(declaration));
    case 'dependency':
      return [PAGE];
    case 'toolkit':
      return [DATA];
    default:
      return ownCall(values, node, callee, declaration);
  }
}

/** What a template with a tag gives: what the tag returns. */
export function taggedValues(
  values: ValueReader,
  { tag, template }: ts.TaggedTemplateExpression,
): readonly Value[] {
  const callee = unwrap(tag);
  if (callee.getText() === 'String.raw') return values.of(template);
  const declaration = declarationOf(values.checker, callee);
  if (declaration && isFunctionValue(declaration)) return values.ofReturns(declaration);
  return values
    .of(callee)
    .flatMap((value) => (value.kind === 'function' ? values.ofReturns(value.node) : [UNKNOWN]));
}

function importedModule(values: ValueReader, node: Call): readonly Value[] {
  const specifier = node.arguments?.[0];
  const symbol = specifier && values.checker.getSymbolAtLocation(specifier);
  return symbol ? [{ kind: 'module', symbol }] : [PAGE];
}

function declarationOf(checker: ts.TypeChecker, callee: ts.Expression): ts.Declaration | undefined {
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  const symbol = checker.getSymbolAtLocation(name);
  const declarations = (symbol && resolveAlias(checker, symbol)?.declarations) ?? [];
  return (
    declarations.find((each) => originOf(each) === 'platform') ??
    declarations.find(hasBody) ??
    declarations[0]
  );
}

function nameOf(declaration: ts.Declaration | undefined): string {
  return (declaration && ts.getNameOfDeclaration(declaration)?.getText()) ?? '';
}

function ownCall(
  values: ValueReader,
  node: Call,
  callee: ts.Expression,
  declaration: ts.Declaration | undefined,
): readonly Value[] {
  if (declaration && ts.isClassLike(declaration)) return [{ kind: 'instance', node: declaration }];
  if (declaration && isFunctionValue(declaration)) return values.ofReturns(declaration);
  const results = values.of(callee).flatMap((value): readonly Value[] => {
    if (value.kind === 'function') return values.ofReturns(value.node);
    if (value.kind === 'class' && ts.isNewExpression(node)) return [{ kind: 'instance', node: value.node }];
    if (value.kind === 'platform') return returnValues(values.checker, value.type);
    return value.kind === 'data' || value.kind === 'text'
      ? [DATA]
      : value.kind === 'page'
        ? [PAGE]
        : [UNKNOWN];
  });
  return results.length > 0 ? results : [UNKNOWN];
}

function platformCall(values: ValueReader, node: Call, callee: ts.Expression): readonly Value[] {
  const args = node.arguments ?? [];
  if (ts.isPropertyAccessExpression(callee))
    return platformMethod(values, node, callee) ?? values.ofType(node);
  const name = ts.isIdentifier(callee) ? callee.text : '';
  const [first] = args;
  if (name === 'URL' && first) return madeAddress(values, args);
  if ((name === 'Request' || name === 'structuredClone') && first) return values.of(first);
  // Nobody else knows this target.
  return name === 'EventTarget' ? [DATA] : values.ofType(node);
}

function platformMethod(
  values: ValueReader,
  node: Call,
  { name: { text: name }, expression }: ts.PropertyAccessExpression,
): readonly Value[] | undefined {
  if (name === 'createObjectURL') return [{ kind: 'text', text: textOf('blob:') }];
  if (name === 'json') return [DATA];
  if (name === 'createElement') return createdElements(values, node);
  if (name === 'toString' || name === 'toJSON' || name === 'clone') return values.of(expression);
  const isAddress =
    (name === 'parse' && expression.getText() === 'URL') || (ts.isNewExpression(node) && name === 'URL');
  return isAddress ? madeAddress(values, node.arguments ?? []) : undefined;
}

// A tag that the types do not know: `document.createElement(tag)` in a helper.
function createdElements(values: ValueReader, node: Call): readonly Value[] | undefined {
  const tag = node.arguments?.[0];
  if (!tag || ts.isStringLiteralLike(tag)) return undefined;
  const elements = platformType(values.checker, 'HTMLElementTagNameMap');
  const found = values.of(tag).map(exactText);
  return found.flatMap((name) => {
    const symbol = name === undefined ? undefined : elements?.getProperty(name);
    return symbol
      ? valuesOfType(values.checker, values.checker.getTypeOfSymbol(symbol))
      : values.ofType(node);
  });
}

function madeAddress(values: ValueReader, [first, second]: readonly ts.Expression[]): readonly Value[] {
  if (!first) return [UNKNOWN];
  return [...values.ofParts(), ...startOf(values, first, second)];
}

function startOf(
  values: ValueReader,
  first: ts.Expression,
  second: ts.Expression | undefined,
): readonly Value[] {
  return second ? resolved(values, first, second) : values.of(first);
}

function resolved(values: ValueReader, relative: ts.Expression, base: ts.Expression): readonly Value[] {
  const bases = textsOf(values.of(base));
  return textsOf(values.of(relative)).flatMap((text) =>
    bases.map((start): Value => ({ kind: 'text', text: resolvedText(text, start) })),
  );
}

// An address of another origin is one whatever is added to it.
function resolvedText(relative: Text, base: Text): Text {
  return destinationOf(base) === 'cross' && destinationOf(relative) !== 'none'
    ? base
    : resolveText(relative, base);
}

const SAME_TEXT = new Set([
  'toString',
  'valueOf',
  'trim',
  'trimEnd',
  'trimStart',
  'toLowerCase',
  'toLocaleLowerCase',
  'normalize',
  'String',
  'toWellFormed',
  'at',
  'freeze',
  'seal',
  'resolve',
]);

function languageCall(
  values: ValueReader,
  node: Call,
  callee: ts.Expression,
  name: string,
): readonly Value[] {
  const args = node.arguments ?? [];
  const receiver = ts.isPropertyAccessExpression(callee) ? callee.expression : undefined;
  if (name.startsWith('getOwnPropertyDescriptor')) return descriptors(values, args[0]);
  if (name === 'encodeURIComponent') return [{ kind: 'text', text: [{ kind: 'safe' }] }];
  if (name === 'parse' && receiver?.getText() === 'JSON') return [DATA];
  if (name === 'get' && receiver?.getText() === 'Reflect') return reflected(values, args);
  const type = values.checker.getTypeAtLocation(node);
  if ((type.flags & ts.TypeFlags.StringLike) !== 0) return textCall(values, receiver, args, name);
  const isListed = (name === 'values' || name === 'entries') && receiver?.getText() === 'Object';
  if (isListed && args[0]) return listed(values, args[0]);
  const forwarded = receiver ? forwardedCall(values, receiver, name, args) : undefined;
  return forwarded ?? contained(values, node, receiver, name);
}

// What an object holds; the object itself tells which name goes with which value.
function listed(values: ValueReader, object: ts.Expression): readonly Value[] {
  return values.of(object).flatMap((value) => [value, ...memberValues(values, value, undefined)]);
}

// The author's own properties are followed by their types.
function descriptors(values: ValueReader, holder: ts.Node | undefined): readonly Value[] {
  const isPlatform = holder && values.of(holder).every(({ kind }) => kind === 'platform');
  return [isPlatform ? DESCRIBED : UNKNOWN];
}

// A bound function is the function, and a map that is spelled out gives what it is spelled out with.
function forwardedCall(
  values: ValueReader,
  receiver: ts.Expression,
  name: string,
  args: readonly ts.Expression[],
): readonly Value[] | undefined {
  if (name === 'get') return mappedBy(values, receiver)?.flatMap((each) => values.of(each));
  if (name === 'bind') return values.of(receiver).map((value) => boundValue(value, args));
  if (name !== 'call' && name !== 'apply') return undefined;
  return values
    .of(receiver)
    .flatMap((value) => (value.kind === 'function' ? values.ofReturns(value.node) : [UNKNOWN]));
}

// The platform's, where it is bound to arguments: its power was counted there.
function boundValue(value: Value, args: readonly ts.Expression[]): Value {
  return value.kind === 'platform' && args.length > 1 ? DESCRIBED : value;
}

/** Calls whose result holds what the callback gives, and nothing of the receiver. */
const MAPPING: ReadonlySet<string> = new Set(['then', 'map', 'flatMap']);

/** What keeps functions that it is given, and calls none. */
const HOLDING: ReadonlySet<string> = new Set(
  'Map Set WeakMap Array Object of resolve all allSettled any race set add concat with freeze seal fromEntries assign entries values'.split(
    ' ',
  ),
);

// A container or promise is what is in it, and what its callbacks give.
function contained(
  values: ValueReader,
  node: Call,
  receiver: ts.Expression | undefined,
  name: string,
): readonly Value[] {
  const args = node.arguments ?? [];
  // `Array.from(list, map)` holds what `map` gives.
  const counted = name === 'from' && args.length > 1 ? args.slice(1) : args;
  const handed = counted.flatMap((arg) => values.of(arg));
  const given = HOLDING.has(name) ? handed : handed.flatMap((value) => resultOf(values, value));
  const held = receiver && !isNamespace(receiver) && !MAPPING.has(name) ? values.of(receiver) : [];
  const all = [...held, ...given].filter(({ kind }) => kind !== 'text' || name !== 'get');
  return all.length > 0 ? all : values.ofType(node);
}

// A function that is handed over is called.
function resultOf(values: ValueReader, value: Value): readonly Value[] {
  if (value.kind === 'function') return values.ofReturns(value.node);
  const isCalled = value.kind === 'platform' && value.type.getCallSignatures().length > 0;
  return isCalled ? returnValues(values.checker, value.type) : [value];
}

function returnValues(checker: ts.TypeChecker, type: ts.Type): readonly Value[] {
  // The last overload is the most general one.
  const signature = type.getCallSignatures().at(-1) ?? type.getConstructSignatures().at(-1);
  return signature ? valuesOfType(checker, checker.getReturnTypeOfSignature(signature)) : [UNKNOWN];
}

function isNamespace(receiver: ts.Expression): boolean {
  return (
    ts.isIdentifier(receiver) && /^(?:Array|Object|Promise|Reflect|Symbol|Iterator)$/.test(receiver.text)
  );
}

function reflected(values: ValueReader, [object, key]: readonly ts.Expression[]): readonly Value[] {
  if (!object || !key) return [UNKNOWN];
  const keys = values
    .of(key)
    .map((value) =>
      value.kind === 'text' && value.text.length === 1 && value.text[0]?.kind === 'text'
        ? value.text[0].text
        : undefined,
    );
  return keys.flatMap((text) => values.of(object).flatMap((value) => memberValues(values, value, text)));
}

function textCall(
  values: ValueReader,
  receiver: ts.Expression | undefined,
  args: readonly ts.Expression[],
  name: string,
): readonly Value[] {
  const source = name === 'String' ? args[0] : receiver;
  if (!source) return [DATA];
  if (SAME_TEXT.has(name)) return values.of(source);
  if (name === 'concat') return asTexts([source, ...args].map((each) => textsOf(values.of(each))));
  const [pattern] = args;
  // `base.replace(/\/$/, '')` leaves the beginning.
  if (
    name.startsWith('replace') &&
    pattern &&
    ts.isRegularExpressionLiteral(pattern) &&
    /\$\/\w*$/.test(pattern.text)
  )
    return values.of(source);
  if (name === 'replace' && pattern)
    return values.of(source).map((value) => replaced(value, values.of(pattern)));
  const elements = name === 'join' ? elementsOf(values, source) : undefined;
  if (!elements) return [DATA];
  const separator = pattern ? textsOf(values.of(pattern)) : [textOf(',')];
  const pieces = elements.map((element) =>
    ts.isSpreadElement(element) ? [UNKNOWN_TEXT] : textsOf(values.of(element)),
  );
  return asTexts(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [separator, piece])));
}

// What stands before the place is left: `'https://a.example/{id}'.replace('{id}', id)` leads to one host.
function replaced(value: Value, patterns: readonly Value[]): Value {
  const text = exactText(value);
  const [pattern, ...others] = patterns.map(exactText);
  if (text === undefined || pattern === undefined || others.length > 0) return DATA;
  const at = text.indexOf(pattern);
  if (at === -1) return value;
  return at === 0 ? DATA : { kind: 'text', text: [...textOf(text.slice(0, at)), ...UNKNOWN_TEXT] };
}
