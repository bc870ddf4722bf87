import type { ts } from '../../source/ts.ts';
import { valueNodeOf } from './answer-method.ts';
import { findMember, nameOf, superCallOf, withBases } from './find-member.ts';
import { addressesIn, loadingAttributes, loadsOfHtml } from './html-loads.ts';
import type { Question } from './question.ts';
import type { Run } from './run.ts';
import { type Destination, type Text, destinationOf } from './url-text.ts';
import { type Value, exactText, isAddress, textsOf } from './value.ts';

type Network = 'network:fetch' | 'network:websocket';

/** What a request to an address takes. */
export function decideAddress(question: Question, address: ts.Node | undefined, network: Network): void {
  decideTexts(question, address && textsAt(question.run, address), network);
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

function textsAt(run: Run, address: ts.Node): readonly Text[] | undefined {
  const values = run.values
    .of(address)
    .flatMap((value) => (value.kind === 'instance' ? addressesOf(run, value.node) : [value]))
    .filter(({ kind }) => kind === 'text' || kind === 'data' || kind === 'unknown' || kind === 'page');
  return values.length > 0 ? textsOf(values) : undefined;
}

// `class Signed extends Request { constructor(path) { super(BASE + path); } }` leads where its base is told to.
function addressesOf({ checker, values }: Run, node: ts.Node): readonly Value[] {
  const last = withBases(checker, node).at(-1);
  const base = last?.heritageClauses?.[0]?.types[0];
  const [address] = (last && superCallOf(last)?.arguments) ?? [];
  const isKnown = base && isAddress({ kind: 'platform', type: checker.getTypeAtLocation(base) });
  return isKnown && address ? values.of(address) : [];
}

/** What an attribute of an element loads, given its value. */
function decideLoad(question: Question, name: string, value: ts.Node | undefined): void {
  const texts = value && textsAt(question.run, value);
  decideTexts(
    question,
    texts?.flatMap((text) => addressesIn(name, text)),
  );
}

export function decideAssigned(question: Question): void {
  decideLoad(question, question.step.member.name, question.step.reference.value);
}

/** What text of HTML loads; what nobody knows of it is a change of the page and no more. */
export function decideHtml(question: Question, nodes: readonly (ts.Node | undefined)[]): void {
  for (const node of nodes) {
    for (const value of node ? question.run.values.of(node) : []) {
      if (value.kind === 'literal') decideHtml(question, valuesIn(question.run, value, ['__html']));
      if (value.kind !== 'text') continue;
      const { addresses, hasCode } = loadsOfHtml(value.text);
      if (addresses.length > 0) decideTexts(question, addresses);
      if (hasCode) question.flag();
    }
  }
}

/** What the properties that are spread over an element in JSX load. */
export function decideProps(question: Question): void {
  const { run, step } = question;
  const spread = step.reference.value;
  if (!spread) return;
  const type = run.checker.getTypeAtLocation(spread);
  const names = loadingAttributes(step.member.owner);
  for (const value of run.values.of(spread)) {
    if (value.kind === 'literal')
      for (const node of valuesIn(run, value, names)) decideLoad(question, names[0] ?? '', node);
    else if (run.isAny(spread) || type.getProperties().some(({ name }) => names.includes(name.toLowerCase())))
      decideTexts(question, undefined);
  }
}

function valuesIn(run: Run, value: Value, names: readonly string[]): readonly ts.Node[] {
  if (value.kind !== 'literal') return [];
  return findMember(run.checker, value.node, undefined, false)
    .filter((member) => names.includes(attributeName(member).toLowerCase()))
    .flatMap((member) => valueNodeOf(member) ?? []);
}

function attributeName(member: ts.Node): string {
  return ('name' in member && nameOf(member.name as ts.Node | undefined)) || ''; // of a property
}

const LOADING = /^(?:src|srcset|poster|data|background|xlink:href)$/i;
/** Elements whose `href` is only followed. */
const FOLLOWED = /^(?:HTMLAnchorElement|HTMLAreaElement|HTMLBaseElement|SVGAElement)$/;

export function decideAttribute(question: Question): void {
  const { run, step, args } = question;
  const isNamespaced = step.member.name === 'setAttributeNS';
  const [name, value] = isNamespaced ? [args?.[1], args?.[2]] : [args?.[0], args?.[1]];
  const names = name ? run.values.of(name) : [];
  if (names.length === 0) decideTexts(question, undefined);
  for (const each of names) {
    // A name out of the entries of an object: its value comes from there, too.
    if (each.kind === 'literal')
      for (const member of findMember(run.checker, each.node, undefined, false))
        decideNamed(question, attributeName(member), valueNodeOf(member));
    else decideNamed(question, exactText(each), value);
  }
}

function decideNamed(question: Question, name: string | undefined, value: ts.Node | undefined): void {
  if (name === undefined) decideTexts(question, undefined);
  else if (/^(?:on|srcdoc$)/i.test(name)) question.flag();
  else if (LOADING.test(name)) decideLoad(question, name, value);
  else if (/^href$/i.test(name)) decideLink(question, value);
}

// Without knowing the element, nobody can tell whether its address is loaded or only followed.
function decideLink(question: Question, value: ts.Node | undefined): void {
  const { run, step } = question;
  const { receiver } = step.reference;
  const element =
    receiver && run.checker.getNonNullableType(run.checker.getTypeAtLocation(receiver)).getSymbol()?.name;
  if (element !== undefined && FOLLOWED.test(element)) return;
  const isLoaded = element === 'HTMLLinkElement' || /^SVG(?:Use|Image|FEImage|Script)/.test(element ?? '');
  decideAddress(isLoaded ? question : { ...question, must: question.may }, value, 'network:fetch');
}

/** The texts that an expression stands for, undefined for each that is not known. */
export function exactTexts(run: Run, node: ts.Node | undefined): readonly (string | undefined)[] {
  const values = node ? run.values.of(node) : [];
  return values.length > 0 ? values.map(exactText) : [undefined];
}
