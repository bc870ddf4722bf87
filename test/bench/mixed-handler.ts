/** The subject of a handler. */
export interface HandlerSubject {
  readonly index: number;
  readonly noun: string;
  /** The names of all its inputs. */
  readonly inputs: readonly string[];
}

/** The source of a handler, with the code elsewhere in its file that it needs. */
export interface Handler {
  readonly imports: string;
  readonly capabilities: readonly string[];
  readonly text: string;
}

/** Where rows come from, by the browser feature that the handler uses. */
interface Source {
  readonly imports: string;
  readonly capabilities: readonly string[];
  readonly isAsync: boolean;
  readonly rows: (noun: string, index: number) => string;
}

const SOURCES: readonly Source[] = [
  {
    imports: '',
    capabilities: ['dom:read'],
    isAsync: false,
    rows: (noun, index) =>
      `[...dom.querySelectorAll<HTMLElement>('#${noun}-${index} li')].map((item) => ({ id: item.id, amount: Number(item.dataset['amount'] ?? ${index}), label: item.textContent }))`,
  },
  {
    imports: `import { rowsOf } from '../page.ts';\n`,
    capabilities: ['dom:read'],
    isAsync: false,
    rows: (noun, index) => `rowsOf(dom, '#${noun}-${index}')`,
  },
  {
    imports: `import { loadRows } from '../service.ts';\n`,
    capabilities: ['network:fetch:same-origin'],
    isAsync: true,
    rows: (noun, index) => `await loadRows('/api/${noun}s/${index}', signal)`,
  },
  {
    imports: `import { remembered } from '../memory.ts';\nimport { rowsOf } from '../page.ts';\n`,
    capabilities: ['dom:read', 'storage:local:read'],
    isAsync: false,
    rows: (noun, index) => `[...rowsOf(dom, '#${noun}-${index}'), ...remembered('${noun}-${index}')]`,
  },
  {
    imports: `import { remember } from '../memory.ts';\nimport { loadRows, retried } from '../service.ts';\n`,
    capabilities: ['network:fetch:same-origin', 'storage:local:write'],
    isAsync: true,
    rows: (noun, index) =>
      `remember('${noun}-${index}', await retried(() => loadRows(\`/api/${noun}s/\${encodeURIComponent(reference)}\`, signal)))`,
  },
];

/** The condition that each input sets for a row. */
const CONDITIONS: Readonly<Record<string, string>> = {
  reference: 'row.label.includes(reference)',
  limit: '(limit === undefined || row.id.length <= limit)',
  state: 'row.label.includes(state)',
  since: '(since === undefined || row.label >= since)',
  tags: 'tags.every((tag) => row.label.includes(tag))',
  owner: '(owner === undefined || [owner.name, owner.email].some((text) => row.label.includes(text)))',
  minimum: '(minimum === undefined || row.amount >= minimum)',
  archived: `(archived === true || !row.label.startsWith('archived'))`,
};

/** A handler that reads all its inputs, and gets its rows from the page, the network or a storage, mostly by helpers. */
export function mixedHandler({ index, noun, inputs }: HandlerSubject): Handler {
  const source = SOURCES.at(index % SOURCES.length) as Source; // the index is within
  const { imports, capabilities, isAsync } = source;
  const context = isAsync ? 'signal' : 'dom';
  return {
    imports,
    capabilities,
    text: `${isAsync ? 'async ' : ''}execute({ ${inputs.join(', ')} }, { ${context} }) {
    const found = ${source.rows(noun, index)};
    if (found.length === 0) {
      throw new BTCPError('NOTHING_FOUND', { message: 'There are no ${noun}s.', suggestion: 'Open the list of ${noun}s.' });
    }
    const rows = found.filter((row) => ${inputs.map((name) => CONDITIONS[name]).join(' && ')});
    const [first] = rows;
    return { rows, total: rows.length, ...(first && { first }) };
  },`,
  };
}

/** The helpers, by path. */
export const HELPER_FILES: Readonly<Record<string, string>> = {
  'src/page.ts': `import type { ListRow } from './service.ts';

/** The rows of a list of the page. */
export function rowsOf(dom: Document, selector: string): ListRow[] {
  return [...dom.querySelectorAll<HTMLElement>(\`\${selector} li\`)].map(rowOf);
}

function rowOf(item: HTMLElement): ListRow {
  return { id: item.id, amount: Number(item.dataset['amount'] ?? 0), label: item.textContent };
}
`,
  'src/service.ts': `/** What every list has of one thing. */
export interface ListRow {
  id: string;
  amount: number;
  label: string;
}

/** Loads rows from the service. */
export async function loadRows(path: string, signal: AbortSignal): Promise<ListRow[]> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new Error(\`\${path}: \${response.status}\`);
  return (await response.json()) as ListRow[];
}

/** Tries once more. */
export async function retried<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch {
    return run();
  }
}
`,
  'src/memory.ts': `import type { ListRow } from './service.ts';

/** The rows that were kept under a name. */
export function remembered(name: string): ListRow[] {
  const text = localStorage.getItem(\`rows.\${name}\`);
  return text === null ? [] : (JSON.parse(text) as ListRow[]);
}

/** Keeps rows under a name. */
export function remember(name: string, rows: ListRow[]): ListRow[] {
  localStorage.setItem(\`rows.\${name}\`, JSON.stringify(rows));
  return rows;
}
`,
};
