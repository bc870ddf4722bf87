import type { AskHandler, AskReply, AskRequest, ConfirmHandler, ConfirmRequest } from '@btcp/core';
import { checkAnswer, choicesOf, titleOf } from '../forms/check-form.ts';
import { create, escaped, nameText, shortened } from './create.ts';
import { denyBecause, FOREIGN_FRAME, isInForeignFrame, type ModalForm, showModal } from './modal.ts';

/** What the dialogs of `confirm` and `ctx.ask` say, for other languages. */
export interface AskTexts {
  /** @param tool - The title or name of the tool. @param manifest - The name of its manifest. */
  readonly confirmTitle: (tool: string, manifest: string) => string;
  readonly askTitle: (tool: string, manifest: string) => string;
  readonly confirm: string;
  readonly cancel: string;
  readonly send: string;
  readonly decline: string;
  /** @param origin - Of the page that would be opened. */
  readonly open: (origin: string) => string;
  readonly noInput: string;
  /** The first choice of a field that may be left out. */
  readonly none: string;
  readonly required: string;
  /** Why "Confirm" does not work: part of the input was not in view. */
  readonly unseen: string;
  /** The same: the title or a button is not in view. */
  readonly hidden: string;
}

const ENGLISH: AskTexts = {
  confirmTitle: (tool, manifest) => `Run “${tool}” of ${manifest}?`,
  askTitle: (tool, manifest) => `“${tool}” of ${manifest} asks`,
  confirm: 'Confirm',
  cancel: 'Cancel',
  send: 'Send',
  decline: 'Decline',
  open: (origin) => `Open ${origin}`,
  noInput: 'Without input.',
  none: '–',
  required: 'required',
  unseen: 'Scroll to see all of the input.',
  hidden: 'To go on, see all of this: enlarge the window, zoom out, or close what lies above.',
};

/** Options of `confirmDialog` and `askDialog`. */
export interface AskDialogOptions {
  readonly texts?: Partial<AskTexts>;
  /** Where the dialog is appended. Default: after the body. */
  readonly parent?: Element;
  /** Asks in a frame of another origin too. Default: declines there. */
  readonly inForeignFrame?: boolean;
}

const MAX_MESSAGE = 500;
const MAX_NOTE = 300;
/** Characters of a value in one line: each line has to be in view as a whole. */
const MAX_LINE = 200;

/** @returns Whether the user allowed. */
async function show(
  form: ModalForm,
  { signal }: Pick<ConfirmRequest, 'signal'>,
  { hidden }: AskTexts,
  { parent, inForeignFrame = false }: AskDialogOptions,
): Promise<boolean> {
  if (!inForeignFrame && isInForeignFrame()) return denyBecause(FOREIGN_FRAME);
  return showModal(form, hidden, parent ?? document.documentElement, signal);
}

/**
 * A handler for the client's option `onConfirm`: a modal dialog with the tool, its sentence and the input of the call.
 * In a page it is the default. "Confirm" works once all of the input was in view.
 */
export function confirmDialog(options: AskDialogOptions = {}): ConfirmHandler {
  const words = { ...ENGLISH, ...options.texts };
  return (request) => {
    const lines = Object.entries(Object(request.input) as object).flatMap(linesOf);
    const input = lines.length > 0 ? create('ul', {}, ...lines) : create('p', {}, words.noInput);
    const form = createModal(request, words.confirmTitle, words.confirm, words.cancel, [input]);
    const shown = [form.message, ...lines];
    return show(
      {
        ...form,
        lines: shown,
        whyNot: (seen) => (shown.every((line) => seen.wasSeen(line)) ? undefined : words.unseen),
      },
      request,
      words,
      options,
    );
  };
}

/** A property of an input: all of it, as what is not shown would be confirmed unseen. */
function linesOf([name, value]: readonly [string, unknown]): readonly HTMLElement[] {
  const text = escaped(JSON.stringify(value) ?? '');
  // After each quote a mark of direction: text from right to left would reorder the values around it.
  return cut(typeof value === 'object' ? text.replaceAll('"', '"\u200E') : text, `${nameText(name)}: `);
}

function cut(text: string, before = ''): readonly HTMLElement[] {
  const characters = Array.from(text);
  const count = Math.max(1, Math.ceil(characters.length / MAX_LINE));
  return Array.from({ length: count }, (_, index) => {
    const code = create('code', {}, characters.slice(index * MAX_LINE, (index + 1) * MAX_LINE).join(''));
    return create('li', { class: index === 0 ? 'first' : 'more' }, index === 0 ? before : '', code);
  });
}

/** A handler for the client's option `onAsk`: a modal dialog with a field for each property. In a page it is the default. */
export function askDialog(options: AskDialogOptions = {}): AskHandler {
  const words = { ...ENGLISH, ...options.texts };
  return (request) =>
    request.url === undefined
      ? askForm(request, words, options)
      : askToOpen(request.url, request, words, options);
}

async function askToOpen(
  url: string,
  request: AskRequest,
  words: AskTexts,
  options: AskDialogOptions,
): Promise<AskReply> {
  const lines = cut(url);
  // All of it, as a host's end says whose it is.
  const text = words.open(new URL(url).origin);
  const form = createModal(request, words.askTitle, text, words.decline, [create('ul', {}, ...lines)]);
  const whyNot: ModalForm['whyNot'] = (seen) =>
    lines.every((line) => seen.wasSeen(line)) ? undefined : words.unseen;
  if (!(await show({ ...form, lines, whyNot }, request, words, options))) return { action: 'declined' };
  // The click allows it, for some seconds.
  window.open(url, '_blank', 'noopener,noreferrer');
  return { action: 'accepted' };
}

async function askForm(request: AskRequest, words: AskTexts, options: AskDialogOptions): Promise<AskReply> {
  const { schema = { type: 'object' as const, properties: {} }, problem } = request;
  const { required = [] } = schema;
  const fields = Object.entries(schema.properties).map(([name, field]) =>
    createField(name, field, required.includes(name), words),
  );
  const read = (): Record<string, unknown> =>
    Object.fromEntries(
      fields.map(({ name, read: of }) => [name, of()] as const).filter(([, value]) => value !== undefined),
    );
  const whyNot = (): string | undefined => {
    const checked = checkAnswer(schema, read());
    return 'problem' in checked ? shortened(checked.problem, MAX_NOTE) : undefined;
  };
  const told = problem === undefined ? [] : [create('p', { role: 'alert' }, shortened(problem, MAX_MESSAGE))];
  const form = createModal(request, words.askTitle, words.send, words.decline, [
    ...told,
    ...fields.map(({ element }) => element),
  ]);
  const isSent = await show({ ...form, lines: [], whyNot, first: fields[0]?.input }, request, words, options);
  return isSent ? { action: 'accepted', content: read() } : { action: 'declined' };
}

function createModal(
  { tool, message }: Pick<ConfirmRequest, 'tool' | 'message'>,
  titleFor: AskTexts['askTitle'],
  allowText: string,
  denyText: string,
  content: readonly HTMLElement[],
): Omit<ModalForm, 'lines' | 'whyNot'> & { readonly message: HTMLElement } {
  // Without what would end the quotes around it.
  const name = shortened((tool.mcp?.title ?? tool.name).replace(/[“”]/g, ''));
  const title = create('h2', { id: 'title' }, titleFor(name, shortened(tool.manifest)));
  const text = create('p', {}, shortened(message, MAX_MESSAGE));
  const allow = create('button', { type: 'button', 'aria-disabled': 'true' }, allowText);
  const deny = create('button', { type: 'button' }, denyText);
  const status = create('p', { role: 'status' });
  const element = create(
    'div',
    { class: 'question' },
    title,
    create('section', {}, text, ...content),
    create('div', { class: 'answers' }, status, deny, allow),
  );
  return { element, fixed: [title, deny, allow], allow, deny, status, message: text };
}

/** A field of the form, and what it holds; `undefined` while it is empty. */
interface Field {
  readonly name: string;
  readonly element: HTMLElement;
  readonly input: HTMLElement | undefined;
  readonly read: () => unknown;
}

const INPUT_TYPES: Readonly<Record<string, string>> = { email: 'email', uri: 'url', date: 'date' };

function createField(name: string, field: object, isRequired: boolean, words: AskTexts): Field {
  const { type, format, description, default: preset } = field as Readonly<Record<string, unknown>>;
  const choices = choicesOf(field);
  const notes = [isRequired && words.required, typeof description === 'string' && description].filter(
    Boolean,
  );
  const label = create('span', {}, shortened(titleOf(name, field)));
  if (notes.length > 0) label.append(' ', create('small', {}, shortened(notes.join(', '), MAX_NOTE)));
  const labelled = (input: HTMLElement): HTMLElement => create('label', { class: 'field' }, label, input);
  if (type === 'array') {
    const boxes = (choices ?? []).map(({ value, title }) => {
      const box = create('input', { type: 'checkbox' });
      box.checked = Array.isArray(preset) && preset.includes(value);
      return { value, box, line: create('label', {}, box, shortened(title)) };
    });
    const element = create('fieldset', {}, create('legend', {}, label), ...boxes.map(({ line }) => line));
    const read = (): unknown => boxes.filter(({ box }) => box.checked).map(({ value }) => value);
    return { name, element, input: boxes[0]?.box, read };
  }
  if (choices) {
    const options = choices.map(({ value, title }) => create('option', { value }, shortened(title)));
    // The first one is a choice of nobody's.
    const select = create('select', {}, create('option', { value: '' }, words.none), ...options);
    const chosen = choices.findIndex(({ value }) => value === preset);
    select.selectedIndex = chosen + 1;
    return {
      name,
      element: labelled(select),
      input: select,
      read: () => choices[select.selectedIndex - 1]?.value,
    };
  }
  if (type === 'boolean') {
    const box = create('input', { type: 'checkbox' });
    box.checked = preset === true;
    return { name, element: create('label', {}, box, label), input: box, read: () => box.checked };
  }
  const isText = type === 'string';
  const kind = isText ? (INPUT_TYPES[String(format)] ?? 'text') : 'number';
  const input = create('input', { type: kind, ...(!isText && { step: type === 'integer' ? '1' : 'any' }) });
  if (typeof preset === 'string' || typeof preset === 'number') input.value = String(preset);
  const read = (): unknown => (input.value === '' ? undefined : isText ? input.value : input.valueAsNumber);
  return { name, element: labelled(input), input, read };
}
