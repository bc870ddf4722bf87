interface Message {
  readonly id: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
}

const MESSAGES: readonly Message[] = [
  { id: 'm1', from: 'Ann', subject: 'Lunch on Friday?', text: 'Are you there at noon?' },
  { id: 'm2', from: 'Shop', subject: 'Your order 17', text: 'It is on its way.' },
];

/** How often each message was answered. */
const answers = new Map<string, number>();

/** Shows the message that the address names, else the inbox; returns which of the two. */
export function showView(main: HTMLElement, { search }: Location): 'inbox' | 'message' {
  const id = new URLSearchParams(search).get('message');
  const message = MESSAGES.find((candidate) => candidate.id === id);
  main.replaceChildren(message ? messageView(message) : inboxView());
  return message ? 'message' : 'inbox';
}

function inboxView(): HTMLElement {
  const rows = MESSAGES.map(({ id, from, subject }) => {
    const link = create('a', { href: `?message=${id}` }, subject);
    return create('li', { 'data-id': id }, create('span', { class: 'from' }, from), ' ', link);
  });
  return create('ul', { id: 'messages' }, ...rows);
}

function messageView({ id, subject, text }: Message): HTMLElement {
  const form = create(
    'form',
    { id: 'answer' },
    create('textarea', { 'aria-label': 'Answer', required: '' }),
    create('button', {}, 'Send'),
  );
  const status = create('p', { role: 'status' });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // As slow as a server.
    setTimeout(() => {
      const sent = (answers.get(id) ?? 0) + 1;
      answers.set(id, sent);
      form.dataset['sent'] = String(sent);
      status.textContent = `Sent: ${form.querySelector('textarea')?.value ?? ''}`;
      form.dispatchEvent(new Event('sent'));
    }, 100);
  });
  return create('article', { id: 'message' }, create('h1', {}, subject), create('p', {}, text), form, status);
}

function create(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}
