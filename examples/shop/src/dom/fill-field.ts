import { BTCPError } from '@btcp/core';
import type { FormField } from './form-field.ts';

// A file cannot be chosen by a page, a hidden field is not the user's, a button is no field.
const NOT_FILLABLE = new Set(['file', 'hidden', 'submit', 'button', 'reset', 'image']);
const CHECKED = new Map([
  ['true', true],
  ['false', false],
]);

/**
 * Sets what a field holds, and lets the page know as if the user had typed it. All or nothing.
 *
 * @returns What the field held before.
 * @throws BTCPError `FIELD_NOT_FILLABLE`, `FIELD_READ_ONLY`, `OPTION_NOT_FOUND`, `INVALID_FIELD_VALUE`.
 */
export function fillField(field: FormField, value: string): string {
  checkFillable(field);
  const previous = isToggle(field) ? String(field.checked) : field.value;
  if (isToggle(field)) setChecked(field, value);
  else if (isSelect(field)) setOption(field, value);
  else setText(field, value, previous);
  for (const type of ['input', 'change']) field.dispatchEvent(newEvent(field, type));
  return previous;
}

const isSelect = (field: FormField): field is HTMLSelectElement => field.localName === 'select';
const isToggle = (field: FormField): field is HTMLInputElement => ['checkbox', 'radio'].includes(field.type);

function checkFillable(field: FormField): void {
  if (NOT_FILLABLE.has(field.type)) {
    throw new BTCPError('FIELD_NOT_FILLABLE', {
      message: `A field of type ${field.type} cannot be filled in.`,
      suggestion: 'Choose a visible text, number, date, choice or checkbox field.',
    });
  }
  if (!field.disabled && !(field as HTMLInputElement).readOnly) return; // a select's readOnly is undefined
  throw new BTCPError('FIELD_READ_ONLY', {
    message: 'The field is disabled or read-only.',
    suggestion: 'Fill in the fields that it depends on first, or leave it as it is.',
  });
}

function setChecked(field: HTMLInputElement, value: string): void {
  const checked = field.type === 'radio' ? value === field.value || CHECKED.get(value) : CHECKED.get(value);
  if (checked === undefined || (field.type === 'radio' && !checked)) {
    throw invalid(value, `Use "true"${field.type === 'radio' ? ` or "${field.value}"` : ' or "false"'}.`);
  }
  field.checked = checked;
}

function setOption(field: HTMLSelectElement, value: string): void {
  const options = Array.from(field.options).filter((option) => !option.disabled);
  const option =
    options.find((candidate) => candidate.value === value) ??
    options.find(({ text }) => text.trim() === value);
  if (!option) {
    throw new BTCPError('OPTION_NOT_FOUND', {
      message: `The field has no option ${JSON.stringify(value)}.`,
      suggestion: `Use one of: ${options.map((candidate) => candidate.value).join(', ')}.`,
    });
  }
  field.value = option.value;
}

function setText(field: Exclude<FormField, HTMLSelectElement>, value: string, previous: string): void {
  if (field.maxLength >= 0 && value.length > field.maxLength) {
    throw invalid(value, `Use at most ${field.maxLength} characters.`);
  }
  field.value = value;
  // The browser drops what the field's type cannot hold.
  if (field.value === value.replace(/\r\n?/g, '\n')) return;
  field.value = previous;
  throw invalid(value, `Use a value that a field of type ${field.type} can hold.`);
}

// Of the field's own page, which need not be the one this module was loaded in.
function newEvent(field: FormField, type: string): Event {
  const view = field.ownerDocument.defaultView ?? globalThis;
  return new view.Event(type, { bubbles: true });
}

const invalid = (value: string, suggestion: string): BTCPError =>
  new BTCPError('INVALID_FIELD_VALUE', {
    message: `The field cannot hold ${JSON.stringify(value.slice(0, 100))}.`,
    suggestion,
  });
