/** Keeps the number of products and the summary of the form up to date, whoever changes them. */
export function keepOutputsLive(page: Document): void {
  const catalog = page.querySelector('#catalog');
  const form = page.querySelector<HTMLFormElement>('#delivery');
  if (!catalog || !form) return;
  const showCount = (): void => write(page, '#count', `${catalog.childElementCount} products`);
  const showSummary = (): void => write(page, '#summary', summarize(new FormData(form)));
  new MutationObserver(showCount).observe(catalog, { childList: true });
  form.addEventListener('input', showSummary);
  form.addEventListener('submit', (event) => event.preventDefault());
  showCount();
  showSummary();
}

function summarize(entries: FormData): string {
  const [pairs, name, country, speed] = ['pairs', 'name', 'country', 'speed'].map((field) => {
    const entry = entries.get(field);
    return typeof entry === 'string' ? entry : '';
  });
  return `${pairs ?? ''} × to ${name || 'you'}, ${country ?? ''}, ${speed ?? ''}`;
}

function write(page: Document, selector: string, text: string): void {
  const output = page.querySelector(selector);
  if (output) output.textContent = text;
}
