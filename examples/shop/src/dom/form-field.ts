/** A field that takes text. */
export type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** How to read what identifies a field. */
export type IdentifierType = 'name' | 'id' | 'label' | 'auto';

type Matches = (field: FormField, identifier: string) => boolean;

// Compared as values, never put into a selector: an identifier may have quotes and brackets in it.
const MATCHERS: Readonly<Record<Exclude<IdentifierType, 'auto'>, Matches>> = {
  name: (field, identifier) => field.getAttribute('name') === identifier,
  id: (field, identifier) => field.id === identifier,
  label: (field, identifier) => labelsOf(field).includes(normalize(identifier)),
};

/** The fields that an identifier means; for "auto" those of the first reading that has any. */
export function findFields(dom: Document, identifier: string, type: IdentifierType): FormField[] {
  const fields = Array.from(dom.querySelectorAll<FormField>('input, textarea, select'));
  const readings = type === 'auto' ? (['name', 'id', 'label'] as const) : [type];
  for (const reading of readings) {
    const found = fields.filter((field) => MATCHERS[reading](field, identifier));
    if (found.length > 0) return found;
  }
  return [];
}

/** The fields of a page by name, id or label, for suggestions. */
export function fieldNames(dom: Document): string[] {
  return Array.from(
    dom.querySelectorAll<FormField>('input, textarea, select'),
    (field) => field.getAttribute('name') || field.id || (labelsOf(field)[0] ?? ''),
  ).filter(Boolean);
}

function labelsOf(field: FormField): string[] {
  const labels = Array.from(field.labels ?? [], ({ textContent }) => normalize(textContent ?? ''));
  const spoken = field.getAttribute('aria-label');
  return spoken === null ? labels : [...labels, normalize(spoken)];
}

// "Email address *:" and "email address" are the same label to a reader.
const normalize = (label: string): string =>
  label
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s:*]+$/, '')
    .toLowerCase();
