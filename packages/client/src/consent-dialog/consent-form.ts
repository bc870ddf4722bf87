import type { CapabilityRisk } from '@btcp/core';
import type { CapabilityRequest, ConsentRequest } from '../client-options.ts';
import { create, shortened } from './create.ts';
import type { ModalForm } from './modal.ts';
import type { SeenElements } from './seen-elements.ts';

/** What the dialog says, for other languages. Capability texts and names come from the request. */
export interface ConsentTexts {
  /** @param asker - The name of the manifest, and the three numbers of its version; empty for all manifests. */
  readonly title: (asker: string) => string;
  /**
   * @param provider - The name that the manifest's provider gives itself, and the origin of its address; or what it says
   * of a capability of its own.
   */
  readonly provider: (provider: string) => string;
  /** @param tool - The name of the tool whose call waits. */
  readonly tool: (tool: string) => string;
  /** @param count - How many capabilities are ticked. */
  readonly allow: (count: number) => string;
  readonly deny: string;
  /** Why "Allow" does not work: ticked capabilities were not in view. */
  readonly unseen: string;
  /** Why "Allow" does not work: the title or a button is not in view, covered, or too small. */
  readonly hidden: string;
  readonly risks: Readonly<Record<CapabilityRisk, string>>;
  /** What each capability allows, by its id. Default: as the request says. */
  readonly capabilities: Readonly<Record<string, string>>;
}

/** The texts of a dialog to which its host gives no others. */
export const ENGLISH: ConsentTexts = {
  title: (asker) => `Allow ${asker || 'the tools of this page'} to …`,
  provider: (provider) => `Provider, in its own words: ${provider}`,
  tool: (tool) => `A call of "${tool}" is waiting for your answer.`,
  allow: (count) => `Allow ${count}`,
  deny: 'Deny',
  unseen: 'Scroll to see all that is ticked.',
  hidden: 'To allow, see all of this: enlarge the window, zoom out, or close what lies above.',
  risks: { low: 'low risk', medium: 'some risk', high: 'high risk', critical: 'very high risk' },
  capabilities: {},
};

/** Room for the title and the id of a capability, each as long as a manifest allows; so is a description. */
const MAX_ALLOWS = 130;
const MAX_DESCRIPTION = 200;

export interface ConsentLine {
  readonly id: string;
  /** What is granted with it. */
  readonly implies: readonly string[];
  readonly line: HTMLLIElement;
  readonly box: HTMLInputElement;
}

export interface ConsentForm extends ModalForm {
  readonly ticked: () => readonly ConsentLine[];
}

/** Creates the form of a question. Lines that are ticked at first come first. */
export function createForm(
  { manifest, tool, capabilities }: ConsentRequest,
  words: ConsentTexts,
): ConsentForm {
  // The provider is free to choose what follows the three numbers.
  const [version = ''] = /^\d+\.\d+\.\d+/.exec(manifest?.version ?? '') ?? [];
  const asker = manifest ? `${manifest.name} ${version}`.trim() : '';
  const { name, url } = manifest?.provider ?? {};
  const created = capabilities.map((capability) => createLine(capability, words));
  const lines = [true, false].flatMap((first) => created.filter(({ box }) => box.checked === first));
  const ticked = (): readonly ConsentLine[] => lines.filter(({ box }) => box.checked);
  const title = create('h2', { id: 'title' }, shortened(words.title(asker)));
  const allow = create('button', { type: 'button', 'aria-disabled': 'true' });
  const deny = create('button', { type: 'button' }, words.deny);
  const status = create('p', { role: 'status' });
  const scrolled = create(
    'section',
    {},
    ...(name === undefined ? [] : [create('p', {}, words.provider(`${shortened(name)}${originOf(url)}`))]),
    ...(tool ? [create('p', {}, words.tool(shortened(tool.name)))] : []),
    create('ul', {}, ...lines.map(({ line }) => line)),
  );
  const answers = create('div', { class: 'answers' }, status, deny, allow);
  // No form, which Enter would submit from any of its boxes.
  const element = create('div', { class: 'question' }, title, scrolled, answers);
  const count = (): void => void (allow.textContent = words.allow(ticked().length));
  for (const each of lines) {
    const { line, box } = each;
    box.addEventListener('change', () => {
      for (const other of lines) follow(each, other);
      count();
    });
    // The browser scrolls to the box alone.
    line.addEventListener('focusin', () => line.scrollIntoView({ block: 'nearest' }));
  }
  count();
  const whyNot = (seen: SeenElements): string | undefined => {
    if (!ticked().every(({ line }) => seen.wasSeen(line))) return words.unseen;
    return ticked().length === 0 ? '' : undefined;
  };
  const shown = lines.map(({ line }) => line);
  return { element, fixed: [title, deny, allow], lines: shown, allow, deny, status, whyNot, ticked };
}

function createLine(
  { id, risk, allows, implies, description }: CapabilityRequest,
  { risks, capabilities, provider }: ConsentTexts,
): ConsentLine {
  const box = create('input', { type: 'checkbox' });
  box.checked = risk === 'low' || risk === 'medium';
  const own = Object.hasOwn(capabilities, id) && capabilities[id];
  const words = create(
    'span',
    {},
    shortened(own || allows, MAX_ALLOWS),
    ' ',
    create('small', { class: risk }, risks[risk]),
  );
  if (!own && description !== undefined)
    words.append(create('br', {}), create('small', {}, provider(shortened(description, MAX_DESCRIPTION))));
  return { id, implies, line: create('li', {}, create('label', {}, box, words)), box };
}

/** Ticks what a ticked line implies, and unticks what implies an unticked one: neither could be had alone. */
function follow({ id, implies, box }: ConsentLine, other: ConsentLine): void {
  if (box.checked ? implies.includes(other.id) : other.implies.includes(id)) other.box.checked = box.checked;
}

/** An address in brackets, without its path, which could be as long as to hide the rest; only of the web. */
function originOf(url = ''): string {
  const origin = URL.canParse(url) ? new URL(url).origin : '';
  return origin.startsWith('http') ? ` (${shortened(origin)})` : '';
}
