import { type ast, is } from '../../../source/types/typescript.ts';
import { isAssignment } from '../../../source/types/syntax.ts';
import { findMembers, valueOf } from '../values/members.ts';
import { type Destination, destinationOf } from '../values/url-text.ts';
import type { KnownCapability } from '@btcp/core';
import type { SpecialUse } from '../call-graph/step.ts';
import type { Code } from '../read/code.ts';
import type { Origins } from '../values/origins.ts';
import type { Texts } from '../values/texts.ts';

type Node = ast.Node;
type Network = 'network:fetch' | 'network:websocket';

/** The capability that a request to an address needs. */
export function decideAddress(question: Question, address: Node | undefined, network: Network): void {
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
export function decideLink({ texts, use, flag }: Question): void {
  const { args, value } = use.reference;
  const address = value ?? args?.[0];
  if (address && texts.of(address).some(isCode)) flag();
}

const isCode = (text: string): boolean => /^\s*javascript:/i.test(text);

/** Text of CSS that loads something. */
const CSS_LOADS = /url\(|@import|image-set\(/i;

/** The capabilities of CSS text, also in keyframes; unknown text counts only as a change of the page. */
export function decideCss(question: Question): void {
  const { code, origins, texts, use } = question;
  const { args = [], value } = use.reference;
  const nodes = new Set(value ? [value] : args);
  // Iterating over a set includes elements added during the loop.
  for (const node of nodes) {
    for (const text of texts.of(node))
      if (CSS_LOADS.test(text)) decideTexts(question, undefined, 'network:fetch');
    for (const origin of origins.of(node))
      for (const inner of is.isObjectLiteralExpression(origin)
        ? findMembers(code, origin, undefined, false).map(valueOf)
        : is.isArrayLiteralExpression(origin)
          ? origin.elements
          : [])
        if (inner) nodes.add(inner);
  }
}

/** The capabilities of setting an attribute or property that loads something; `srcset` lists several addresses. */
function decideLoad(question: Question, name: string, value: Node | undefined): void {
  const element = elementOf(question);
  const isOfCode = value && question.texts.of(value).some((text) => /^\s*(?:blob|data):/i.test(text));
  if (SCRIPT.test(element) || (isOfCode && HOLDER.test(element))) question.flag();
  decideAddress(question, /srcset$/i.test(name) ? undefined : value, 'network:fetch');
}

export function decideAssigned(question: Question): void {
  decideLoad(question, question.use.member.name, question.use.reference.value);
}

/** HTML that may load something, or contains code, `onclick="…"`, or sends a form elsewhere. */
const HTML_LOADS =
  /[\s"'/](?:src|srcset|imagesrcset|poster|data|background|ping|attributionsrc)\s*=|<(?:link|image|use|feimage)[\s/][^<]*href\s*=/i;
const HTML_CODE =
  /[\s"'/](?:on\w+|srcdoc|http-equiv|(?:form)?action)\s*=|javascript:|<(?:base|script|set|animate\w*)[\s/>]/i;

/** The capabilities of inserting HTML; unknown HTML counts only as a change of the page. */
export function decideHtml(question: Question, node: Node | undefined): void {
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
const LOADING = /^(?:src|(?:image)?srcset|poster|data|background|xlink:href|ping|attributionsrc)$/i;
/** Attributes that are code, send a form elsewhere, or set another one: `<meta http-equiv>`, `<set to>`. */
const CODE = /^(?:on|(?:srcdoc|http-equiv|to|from|by|values|attributeName|(?:form)?action)$)/i;

export function decideAttribute(question: Question): void {
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
  readonly must: (capability: KnownCapability) => void;
  readonly may: (capability: KnownCapability) => void;
  readonly flag: () => void;
}
