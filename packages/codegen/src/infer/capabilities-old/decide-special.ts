import { ts } from '../../source/ts.ts';
import { heldBy, valueNodeOf } from './answer-method.ts';
import {
  decideAddress,
  decideAssigned,
  decideAttribute,
  decideHtml,
  decideProps,
  exactTexts,
} from './decide-address.ts';
import { originOf } from './declarations.ts';
import { findMember } from './find-member.ts';
import type { Special } from './member-rule.ts';
import { propertyOf } from './member-symbols.ts';
import { memberText } from './member-table.ts';
import { isWindow } from './member-values.ts';
import type { Question } from './question.ts';
import type { Run, SpecialStep } from './run.ts';
import { type Value, exactText } from './value.ts';

/** Decides a use that depends on arguments, receiver or value, now that all calls are known. */
export function decideSpecial(run: Run, step: SpecialStep, unit: ts.Node): void {
  DECISIONS[step.special]({
    run,
    step,
    args: step.reference.args,
    may: (capability) => run.add(capability, false, step, unit),
    must: (capability) => run.add(capability, true, step, unit),
    flag: () => run.findings.addFlag('unverifiable', step.reference.node, memberText(step.member), unit),
  });
}

const DECISIONS: Readonly<Record<Special, (question: Question) => void>> = {
  area: decideArea,
  handle: () => undefined,
  clipboardEvent: decideClipboard,
  code: ({ flag }) => flag(),
  either: ({ may }) => {
    may('storage:local:read');
    may('storage:session:read');
  },
  eventTarget: decideEventTarget,
  execCommand: decideCommand,
  form: ({ args, must }) => args && args.length > 0 && must('dom:read'),
  media: decideMedia,
  html: (question) => {
    decideScriptText(question);
    decideHtml(question, [question.step.reference.value]);
  },
  htmlArgument: (question) => decideHtml(question, question.args ?? []),
  page: ({ run, args, must }) => {
    const types = args?.[0] ? typesOf(run, args[0]) : [];
    if (types.some((type) => isPageType(run, type) === 'page')) must('dom:read');
  },
  props: decideProps,
  scriptText: decideScriptText,
  socket: (question) => decideAddress(question, question.args?.[0], 'network:websocket'),
  timer: decideTimer,
  transaction: decideTransaction,
  url: (question) => {
    if (question.step.member.owner !== 'Audio' || question.args?.length)
      decideAddress(question, question.args?.[0], 'network:fetch');
  },
  urlAssigned: decideAssigned,
  urlAttribute: decideAttribute,
  urlOfAttr: (question) => decideAssigned({ ...question, must: question.may }),
  urlSecond: (question) => decideAddress(question, question.args?.[1], 'network:fetch'),
};

function decideScriptText({ run, step, flag }: Question): void {
  const { receiver } = step.reference;
  const element =
    receiver && run.checker.getNonNullableType(run.checker.getTypeAtLocation(receiver)).getSymbol()?.name;
  if (element === 'HTMLScriptElement' || element === 'SVGScriptElement') flag();
}

const WRITING_STORAGE = new Set(['setItem', 'removeItem', 'clear']);

function decideArea({ run, step, may, must }: Question): void {
  const { receiver, mode, node } = step.reference;
  const writes = mode === 'write' || mode === 'both' || WRITING_STORAGE.has(step.member.name);
  const found = receiver ? run.values.of(receiver) : [];
  // An object of the author's in place of a storage; where one is listed, it is what holds the storage.
  const isOwn = found.length > 0 && found.every(({ kind }) => kind === 'literal' || kind === 'instance');
  if (isOwn && node !== receiver) return;
  const named = found.flatMap((value) => (value.kind === 'storage' ? [value.area] : []));
  // A storage that is not followed is still one of those that the code names.
  const areas = named.length > 0 ? named : [...run.areas];
  const use = areas.length > 0 ? must : may;
  for (const area of areas.length > 0 ? areas : (['local', 'session'] as const)) {
    use(`storage:${area}:${writes ? 'write' : 'read'}`);
    if (mode === 'both') use(`storage:${area}:read`);
  }
}

function decideClipboard({ step, must }: Question): void {
  const { parent } = step.reference.node;
  const member = ts.isPropertyAccessExpression(parent) || ts.isNonNullExpression(parent) ? parent : undefined;
  const access = member && ts.isNonNullExpression(member) ? member.parent : member;
  const isWritten =
    access && ts.isPropertyAccessExpression(access) && /^(?:setData|clearData)$/.test(access.name.text);
  must(isWritten ? 'clipboard:write' : 'clipboard:read');
}

function decideEventTarget({ run, step, may, must }: Question): void {
  const capability = step.member.name === 'dispatchEvent' ? 'dom:write' : 'dom:observe';
  const { receiver } = step.reference;
  if (!receiver) return step.reference.isIndirect ? may(capability) : must(capability);
  const values = run.values.of(receiver);
  if (values.length > 0 && values.every(({ kind }) => kind === 'data')) return;
  const verdicts = new Set(typesOf(run, receiver).map((type) => isPageType(run, type)));
  if (verdicts.has('page')) return must(capability);
  if (verdicts.has('open')) may(capability);
}

function typesOf(run: Run, receiver: ts.Node): readonly ts.Type[] {
  const own = run.checker.getNonNullableType(run.checker.getTypeAtLocation(receiver));
  const platform = run.values
    .of(receiver)
    .flatMap((value) => (value.kind === 'platform' ? [value.type] : []));
  const isPlain = own.getSymbol()?.name === 'EventTarget' || (own.flags & ts.TypeFlags.Any) !== 0;
  const made = ts.isExpression(receiver) && isPlain ? platform : [];
  return (made.length > 0 ? made : [own]).flatMap((type) => (type.isUnion() ? type.types : [type]));
}

function isPageType(run: Run, type: ts.Type): 'page' | 'open' | 'other' {
  if (isWindow(type)) return 'page';
  const marker = propertyOf(run.checker, type, 'nodeType');
  if (marker?.declarations?.some((each) => originOf(each) === 'platform')) return 'page';
  return type.getSymbol()?.name === 'EventTarget' || (type.flags & ts.TypeFlags.Any) !== 0 ? 'open' : 'other';
}

function decideCommand({ run, args, must, may }: Question): void {
  for (const command of exactTexts(run, args?.[0])) {
    if (command === undefined) {
      may('clipboard:read');
      may('clipboard:write');
    } else if (/^(?:copy|cut)$/i.test(command)) must('clipboard:write');
    else if (/^paste$/i.test(command)) must('clipboard:read');
  }
}

function decideMedia({ run, args, must, may }: Question): void {
  const constraints = args?.[0] ? run.values.of(args[0]) : [];
  for (const [key, capability] of [
    ['video', 'media:camera'],
    ['audio', 'media:microphone'],
  ] as const) {
    const verdicts =
      constraints.length > 0 ? constraints.map((value) => isAsked(run, value, key)) : [undefined];
    if (verdicts.includes(true)) must(capability);
    else if (verdicts.includes(undefined)) may(capability);
  }
}

function isAsked(run: Run, value: Value, key: string): boolean | undefined {
  if (value.kind !== 'literal') return undefined;
  const [member] = findMember(run.checker, value.node, key, false);
  if (!member) return isAskedBySpread(run, value.node, key);
  const type = run.checker.getTypeAtLocation(valueNodeOf(member) ?? member);
  if ((type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) !== 0) return false;
  if ((type.flags & ts.TypeFlags.Object) !== 0) return true;
  if ((type.flags & ts.TypeFlags.BooleanLiteral) !== 0) return run.checker.typeToString(type) === 'true';
  const texts = new Set(heldBy(run, member).map(exactText));
  if (texts.has('true')) return true;
  return texts.has('false') && texts.size === 1 ? false : undefined;
}

// `{ ...base, video: true }`: what is spread may ask as well.
function isAskedBySpread(run: Run, literal: ts.Node, key: string): boolean | undefined {
  const spreads = ts.isObjectLiteralExpression(literal)
    ? literal.properties.filter(ts.isSpreadAssignment)
    : [];
  const verdicts = new Set(
    spreads.flatMap(({ expression }) => {
      const values = run.values.of(expression);
      return values.length > 0 ? values.map((value) => isAsked(run, value, key)) : [undefined];
    }),
  );
  if (verdicts.has(true)) return true;
  return verdicts.has(undefined) ? undefined : false;
}

function decideTimer({ run, args, flag }: Question): void {
  const [callback] = args ?? [];
  if (!callback) return;
  const { flags } = run.checker.getTypeAtLocation(callback);
  const isText = (flags & ts.TypeFlags.StringLike) !== 0;
  const isOpen =
    (flags & ts.TypeFlags.Any) !== 0 && run.values.of(callback).some(({ kind }) => kind !== 'function');
  if (isText || isOpen) flag();
}

function decideTransaction({ run, args, must, may }: Question): void {
  const mode = args?.[1];
  for (const text of mode ? exactTexts(run, mode) : [args ? 'readonly' : undefined]) {
    if (text === 'readwrite' || text === 'versionchange') must('storage:indexed:write');
    else must('storage:indexed:read');
    if (text === undefined) may('storage:indexed:write');
  }
}
