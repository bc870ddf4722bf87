import { FORMATS } from './formats.ts';
import * as runtime from './runtime/index.ts';

/** How a format judges a value, in this process. */
export interface FormatTest {
  /** Values of other types have the format. */
  readonly type: 'string' | 'number';
  readonly test: (value: unknown) => boolean;
}

/** What an emitted validator does for a format; nothing where the format is not known. */
export function formatTest(name: string): FormatTest | undefined {
  const check = FORMATS.get(name);
  if (check === undefined) return undefined;
  const { type, function: decide, pattern, integers } = check;
  if (decide !== undefined) {
    // Every format's function takes a value of the format's type.
    const test = (runtime as Readonly<Record<string, unknown>>)[decide] as (value: unknown) => boolean;
    return { type, test };
  }
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u');
    return { type, test: (value) => expression.test(String(value)) };
  }
  if (integers === undefined) return { type, test: () => true };
  const [least, greatest] = integers;
  return {
    type,
    test: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= greatest,
  };
}
