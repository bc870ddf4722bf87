import { type ast, is } from '../../../source/types/typescript.ts';
import { declaredName, isAssignment } from '../read/syntax.ts';
import { loadingAttributes, loadsOfHtml } from './html-loads.ts';
import { findMembers } from './members.ts';
import type { Question } from './question.ts';
import { type Destination, destinationOf, type Text } from './url-text.ts';

type Node = ast.Node;
type Network = 'network:fetch' | 'network:websocket';

/** What a request to an address takes. */
export function decideAddress(question: Question, address: Node | undefined, network: Network): void {
  decideTexts(question, address && question.texts.of(address), network);
}

function decideTexts(
  { must, may }: Question,
  texts: readonly Text[] | undefined,
  network: Network = 'network:fetch',
): void {
  const destinations = new Set<Destination>(texts ? texts.map(destinationOf) : ['unknown']);
  if (destinations.has('same')) must(`${network}:same-origin`);
  if (destinations.has('cross')) must(`${network}:cross-origin`);
  if (!destinations.has('unknown')) return;
  may(`${network}:same-origin`);
  may(`${network}:cross-origin`);
}

// What an attribute of an element loads, given its value; `srcset` lists several.
function decideLoad(question: Question, name: string, value: Node | undefined): void {
  decideAddress(question, /srcset$/i.test(name) ? undefined : value, 'network:fetch');
}

export function decideAssigned(question: Question): void {
  decideLoad(question, question.use.member.name, question.use.reference.value);
}

/** What text of HTML loads; what nobody knows of it is a change of the page and no more. */
export function decideHtml(question: Question, nodes: readonly (Node | undefined)[]): void {
  for (const node of nodes) {
    if (!node) continue;
    // `list.innerHTML += '<img src="/logo.png">'`.
    if (isAssignment(node)) return decideHtml(question, [node.right]);
    const { code, origins, texts } = question;
    for (const origin of origins.of(node))
      if (is.isObjectLiteralExpression(origin))
        decideHtml(question, findMembers(code, origin, '__html', false).map(valueOf));
    for (const text of texts.of(node)) {
      const { isLoading, hasCode } = loadsOfHtml(text);
      if (isLoading) decideTexts(question, undefined);
      if (hasCode) question.flag();
    }
  }
}

/** The value of a property. */
export function valueOf(member: Node): Node | undefined {
  if (is.isPropertyAssignment(member)) return member.initializer;
  if (is.isJsxAttribute(member)) return member.initializer;
  return is.isShorthandPropertyAssignment(member) ? member.name : undefined;
}

/** What the properties that are spread over an element in JSX load. */
export function decideProps(question: Question): void {
  if (loadingAttributes(question.use.member.owner).length > 0) decideTexts(question, undefined);
}

const LOADING = /^(?:src|srcset|poster|data|background|xlink:href)$/i;
/** Elements whose `href` is only followed. */
const FOLLOWED = /^(?:HTMLAnchorElement|HTMLAreaElement|HTMLBaseElement|SVGAElement)$/;

export function decideAttribute(question: Question): void {
  const { code, origins, texts, use } = question;
  const { args } = use.reference;
  const [name, value] =
    use.member.name === 'setAttributeNS' ? [args?.[1], args?.[2]] : [args?.[0], args?.[1]];
  const literals = name ? origins.of(name).filter(is.isObjectLiteralExpression) : [];
  // A name out of the entries of an object: its value comes from there, too.
  for (const member of literals.flatMap((literal) => findMembers(code, literal, undefined, false)))
    decideNamed(question, declaredName(member), valueOf(member));
  if (literals.length === 0) for (const text of texts.exactOf(name)) decideNamed(question, text, value);
}

function decideNamed(question: Question, name: string | undefined, value: Node | undefined): void {
  if (name === undefined) decideTexts(question, undefined);
  else if (/^(?:on|srcdoc$)/i.test(name)) question.flag();
  else if (LOADING.test(name)) decideLoad(question, name, value);
  else if (/^href$/i.test(name)) decideLink(question, value);
}

// Without knowing the element, nobody can tell whether its address is loaded or only followed.
function decideLink(question: Question, value: Node | undefined): void {
  const { receiver } = question.use.reference;
  const element = receiver && question.code.typeAt(receiver)?.getSymbol()?.name;
  if (element !== undefined && FOLLOWED.test(element)) return;
  const isLoaded = element === 'HTMLLinkElement' || /^SVG(?:Use|Image|FEImage|Script)/.test(element ?? '');
  decideAddress(isLoaded ? question : { ...question, must: question.may }, value, 'network:fetch');
}
