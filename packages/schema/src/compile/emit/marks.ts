/** Stands for a statement that is chosen later, by its number. */
export const chosenLater = (index: number): string => `\ue001${index}\ue001`;

const CHOICE = /\ue001(\d+)\ue001;/g;

/** Puts the chosen statements in. */
export function fillChoices(text: string, textOf: (index: number) => string): string {
  return text.replace(CHOICE, (_, index: string) => textOf(Number(index)));
}

/** Begins a condition that holds whenever a check comes to it. */
export const KNOWN_TO_CHECK = '\ue004';

const KNOWN_CONDITION = /if\(\ue004[^()]*\)/g;

/** Leaves out the conditions that a check knows to hold. */
export function withoutKnown(text: string): string {
  return text.replace(KNOWN_CONDITION, '');
}

/** Keeps those conditions. */
export function withKnown(text: string): string {
  return text.replaceAll(KNOWN_TO_CHECK, '');
}
