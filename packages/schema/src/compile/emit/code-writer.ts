import type { CheckMode } from './code-host.ts';

/** Code that differs between a checking function and a collecting one; built when it is needed. */
export type Choice = Readonly<Record<CheckMode, () => string>>;

/** A statement with nested statements. */
interface Block {
  readonly head: string | Choice;
  readonly body: readonly Part[];
  /** What follows `else`. */
  readonly otherwise?: readonly Part[];
}

type Part = string | Choice | Block;

/** Collects statements for two functions at once: one checks a schema, the other collects its failures. */
export class CodeWriter {
  readonly #counts = new Map<string, number>();
  #parts: Part[] = [];

  /** An unused variable name. */
  name(prefix: string): string {
    const count = this.#counts.get(prefix) ?? 0;
    this.#counts.set(prefix, count + 1);
    return `${prefix}${count}`;
  }

  statement(statement: string | Choice): void {
    this.#parts.push(statement);
  }

  if(condition: string, then: () => void, otherwise?: () => void): void {
    const head = `if(${condition})`;
    const body = this.#within(then);
    if (otherwise) this.#parts.push({ head, body, otherwise: this.#within(otherwise) });
    else this.#parts.push(body.length === 0 ? '' : { head, body });
  }

  /** `fail` where a condition holds, else `rest`; a check needs no `else`, as `fail` returns. */
  unless(condition: string, fail: () => void, rest: () => void): void {
    const head = `if(${condition})`;
    const body = this.#within(fail);
    const otherwise = this.#within(rest);
    this.#parts.push({
      check: () => partText({ head, body }, 'check') + joined(otherwise, 'check'),
      collect: () => partText(otherwise.length === 0 ? { head, body } : { head, body, otherwise }, 'collect'),
    });
  }

  /** Statements under a condition that is known to hold where a check gets there. */
  ifCollecting(condition: string, then: () => void): void {
    const head = { check: () => '', collect: () => `if(${condition})` };
    this.#parts.push({ head, body: this.#within(then) });
  }

  /** Statements of only one of the functions. */
  only(mode: CheckMode, write: () => void): void {
    const parts = this.#within(write);
    const made = (asked: CheckMode) => (): string => (asked === mode ? joined(parts, mode) : '');
    this.#parts.push({ check: made('check'), collect: made('collect') });
  }

  /** A loop over the items of a list. */
  forItems(list: string, start: number, each: (index: string) => void): void {
    const index = this.name('i');
    const head = `for(let ${index}=${start}; ${index}<${list}.length; ${index}++)`;
    this.#parts.push({ head, body: this.#within(() => each(index)) });
  }

  /** A loop over the names of an object's properties. */
  forNames(object: string, each: (name: string) => void): void {
    const name = this.name('key');
    this.#parts.push({ head: `for(const ${name} in ${object})`, body: this.#within(() => each(name)) });
  }

  /** All statements of one of the functions. */
  text(mode: CheckMode): string {
    return joined(this.#parts, mode);
  }

  #within(write: () => void): readonly Part[] {
    const outer = this.#parts;
    const inner: Part[] = (this.#parts = []);
    write();
    this.#parts = outer;
    return inner;
  }
}

function joined(parts: readonly Part[], mode: CheckMode): string {
  let text = '';
  for (const part of parts) text += partText(part, mode);
  return text;
}

function partText(part: Part, mode: CheckMode): string {
  if (typeof part === 'string') return part;
  if (!('head' in part)) return part[mode]();
  const { head, body, otherwise } = part;
  const start = (typeof head === 'string' ? head : head[mode]()) + braced(joined(body, mode));
  if (otherwise === undefined) return start;
  const end = braced(joined(otherwise, mode));
  return `${start}else${end.startsWith('{') ? '' : ' '}${end}`;
}

const LONE_STATEMENT = /^(?:return false|\$report\((?:[^;{}"]|"(?:[^"\\]|\\.)*")*\));$/;

// Parsing a thousand tools dominates a page's start, so emitted code is kept short.
function braced(statements: string): string {
  return LONE_STATEMENT.test(statements) ? statements : `{${statements}}`;
}
