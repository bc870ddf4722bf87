import { type ast, is, type Symbol, TypeFlags } from '../../../source/types/typescript.ts';
import { type Code, isAny } from '../read/code.ts';
import { isOfPlatform, mayBeOfPage } from '../read/platform-member.ts';
import { isFrom } from '../read/symbol-of.ts';
import { membersOf } from '../../output/type-facts.ts';
import { constructorSteps } from './name-steps.ts';
import { isContext } from './page-values.ts';
import { type Reader, type Reference, unverifiable } from './step.ts';

/** Methods of data: a call of another method on an untyped value is not understood. */
const DATA_METHODS = new Set(
  [Array, String, Number, Boolean, Date, Map, Set, Promise, Object].flatMap((each) =>
    Object.getOwnPropertyNames(each.prototype),
  ),
);

/** Reads a member that the types do not declare: one of the author's objects may have it, or plain data. */
export function readUntyped(
  reader: Reader,
  key: string | undefined,
  keyNode: ast.Node | undefined,
  reference: Reference,
): void {
  const isData = key === undefined && isOfData(reader, reference);
  reader.push({ kind: 'member', key, declared: undefined, reference: { ...reference, isData } });
  if (key === 'constructor' || key === '__proto__') constructorSteps(reference).forEach(reader.push);
  else if (isUnknown(reader, key, keyNode, reference)) reader.push(unverifiable(reference.node));
}

// `labels[state]` of texts. Whoever calls a value without a type is flagged there.
function isOfData({ code }: Reader, { node, args, mode }: Reference): boolean {
  // `const { [key]: removed, ...rest } = all`
  const value = is.isComputedPropertyName(node) && is.isBindingElement(node.parent) ? node.parent.name : node;
  const type = args || mode !== 'read' || !value ? undefined : code.typeAt(value);
  return type !== undefined && !membersOf(type).some((each) => code.isCallable(each));
}

// Whether it may be a member of a page object.
function isUnknown(
  { code }: Reader,
  key: string | undefined,
  keyNode: ast.Node | undefined,
  reference: Reference,
): boolean {
  const { args, receiver } = reference;
  const type = receiver && code.typeAt(receiver);
  // `import.meta.env` is what a bundler puts there.
  if (receiver && is.isMetaProperty(receiver)) return args !== undefined;
  if (type && !isAny(type))
    return keyNode === undefined
      ? // What a host adds to `ctx` may be the page.
        isOfPlatform(type) || isContext(type)
      : // `run[key]` may be `Function`.
        mayBeOfPage(type) || code.isCallable(type);
  if (!args || (receiver && code.names.isOfToolkit(receiver))) return false;
  return key === undefined || !DATA_METHODS.has(key);
}

/** Whether a member is `dom` of a tool's context in a project without the page's types: `lib` lacks "DOM". */
export function isUntypedPage({ checker }: Code, member: Symbol): boolean {
  if (member.name !== 'dom' || !isFrom(member, 'toolkit')) return false;
  return ((checker.getTypeOfSymbol(member)?.flags ?? 0) & TypeFlags.Unknown) !== 0;
}
