import { ast, is, type Type, TypeFlags } from '../../../source/types/typescript.ts';
import {
  isAssignment,
  enclosingFunction,
  isAccess,
  isCopied,
  keyOf,
  outermost,
  unwrap,
} from '../../../source/types/syntax.ts';
import { callsOf } from '../values/assignments.ts';
import { findMembers, heldIn, isOwnObject, valueOf } from '../values/members.ts';
import { type Destination, destinationOf, type Texts } from '../values/texts.ts';
import type { KnownCapability } from '@btcp/core';
import type { SpecialUse } from '../call-graph/step.ts';
import { type Code, isAny } from '../read/code.ts';
import type { Origins } from '../values/origins.ts';
import { membersOf } from '../../output/type-facts.ts';
import type { Special } from '../table/member-rule.ts';
import { isWindow, isFrom } from '../read/symbols.ts';

type Node = ast.Node;
type Network = 'network:fetch' | 'network:websocket';

/** The capability that a request to an address needs. */
function decideAddress(question: Question, address: Node | undefined, network: Network): void {
  decideTexts(question, address && question.texts.of(address), network);
}

function decideTexts(
  { must, may, flag }: Question,
  texts: readonly string[] | undefined,
  network: Network,
): void {
  if (texts?.some(isCode)) flag();
  const destinations = new Set<Destination>(texts ? texts.map(destinationOf) : ['unknown']);
  if (destinations.has('same')) must(`${network}:same-origin`);
  if (destinations.has('cross')) must(`${network}:cross-origin`);
  if (!destinations.has('unknown')) return;
  may(`${network}:same-origin`);
  may(`${network}:cross-origin`);
}

/** An address that is followed may be code: `javascript:…`. */
function decideLink({ texts, use, flag }: Question): void {
  const { args, value } = use.reference;
  const address = value ?? args?.[0];
  if (address && texts.of(address).some(isCode)) flag();
}

const isCode = (text: string): boolean => /^\s*javascript:/i.test(text);

/** Text of CSS that loads something. */
const CSS_LOADS = /url\(|@import|image-set\(/i;

/** The capabilities of CSS text, also in keyframes; unknown text counts only as a change of the page. */
function decideCss(question: Question): void {
  const { code, origins, texts, use } = question;
  const { args = [], value } = use.reference;
  const nodes = new Set(value ? [value] : args);
  // Iterating over a set includes elements added during the loop.
  for (const node of nodes) {
    for (const text of texts.of(node))
      if (CSS_LOADS.test(text)) decideTexts(question, undefined, 'network:fetch');
    for (const origin of origins.of(node))
      for (const held of heldIn(code, origin)) {
        const inner = is.isExpression(held) ? held : valueOf(held);
        if (inner) nodes.add(inner);
      }
  }
}

/** The capabilities of setting an attribute or property that loads something; `srcset` lists several addresses. */
function decideLoad(question: Question, name: string, value: Node | undefined): void {
  const element = elementOf(question);
  const isOfCode = value && question.texts.of(value).some((text) => /^\s*(?:blob|data):/i.test(text));
  if (SCRIPT.test(element) || (isOfCode && HOLDER.test(element))) question.flag();
  decideAddress(question, /srcset$/i.test(name) ? undefined : value, 'network:fetch');
}

function decideAssigned(question: Question): void {
  decideLoad(question, question.use.member.name, question.use.reference.value);
}

/** HTML that may load something, or contains code, `onclick="…"`, or sends a form elsewhere. */
const HTML_LOADS =
  /[\s"'/](?:src|srcset|imagesrcset|poster|data|background|ping|attributionsrc)\s*=|<(?:link|image|use|feimage)[\s/][^<]*href\s*=/i;
const HTML_CODE =
  /[\s"'/](?:on\w+|srcdoc|http-equiv|(?:form)?action)\s*=|javascript:|<(?:base|script|set|animate\w*)[\s/>]/i;

/** The capabilities of inserting HTML; unknown HTML counts only as a change of the page. */
function decideHtml(question: Question, node: Node | undefined): void {
  if (!node) return;
  // `list.innerHTML += '<img src="/logo.png">'`.
  if (isAssignment(node)) return decideHtml(question, node.right);
  for (const html of question.texts.of(node)) {
    if (HTML_LOADS.test(html) || CSS_LOADS.test(html)) decideTexts(question, undefined, 'network:fetch');
    if (HTML_CODE.test(html)) question.flag();
  }
}

/** Elements whose `href` is only followed. */
const FOLLOWED = /^(?:HTMLAnchorElement|HTMLAreaElement|SVGAElement)$/;
const SCRIPT = /^(?:HTML|SVG)ScriptElement$/;
/** Elements for which `blob:` and `data:` are documents with scripts, or styles that load. */
const HOLDER = /^HTML(?:IFrame|Frame|Embed|Object|Link)Element$/;
const LOADING = /^(?:src|(?:image)?srcset|poster|data|background|\w+:href|ping|attributionsrc)$/i;
/** Attributes that are code, send a form elsewhere, or set another one: `<meta http-equiv>`, `<set to>`. */
const CODE = /^(?:on|(?:srcdoc|http-equiv|to|from|by|values|attributeName|(?:form)?action)$)/i;

function decideAttribute(question: Question): void {
  const { texts, use } = question;
  const args = use.reference.args?.slice(use.member.name === 'setAttributeNS' ? 1 : 0);
  const [name, value] = args ?? [];
  for (const text of texts.exactOf(name)) decideNamed(question, text, value);
}

function decideNamed(question: Question, name: string | undefined, value: Node | undefined): void {
  // `style`, `fill`, `mask`.
  if (value && question.texts.of(value).some((text) => CSS_LOADS.test(text)))
    decideTexts(question, undefined, 'network:fetch');
  if (name === undefined) decideTexts(question, undefined, 'network:fetch');
  else if (CODE.test(name)) question.flag();
  else if (LOADING.test(name)) decideLoad(question, name, value);
  else if (/^href$/i.test(name)) decideHref(question, value);
}

// Of any other element than these, the address may be loaded.
function decideHref(question: Question, value: Node | undefined): void {
  const element = elementOf(question);
  // The addresses that follow lead elsewhere, or the text is code.
  if (element === 'HTMLBaseElement' || SCRIPT.test(element)) question.flag();
  else if (!FOLLOWED.test(element))
    decideAddress({ ...question, must: question.may }, value, 'network:fetch');
}

/** The interface of the element that is changed. */
function elementOf({ code, use }: Question): string {
  const { receiver } = use.reference;
  return (receiver && code.typeAt(receiver)?.getSymbol()?.name) ?? '';
}

/** The two storages of a page. */
export type StorageArea = 'local' | 'session';

/** A use that depends on values, and callbacks for the decision. */
export interface Question {
  readonly code: Code;
  readonly origins: Origins;
  readonly texts: Texts;
  /** The storages that the code names. */
  readonly areas: ReadonlySet<StorageArea>;
  readonly use: SpecialUse;
  /** Whether the tool reaches code. */
  readonly isReached: (node: Node) => boolean;
  readonly must: (capability: KnownCapability) => void;
  readonly may: (capability: KnownCapability) => void;
  readonly flag: () => void;
}

/** Decides a use that depends on arguments, receiver or value, now that all calls are known. */
export function decideSpecial(question: Question): void {
  const { flag, origins, use } = question;
  const { args, mode, value, receiver } = use.reference;
  const asked = [...(args ?? []), value ?? [], receiver ?? []].flat();
  if (asked.some((each) => origins.of(each).some((origin) => origins.isCut(origin)))) flag();
  // What a function that is used as a value is called with is not followed.
  if (use.member.isMethod && !args && mode !== 'write' && OF_ARGUMENTS.has(use.special)) return flag();
  DECISIONS[question.use.special](question);
}

/** Decisions on arguments that have no answer for unknown ones. */
const OF_ARGUMENTS: ReadonlySet<Special> = new Set([
  'css',
  'htmlArgument',
  'made',
  'page',
  'timer',
  'transaction',
]);

const DECISIONS: Readonly<Record<Special, (question: Question) => void>> = {
  area: decideArea,
  handle: () => undefined,
  held: decideHeld,
  clipboardEvent: decideClipboard,
  code: ({ flag }) => flag(),
  codeCalled: ({ flag }) => flag(),
  css: decideCss,
  either: ({ may }) => {
    may('storage:local:read');
    may('storage:session:read');
  },
  eventTarget: decideEventTarget,
  execCommand: decideCommand,
  link: decideLink,
  made: ({ texts, use, flag }) => {
    const name = use.reference.args?.at(use.member.name === 'createElementNS' ? 1 : 0);
    if (texts.exactOf(name).some((text) => text === undefined || CODE_ELEMENT.test(text))) flag();
  },
  form: ({ use, must }) => use.reference.args?.length && must('dom:read'),
  media: decideMedia,
  html: (question) => {
    decideScriptText(question);
    decideHtml(question, question.use.reference.value);
  },
  htmlArgument: (question) => question.use.reference.args?.forEach((arg) => decideHtml(question, arg)),
  page: ({ code, use, must }) => {
    const [sent] = use.reference.args ?? [];
    const type = sent && code.typeAt(sent);
    if (type && membersOf(type).some((each) => isPageObject({ code }, each))) must('dom:read');
  },
  scriptText: decideScriptText,
  socket: (question) => decideAddress(question, question.use.reference.args?.[0], 'network:websocket'),
  timer: decideTimer,
  transaction: decideTransaction,
  url: (question) => {
    const { member, reference } = question.use;
    const { args, node } = reference;
    if (member.owner === 'Audio' && !args?.length) return;
    const calls = args || reference.mode === 'write' ? undefined : callsOf(node)?.filter(question.isReached);
    for (const address of calls?.map((call) => call.arguments[0]) ?? [args?.[0]])
      decideAddress(question, address, 'network:fetch');
  },
  urlAssigned: decideAssigned,
  urlAttribute: decideAttribute,
  urlOfAttr: (question) => decideAssigned({ ...question, must: question.may }),
  urlSecond: (question) => decideAddress(question, question.use.reference.args?.[1], 'network:fetch'),
};

/** Elements whose text is code, or which change what addresses mean. */
const CODE_ELEMENT = /^(?:\w+:)?(?:script|base)$/i;

// The text of a `style` element may be set through any node.
function decideScriptText(question: Question): void {
  const { code, origins, use, flag } = question;
  const { receiver } = use.reference;
  decideCss(question);
  const made = receiver ? [receiver, ...origins.of(receiver)] : [];
  const names = made.map((node) => code.typeAt(node)?.getSymbol()?.name);
  if (names.includes('Attr')) decideAssigned({ ...question, must: question.may });
  if (names.some((name) => name === 'HTMLScriptElement' || name === 'SVGScriptElement')) flag();
}

/** The capabilities of passing a whole storage on; passing a location on exposes its address. */
const HELD: Readonly<Partial<Record<string, KnownCapability>>> = {
  localStorage: 'storage:local:read',
  sessionStorage: 'storage:session:read',
};

function decideHeld({ use, must }: Question): void {
  // The members of a parameter are decided where they are used.
  const { parent } = outermost(use.reference.node);
  if (is.isParameterDeclaration(parent) && !isParameterCopied(parent)) return;
  must(HELD[use.member.name] ?? 'dom:read');
}

function isParameterCopied(parameter: ast.ParameterDeclaration): boolean {
  const name = parameter.name.getText();
  const isUse = (node: Node): boolean => {
    if (!is.isIdentifier(node) || node.text !== name)
      return node.forEachChild((each) => isUse(each) || undefined) ?? false;
    // `this.store`
    const { parent } = node;
    return isCopied(isAccess(parent) && parent.expression !== node ? parent : node);
  };
  const { parent } = parameter;
  return isUse(is.isConstructorDeclaration(parent) ? parent.parent : parent);
}

const WRITING_STORAGE = new Set(['setItem', 'removeItem', 'clear']);

function decideArea({ code, origins, areas, use, may, must }: Question): void {
  const { receiver, mode } = use.reference;
  const writes = mode === 'write' || mode === 'both' || WRITING_STORAGE.has(use.member.name);
  const found = receiver ? origins.of(receiver) : [];
  // One of the author's objects in place of a storage.
  if (found.length > 0 && found.every((origin) => isOwnObject(code, origin))) return;
  const named = found.map(areaAt);
  // An unresolved storage must still be one of those that the code names.
  const known = named.every((area) => area !== undefined) && named.length > 0 ? new Set(named) : areas;
  const add = known.size > 0 ? must : may;
  for (const area of known.size > 0 ? known : (['local', 'session'] as const)) {
    add(`storage:${area}:${writes ? 'write' : 'read'}`);
    if (mode === 'both') add(`storage:${area}:read`);
  }
}

/** The storage that an origin names. */
function areaAt(origin: Node): StorageArea | undefined {
  const name = is.isIdentifier(origin) ? origin.text : keyOf(origin);
  if (name === 'localStorage') return 'local';
  return name === 'sessionStorage' ? 'session' : undefined;
}

function decideClipboard({ use, must }: Question): void {
  const { parent } = use.reference.node;
  const holder =
    isAccess(parent) && unwrap(parent.expression) === use.reference.node ? parent : parent.parent;
  const name = is.isPropertyAccessExpression(holder) ? holder.name.text : '';
  must(/^(?:setData|clearData)$/.test(name) ? 'clipboard:write' : 'clipboard:read');
}

function decideEventTarget(question: Question): void {
  const { use, may, must, code } = question;
  const capability = use.member.name === 'dispatchEvent' ? 'dom:write' : 'dom:observe';
  const { receiver } = use.reference;
  if (!receiver) return must(capability);
  const own = code.typeAt(receiver);
  const isPlain = !own || isAny(own) || own.getSymbol()?.name === 'EventTarget';
  const isOfPage = own && membersOf(own).some((each) => isPageObject(question, each));
  if (isOfPage) must(capability);
  else if (isPlain) may(capability);
}

function isPageObject({ code }: Pick<Question, 'code'>, type: Type): boolean {
  return isWindow(type) || isFrom(code.property(type, 'nodeType'), 'platform');
}

function decideCommand(question: Question): void {
  const { texts, use, must, flag } = question;
  for (const command of texts.exactOf(use.reference.args?.[0])) {
    if (command === undefined || /^insertHTML$/i.test(command)) flag();
    else if (/^(?:copy|cut)$/i.test(command)) must('clipboard:write');
    else if (/^paste$/i.test(command)) must('clipboard:read');
  }
}

function decideMedia(question: Question): void {
  const { origins, use, must, may } = question;
  const [constraints] = use.reference.args ?? [];
  for (const [key, capability] of [
    ['video', 'media:camera'],
    ['audio', 'media:microphone'],
  ] as const) {
    const verdicts = constraints
      ? origins.of(constraints).map((origin) => isAsked(question, origin, key))
      : [undefined];
    if (verdicts.includes(true)) must(capability);
    else if (verdicts.includes(undefined)) may(capability);
  }
}

function isAsked(question: Question, origin: Node, key: string): boolean | undefined {
  // Code may change an object of the module.
  if (!is.isObjectLiteralExpression(origin) || !enclosingFunction(origin)) return undefined;
  const members = findMembers(question.code, origin, key, false);
  // What is spread may ask as well.
  if (members.length === 0) return origin.properties.some(is.isSpreadAssignment) ? undefined : false;
  const value = members.length === 1 ? members.map(valueOf)[0] : undefined;
  if (value?.kind === ast.SyntaxKind.TrueKeyword || (value && is.isObjectLiteralExpression(value)))
    return true;
  return value?.kind === ast.SyntaxKind.FalseKeyword ? false : undefined;
}

function decideTimer({ code, use, flag }: Question): void {
  const [callback] = use.reference.args ?? [];
  const { parent } = use.reference.node;
  // `setTimeout.call(window, text)`.
  if (isAccess(parent) && /^(?:call|apply|bind)$/.test(keyOf(parent) ?? '')) return flag();
  const type = callback && code.typeAt(callback);
  if (!callback || !type) return;
  const isText = membersOf(type).some(({ flags }) => (flags & TypeFlags.StringLike) !== 0);
  if (isText || is.isAsExpression(callback) || !code.isCallable(type)) flag();
}

function decideTransaction({ texts, use, must }: Question): void {
  const { args } = use.reference;
  for (const text of args?.[1] ? texts.exactOf(args[1]) : ['readonly'])
    must(text === 'readonly' ? 'storage:indexed:read' : 'storage:indexed:write');
}
