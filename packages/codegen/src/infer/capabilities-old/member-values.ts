import { ts } from '../../source/ts.ts';
import { isFunctionValue, originOf, platformMemberOf } from './declarations.ts';
import { findMember } from './find-member.ts';
import { isLocation } from './location-text.ts';
import { propertyOf } from './member-symbols.ts';
import { type PlatformMember, memberText } from './member-table.ts';
import { valuesOfType } from './type-values.ts';
import { type TextPart, UNKNOWN_TEXT, destinationOf } from './url-text.ts';
import { DATA, PAGE, UNKNOWN, type Value, type ValueReader } from './value.ts';

/** What the member of a value is; without a key, what any of its members is. */
export function memberValues(values: ValueReader, value: Value, key: string | undefined): readonly Value[] {
  switch (value.kind) {
    case 'data':
    case 'text':
      return [DATA];
    case 'page':
      return [PAGE];
    case 'described':
      return [key === undefined || key === 'constructor' ? UNKNOWN : value];
    case 'unknown':
    case 'function':
      return [UNKNOWN];
    case 'context':
      return contextMember(values, key);
    case 'storage':
      return [DATA];
    case 'platform':
      return propertyValues(values, value.type, key);
    case 'module':
      return exportsOf(values, value.symbol, key);
    default:
      return findMember(values.checker, value.node, key, value.kind === 'class').flatMap((member) =>
        declaredValues(values, member),
      );
  }
}

function contextMember(values: ValueReader, key: string | undefined): readonly Value[] {
  const name = key === 'dom' ? 'Document' : key === 'signal' ? 'AbortSignal' : undefined;
  const type = name === undefined ? undefined : platformType(values.checker, name);
  return type ? [{ kind: 'platform', type }] : [PAGE];
}

const platformTypes = new WeakMap<ts.TypeChecker, Map<string, ts.Type | undefined>>();

/** A type of the platform by its name, if the project has the library. */
export function platformType(checker: ts.TypeChecker, name: string): ts.Type | undefined {
  const types = platformTypes.get(checker) ?? new Map<string, ts.Type | undefined>();
  platformTypes.set(checker, types);
  if (!types.has(name)) {
    const symbol = checker.resolveName(name, undefined, ts.SymbolFlags.Interface, false);
    types.set(name, symbol && checker.getDeclaredTypeOfSymbol(symbol));
  }
  return types.get(name);
}

function propertyValues(values: ValueReader, type: ts.Type, key: string | undefined): readonly Value[] {
  const symbol = key === undefined ? undefined : propertyOf(values.checker, type, key);
  if (!symbol) return isWindow(type) ? [PAGE] : [UNKNOWN];
  const declaration = symbol.declarations?.find((each) => originOf(each) === 'platform');
  const member = declaration && platformMemberOf(declaration);
  return member && declaration ? platformMemberValues(values, member, declaration) : [PAGE];
}

/** Whether a type is that of the global object. */
export function isWindow(type: ts.Type): boolean {
  if (type.isIntersection()) return type.types.some(isWindow);
  return type.getSymbol()?.name === 'Window' || type.getSymbol()?.name === 'globalThis';
}

/** Members that hold plain data, though their type says `any`. */
const DATA_MEMBERS = new Set([
  'Body.json',
  'IDBRequest.result',
  'MessageEvent.data',
  'History.state',
  'Storage.[index]',
  'XMLHttpRequest.response',
]);

const PAGE_ADDRESS: Readonly<Record<string, TextPart['kind']>> = {
  'Location.href': 'href',
  'Location.toString': 'href',
  'Location.origin': 'origin',
  'Location.protocol': 'protocol',
  'Location.host': 'host',
  'Location.hostname': 'host',
  'Location.pathname': 'path',
  'Document.URL': 'href',
  'Document.documentURI': 'href',
  'Node.baseURI': 'href',
  'Window.origin': 'origin',
};

/** @param node - Where the member is named, or its declaration. */
export function platformMemberValues(
  values: ValueReader,
  member: PlatformMember,
  node: ts.Node,
): readonly Value[] {
  const text = memberText(member);
  const address = PAGE_ADDRESS[text];
  if (address && address !== 'text') return [{ kind: 'text', text: [{ kind: address }] }];
  const area = /\.(local|session)Storage$/.exec(text)?.[1];
  const type = values.checker.getTypeAtLocation(node);
  if (area === 'local' || area === 'session')
    return [{ kind: 'storage', area, type: platformType(values.checker, 'Storage') ?? type }];
  if (member.owner === 'URL' && ts.isPropertyAccessExpression(node))
    return partOfUrl(values, member.name, node.expression);
  if (text === 'Request.url' && ts.isPropertyAccessExpression(node)) return values.of(node.expression);
  if ((type.flags & ts.TypeFlags.Any) !== 0) return [DATA_MEMBERS.has(text) ? DATA : UNKNOWN];
  if (member.isMethod) return [{ kind: 'platform', type }];
  const found = valuesOfType(values.checker, type);
  return isLocation(type) ? [{ kind: 'text', text: [{ kind: 'href' }] }, ...found] : found;
}

const URL_PARTS: ReadonlySet<string> = new Set(['href', 'origin', 'pathname']);

function partOfUrl(values: ValueReader, name: string, url: ts.Expression): readonly Value[] {
  if (!URL_PARTS.has(name)) return values.ofType(url.parent);
  return values.of(url).map((value): Value => {
    const destination = value.kind === 'text' ? destinationOf(value.text) : 'unknown';
    if (name === 'href' || (name === 'origin' && destination === 'cross')) return value;
    const isPath = name === 'pathname' && (destination === 'cross' || destination === 'same');
    return { kind: 'text', text: isPath ? [{ kind: 'path' }] : UNKNOWN_TEXT };
  });
}

function exportsOf(values: ValueReader, module: ts.Symbol, key: string | undefined): readonly Value[] {
  return values.checker
    .getExportsOfModule(module)
    .filter(({ name }) => key === undefined || name === key)
    .flatMap((symbol) => values.ofSymbol(symbol));
}

function declaredValues(values: ValueReader, member: ts.Node): readonly Value[] {
  const declared = initialValues(values, member);
  return ts.isPropertyAssignment(member) || ts.isPropertyDeclaration(member) || ts.isParameter(member)
    ? [...declared, ...values.ofWrites(member)]
    : declared;
}

function initialValues(values: ValueReader, member: ts.Node): readonly Value[] {
  if (ts.isPropertyAssignment(member)) return values.of(member.initializer);
  if (ts.isJsxAttribute(member)) return member.initializer ? values.of(member.initializer) : [];
  if (ts.isShorthandPropertyAssignment(member)) {
    const symbol = values.checker.getShorthandAssignmentValueSymbol(member);
    return symbol ? values.ofSymbol(symbol) : [UNKNOWN];
  }
  if (ts.isGetAccessor(member)) return values.ofReturns(member);
  if (isFunctionValue(member)) return [{ kind: 'function', node: member }];
  if (ts.isParameter(member)) return values.of(member);
  if (ts.isPropertyDeclaration(member)) return member.initializer ? values.of(member.initializer) : [];
  return ts.isExpression(member) ? values.of(member) : [UNKNOWN];
}
