import { FORMATS } from './formats.ts';
import * as runtime from '../runtime/index.ts';

/** The check of a format, for this process. */
export interface FormatTest {
  /** Values of other types pass. */
  readonly type: 'string' | 'number';
  readonly test: (value: unknown) => boolean;
}

/** The check that an emitted validator makes for a format; `undefined` where the format is not known. */
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
