import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { discoverTools } from '../../discover/discover-tools.ts';
import { matchFiles } from '../../source/match-files.ts';
import { SourceProject } from '../../source/source-project.ts';
import { CodeReader } from '../code-reader.ts';
import { toolLocation } from '../tool-location.ts';
import { makeFolderBeside } from '../../../../../test/support/make-folder-beside.ts';

/** What each handler of an orders page writes that may outlive its call. */
const HANDLERS: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  reserve: ['reserved.push(id);', ['reserved.push(id)']],
  countCalls: ['count++;', ['count++']],
  renameShop: ['shop.name = id;', ['shop.name = id']],
  forgetShop: ['delete shop.name;', ['delete shop.name']],
  keepResult: ['cache.set(id, 1);', ['cache.set(id, 1)']],
  keepThere: ['ledger.rows.push(id);', ['ledger.rows.push(id)']],
  payOrder: [
    'const order = orders.find((each) => each.id === id); if (order) order.state = "paid";',
    ['order.state = "paid"'],
  ],
  payFirst: ['const [first] = orders; first!.state = "paid";', ['first!.state = "paid"']],
  payAll: ['for (const order of orders.filter(Boolean)) order.state = "paid";', ['order.state = "paid"']],
  payEach: ['orders.forEach((order) => { order.state = "paid"; });', ['order.state = "paid"']],
  payFound: ['findOrder(id).state = "paid";', ['findOrder(id).state = "paid"']],
  payElsewhere: ['markPaid(findOrder(id));', ['order.state = "paid"']],
  payInCopy: ['[...orders][0]!.state = "paid";', ['[...orders][0]!.state = "paid"']],
  payGiven: ['during(() => orders[0]!).state = "paid";', ['during(() => orders[0]!).state = "paid"']],
  payMapped: [
    'orders.map((order) => order)[0]!.state = "paid";',
    ['orders.map((order) => order)[0]!.state = "paid"'],
  ],
  payKept: [
    'const kept = { order: findOrder(id) }; kept.order.state = "paid";',
    ['kept.order.state = "paid"'],
  ],
  payChosen: [
    'let order = { id, state: "" }; order = orders[0]!; order.state = "paid";',
    ['order.state = "paid"'],
  ],
  swapOrders: [
    '[orders[0], orders[1]] = [orders[1]!, orders[0]!];',
    ['[orders[0], orders[1]] = [orders[1]!, orders[0]!]'],
  ],
  sortInPlace: ['return orders.sort(byId).length;', ['orders.sort(byId)']],
  assignTo: ['Object.assign(shop, { name: id });', ['Object.assign(shop, { name: id })']],
  keepQuery: ['query.set("id", id);', ['query.set("id", id)']],
  moveDay: ['day.setDate(2);', ['day.setDate(2)']],
  countOn: ['return nextNumber();', ['++number']],
  nextId: ['return ids.next().value ?? 0;', ['ids.next()']],
  addToBasket: ['basket.add(id);', ['this.items.push(item)']],
  keepInClass: ['Visits.count += 1;', ['Visits.count += 1']],
  hostsContext: ['(ctx as { seen?: string }).seen = id;', ['(ctx as { seen?: string }).seen = id']],
  showPart: ['panels.get(id)?.show(id);', ['this.visible[part] = true']],
  groupOnto: [
    'return orders.reduce((groups, { state }) => { groups[state] = id; return groups; }, shop as Record<string, string>).name!.length;',
    ['groups[state] = id'],
  ],
  fillLater: ['const late = () => { reserved.push(id); }; late();', ['reserved.push(id)']],

  readOrders: ['return orders.filter(({ state }) => state === id).sort(byId).length;', []],
  sortCopy: ['return [...orders].sort(byId).length + orders.slice().reverse().length;', []],
  countLocally: ['let n = orders.length; n++; n += shop.name.length; return n;', []],
  gather: [
    'const out: string[] = []; for (const order of orders) out.push(order.id); return out.length;',
    [],
  ],
  gatherInside: [
    'const out = new Set<string>(); orders.forEach((order) => out.add(order.id)); return out.size;',
    [],
  ],
  gatherElsewhere: ['const out: string[] = []; collect(out, id); return out.length;', []],
  group: ['return groupByState().size;', []],
  copyOrder: ['const copy = { ...findOrder(id) }; copy.state = "paid"; return copy.state;', []],
  cloneOrders: ['const all = structuredClone(orders); all[0]!.state = "paid"; return all.length;', []],
  changeInput: ['const words = id.split(" "); words.reverse(); return words.length;', []],
  ownDate: ['const today = new Date(day); today.setDate(1); return today.getDate();', []],
  ownQuery: ['const own = new URLSearchParams(); own.set("id", id); return own.toString();', []],
  ownAddress: [
    'const address = new URL("https://shop.example"); address.searchParams.set("id", id); return address.href;',
    [],
  ],
  ownForm: ['const form = new FormData(); form.append("id", id); return [...form].length;', []],
  ownHeaders: ['const headers = new Headers(); headers.set("id", id); return headers.get("id");', []],
  listen: ['ctx.signal.addEventListener("abort", () => {});', []],
  pureAdd: ['return money.add(1, 2);', []],
  parseWords: ['return new Words(id).count();', []],
  groupIds: [
    'const byState = new Map<string, string[]>(); for (const { id: each, state } of orders) { const list = byState.get(state) ?? []; list.push(each); byState.set(state, list); } return byState.size;',
    [],
  ],
  markWaiting: [
    'const waiting = new Map<string, Order>(); waiting.set(id, { id, state: "" }); for (const each of waiting.values()) each.state = "waiting"; return waiting.size;',
    [],
  ],
  fillRows: [
    'const grid: string[][] = orders.map(() => []); for (const row of grid) row.push(id); return grid.length;',
    [],
  ],
  fetchRows: ['const rows = await load(); rows.sort(); return rows.length;', []],
  countByState: [
    'return Object.keys(orders.reduce<Record<string, number>>((counts, { state }) => { counts[state] = 1; return counts; }, {})).length;',
    [],
  ],
  foldActions: ['return [id].reduce(reducer, { ids: [] }).ids.length;', []],
  readIndex: ['return index.get(id) ?? 0;', []],
  readDatabase: [
    'const request = indexedDB.open("a"); await new Promise((resolve) => { request.onsuccess = resolve; }); return request.result.name;',
    [],
  ],
  readRecords: [
    'const transaction = (await opened(indexedDB.open("a"))).transaction("a"); transaction.oncomplete = () => {}; return opened(transaction.objectStore("a").count());',
    [],
  ],
  payPicked: [
    'const picked: Order[] = []; for (const each of orders) picked.push(each); for (const each of picked) each.state = "paid";',
    ['each.state = "paid"'],
  ],
  payIndexed: [
    'const index = new Map<string, Order>(); for (const each of orders) index.set(each.id, each); const hit = index.get(id); if (hit) hit.state = "paid";',
    ['hit.state = "paid"'],
  ],
  payGrouped: [
    'const groups: Record<string, Order[]> = {}; for (const each of orders) (groups[each.state] ??= []).push(each); for (const group of Object.values(groups)) for (const each of group) each.state = "paid";',
    ['each.state = "paid"'],
  ],
  payReduced: [
    'const all = orders.reduce<Record<string, Order>>((found, each) => { found[each.id] = each; return found; }, {}); all[id]!.state = "paid";',
    ['all[id]!.state = "paid"'],
  ],
  payByHelper: [
    'keyBy(orders, (each) => each.id)[id]!.state = "paid";',
    ['keyBy(orders)[id]!.state = "paid"'],
  ],
  payMember: [
    'const selected: { order?: Order } = {}; selected.order = orders[0]!; selected.order.state = "paid";',
    ['selected.order.state = "paid"'],
  ],
  payWithin: [
    'const lines: { order: Order; n: number }[] = []; for (const order of orders) lines.push({ order, n: 0 }); lines[0]!.order.state = "paid";',
    ['lines[0]!.order.state = "paid"'],
  ],
  countLines: [
    'const lines: { order: Order; n: number }[] = []; for (const order of orders) lines.push({ order, n: 0 }); for (const each of lines) each.n++; return lines.length;',
    [],
  ],
  countIndexed: [
    'const index = new Map<string, { n: number }>(); for (const each of orders) index.set(each.id, { n: 0 }); index.get(id)!.n++; return index.size;',
    [],
  ],
  setNeeds: [
    'const waiting = new Map<string, { order: Order; needs: string[] }>(); for (const order of orders) waiting.set(order.id, { order, needs: [] }); for (const each of waiting.values()) each.needs = [id]; return waiting.size;',
    [],
  ],
  queueShared: ['queue.add(id);', ['this.items.push(item)']],
  queueOwn: ['const own = new Queue(); own.add(id); own.addAll([id]); return own.items.length;', []],
  queueEither: ['const one = id ? queue : new Queue(); one.add(id);', ['this.items.push(item)']],
  queueBorrowed: [
    'const own = new Queue(); own.add.call(queue, id); return own.size;',
    ['this.items.push(item)'],
  ],
  queueGiven: ['fillQueue(queue);', ['this.items.push(item)']],
  queueOwnGiven: ['const own = new Queue(); fillQueue(own); return own.size;', []],
  queueEach: ['const own = new Queue(); [id].forEach(own.add, queue);', ['this.items.push(item)']],
  parseOwn: ['return new Parser().m0();', []],
  parseShared: ['return parser.m0();', ['this.at++']],
  addToMade: ['made2.add(id);', ['this.items.push(item)']],
  addToOwn: ['const own = createMade(); own.items.push(id); return own.items.length;', []],
  limitCalls: ['return limits.every((allows) => allows());', ['times.push(id)']],
  stepClosure: ['stepper.step();', ['at++']],
  paySlowly: ['(await slowly(orders[0]!)).state = "paid";', ['order.state = "paid"']],
  sortSlowly: ['const rows = await slowly([...orders]); rows.sort(byId); return rows.length;', []],
  readBlob: [
    'const reader = new FileReader(); reader.onload = () => {}; reader.readAsText(new Blob([id])); return 1;',
    [],
  ],
  callUndo: ['undo();', ['handlers.delete("last")']],
  callUndoOf: ['undone.get(id)?.();', ['keptHandlers.delete(name)']],
  readShared: ['shared.onload = () => {};', ['shared.onload = () => {}']],
  rollDie: ['return die.next();', []],
  rollCounted: ['const counted: Random = { next: () => seen++ }; return counted.next();', ['seen++']],
  addToSink: ['sink.add(id);', ['sink.add(id)']],
  addToSinks: ['for (const each of sinks) each.add(id);', ['each.add(id)']],
  sendOnce: ['const got: string[] = []; send({ next: (text) => got.push(text) }); return got.length;', []],

  // What the module makes as it loads.
  emitWatched: ['watcher.bus.emit(id);', ['seen++']],
  readWatched: ['return watcher.labels.length;', []],
  runHook: ['hooks.run();', ['seen++']],
  passHook: ['queueMicrotask(hooks.run);', ['seen++']],
  applyHook: ['hooks.run.call(null);', ['seen++']],
  takeHook: ['const { run } = hooks; run();', ['seen++']],
  listHook: ['[hooks.run].forEach((each) => each());', ['seen++']],
  runOfTable: ['table[id]?.();', ['seen++']],
  runOfMap: ['made.get(id)?.();', ['seen++']],
  runPicked: ['const pick = () => made.get(id)!; pick()();', ['seen++']],
  runThen: ['await Promise.resolve().then(made.get(id));', ['seen++']],
  readLazily: ['return box.value;', ['seen++']],
  runWrapped: ['wrapped();', ['seen++']],
  nextMade: ['return later.advance();', ['seen++']],
  peekMade: ['return later.peek();', []],
  runJobs: ['for (const job of jobs) job.run();', ['seen++']],
  actOnStore: ['store.actions.add();', ['seen++']],
  readStore: ['return store.actions.get();', []],
  bumpMade: ['bump();', ['seen++']],
  makeCell: ['return new Cell().value;', ['seen++']],
  readCell: ['return cell.value;', []],
  callBack: ['during(() => made.get(id)!());', ['seen++']],
  sortMade: ['return [...orders].sort(made.size ? byId : byId).length;', []],
  runInterval: ['setInterval(made.get(id)!, 1);', ['seen++']],
  runByName: ['const key = "run" as const; hooks[key]();', ['seen++']],
  runOfCopy: ['const copy = { ...table }; copy["a"]!();', ['seen++']],
  runGiven: ['run(hooks);', ['seen++']],
  runOfClass: ['new Runner(hooks).go();', ['seen++']],
  countByArrow: ['new Counter().add(); counter2.add();', ['this.count++']],
  readCounter: ['return counter2.count + new Counter().size;', []],
  writeText: ['return `${texts}`;', ['shown++']],
  callHook: ['hook.run?.();', ['hooked++']],
  hitOne: ['return hits["a"]?.hit();', ['total++']],
};

/** The same of a module that keeps handlers by name. */
const OF_REGISTRY: typeof HANDLERS = {
  callHandler: ['return handlers.get(id)?.(2) ?? 0;', []],
};

const IMPORTS = `import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
`;

const REGISTRY = `type Handler = (n: number) => number;
const handlers = new Map<string, Handler>();
function register(name: string, handler: Handler): () => void {
  handlers.set(name, handler);
  return () => handlers.delete(name);
}
register('double', (n) => n * 2);
let count = 0;
`;

/** Methods that all call one another: there are more ways between them than could be followed. */
const PARSING = Array.from({ length: 14 }, (_, at) => {
  const others = Array.from({ length: 14 }, (_, other) => `this.m${other}()`).toSpliced(at, 1);
  return `  m${at}(): number { this.at++; return this.at > 9 ? 0 : ${others.join(' + ')}; }`;
}).join('\n');

const MODULE = `import { ledger } from './ledger.ts';
interface Order { id: string; state: string }
const orders: Order[] = [];
const reserved: string[] = [];
let count = 0;
const shop: { name: string } = { name: 'Corner' } as any as { name: string };
const cache = new Map<string, number>();
const day = new Date(0);
const query = new URLSearchParams();
const byId = (a: Order, b: Order): number => (a.id < b.id ? -1 : 1);
const money = { add: (a: number, b: number): number => a + b };
function findOrder(id: string): Order {
  for (const order of orders) if (order.id === id) return order;
  throw new Error(id);
}
function markPaid(order: Order): void { order.state = "paid"; }
function collect(out: string[], id: string): void { out.push(id); }
function groupByState(): Map<string, number> {
  const groups = new Map<string, number>();
  orders.forEach(({ state }) => { groups.set(state, 1); });
  return groups;
}
function counter(): () => number { let number = 0; return () => ++number; }
const nextNumber = counter();
function* numbers(): Generator<number> { yield 1; }
const ids = numbers();
class Basket { readonly items: string[] = []; add(item: string): void { this.items.push(item); } }
const basket = new Basket();
class Words {
  #at = 0;
  readonly words: string[];
  constructor(text: string) { this.words = text.split(' '); }
  count(): number { while (this.#at < this.words.length) this.#at++; return this.#at; }
}
async function load(): Promise<string[]> { const rows = new Array<string>(); return rows; }
function during<T>(act: () => T): T { return act(); }
class Visits { static count = 0; }
class Panel {
  visible: Record<string, boolean>;
  constructor(visible: Record<string, boolean>) { this.visible = visible; }
  show(part: string): void { this.visible[part] = true; }
}
const panels = new Map<string, Panel>();
function reducer(state: { ids: string[] }, id: string): { ids: string[] } { state.ids.push(id); return state; }
function buildIndex(): Map<string, number> {
  const built = new Map<string, number>();
  for (const [at, { id }] of orders.entries()) built.set(id, at);
  return built;
}
const index = buildIndex();
const opened = <T>(request: IDBRequest<T>): Promise<T> => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
const shared = new FileReader();
interface Random { next(): number }
const die: Random = { next: () => 4 };
interface Sink { add(text: string): unknown }
const sink: Sink = new Set<string>();
const sinks: readonly Sink[] = [{ add: () => 1 }, new Set<string>()];
interface Observer { next(text: string): void }
function send(observer: Observer): void { observer.next('a'); }
type Handler = (n: number) => number;
const handlers = new Map<string, Handler>();
function registerLast(handler: Handler): () => void {
  handlers.set('last', handler);
  return () => handlers.delete('last');
}
const undo = registerLast((n) => n);
const keptHandlers = new Map<string, Handler>();
function keep(name: string, handler: Handler): () => void {
  keptHandlers.set(name, handler);
  return () => keptHandlers.delete(name);
}
const undone = new Map<string, () => void>();
undone.set('a', keep('a', (n) => n));
const slowly = <T,>(value: T): Promise<T> => new Promise((resolve) => { setTimeout(() => resolve(value), 1); });
function keyBy<T>(rows: readonly T[], keyOf: (row: T) => string): Record<string, T> {
  const all: Record<string, T> = {};
  for (const row of rows) all[keyOf(row)] = row;
  return all;
}
function createMade() { return { items: [] as string[], add(item: string): void { this.items.push(item); } }; }
const made2 = createMade();
const limits = [3, 1].map((most) => { const times: number[] = []; return () => times.push(0) < most; });
class Stepper { readonly step: () => void; constructor() { let at = 0; this.step = () => { at++; }; } }
const stepper = new Stepper();
class Queue {
  readonly items: string[];
  #added = 0;
  constructor() { this.items = []; }
  get size(): number { return this.items.length + this.#added; }
  add(item: string): void { this.items.push(item); this.#added++; }
  addAll(items: readonly string[]): void { for (const item of items) this.add(item); }
}
const queue = new Queue();
function fillQueue(given: Queue): void { given.addAll(['a']); }
class Parser {
  at = 0;
${PARSING}
}
const parser = new Parser();
let seen = 0;
class Bus {
  readonly #all: ((id: string) => void)[] = [];
  on(listener: (id: string) => void): void { this.#all.push(listener); }
  emit(id: string): void { for (const listener of this.#all) listener(id); }
}
class Watcher {
  readonly bus = new Bus();
  readonly labels: string[] = [];
  constructor() { this.bus.on(() => { seen++; }); }
}
const watcher = new Watcher();
class Hooks { readonly run: () => void; constructor(run: () => void) { this.run = run; } }
const hooks = new Hooks(() => { seen++; });
const table: Record<string, () => void> = { a: () => { seen++; } };
const made = new Map<string, () => void>([['a', () => { seen++; }]]);
function lazy(act: () => void): { readonly value: number } { return { get value() { act(); return 1; } }; }
const box = lazy(() => { seen++; });
function wrap(act: () => void): () => void { return () => act(); }
const wrapped = wrap(() => { seen++; });
const later = (() => { let at = 0; return { advance: () => ++at, peek: () => at }; })();
interface Job { run(): void }
const jobs: Job[] = [{ run: () => { seen++; } }];
class Store {
  state = 0;
  readonly actions: { add(): void; get(): number };
  constructor() { this.actions = { add: () => { this.state++; }, get: () => this.state }; }
}
const store = new Store();
const { bump } = (() => ({ bump: () => { seen++; } }))();
class Cell { static readonly all: Cell[] = []; readonly value = 1; constructor() { Cell.all.push(this); } }
const cell = new Cell();
class Counter {
  count = 0;
  readonly size: number;
  constructor() { let size = 0; [1].forEach((each) => { size += each; this.count = each; }); this.size = size; }
  add = (): void => { this.count++; };
}
const counter2 = new Counter();
const texts = (() => { let shown = 0; return { toString() { return String(shown++); } }; })();
const hook: { run?: () => void } = {};
let hooked = 0;
function hookUp(): void { hook.run = () => { hooked++; }; }
hookUp();
const hits: Record<string, { hit(): number }> = {};
['a'].forEach((name) => { let total = 0; hits[name] = { hit() { return total++; } }; });
const run = (job: Job): void => job.run();
class Runner { readonly #job: Job; constructor(job: Job) { this.#job = job; } go(): void { this.#job.run(); } }
`;

// Beside the real sources, so that `@btcp/core` and TypeBox resolve as they do for authors.
const root = makeFolderBeside(import.meta.dirname);
afterAll(() => rmSync(root, { recursive: true }));

function writtenState(): Readonly<Record<string, boolean>> {
  const toolsOf = (handlers: typeof HANDLERS): string =>
    Object.entries(handlers)
      .map(
        ([name, [body]]) => `export const ${name} = defineTool({
  inputSchema: Type.Object({ id: Type.String() }),
  capabilities: [],
  async execute({ id }, ctx): Promise<unknown> { ${body} return ctx && count; },
});
`,
      )
      .join('');
  writeFileSync(join(root, 'ledger.ts'), 'export const ledger = { rows: [] as string[] };\n');
  writeFileSync(join(root, 'orders.ts'), IMPORTS + MODULE + toolsOf(HANDLERS));
  writeFileSync(join(root, 'registry.ts'), IMPORTS + REGISTRY + toolsOf(OF_REGISTRY));
  const options = { target: 'ES2022', module: 'NodeNext', lib: ['ESNext', 'DOM'], types: [], strict: true };
  const compilerOptions = { ...options, allowImportingTsExtensions: true, noEmit: true };
  writeFileSync(
    join(root, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, customConditions: ['@btcp/source'] } }),
  );
  const tsconfig = join(root, 'tsconfig.json');
  const project = new SourceProject(root, tsconfig);
  const files = matchFiles(project.root, ['orders.ts', 'registry.ts']);
  const reader = new CodeReader({ root, tsconfig, files });
  const written = discoverTools(project, files).tools.map((tool) => {
    const { state } = reader.capabilities(toolLocation(tool));
    return [tool.nameNode.getText(), state !== undefined];
  });
  reader.close();
  return Object.fromEntries(written) as Readonly<Record<string, boolean>>;
}

test('writes to what outlives a call are found, and no others', () => {
  expect(writtenState()).toEqual(
    Object.fromEntries(
      Object.entries({ ...HANDLERS, ...OF_REGISTRY }).map(([name, [, writes]]) => [name, writes.length > 0]),
    ),
  );
});
