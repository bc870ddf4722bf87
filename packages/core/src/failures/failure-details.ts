import { ERROR_CODES } from './error-codes.ts';
import { sendable } from './sendable.ts';

/** What only failed calls need: a page loads it when it is idle. */
export interface FailureDetails {
  readonly ERROR_CODES: typeof ERROR_CODES;
  readonly describeNotJson: typeof describeNotJson;
  readonly sendable: typeof sendable;
}

/** The details of failed calls. */
export const FAILURE_DETAILS: FailureDetails = { ERROR_CODES, describeNotJson, sendable };

/** How many values are read again: a getter or proxy may return new ones without end. */
const MAX_READ = 2 ** 24;
/** As `copyJson` takes. */
const MAX_DEPTH = 500;

const BYTES = '; JSON has bytes as text, which `toBase64` of @btcp/core/content makes';

/**
 * Reads what could not be copied as JSON once more, to find out what it is.
 *
 * @param most - The maximum size, of what is larger.
 * @param isRecord - Passed instead of imported: bundlers move modules that two chunks import into a third chunk.
 * @returns The place, and a sentence about it; undefined if the value is another now.
 */
function describeNotJson(
  value: unknown,
  lenient: boolean,
  most: number | false,
  isRecord: (object: object, lenient: boolean) => boolean,
): { readonly path: string; readonly message: string } | undefined {
  const keys: (string | number)[] = [];
  let left = MAX_READ;
  const find = (read: unknown): string | undefined => {
    const json: unknown =
      lenient && typeof (read as { toJSON?: unknown } | null)?.toJSON === 'function'
        ? (read as { toJSON(): unknown }).toJSON()
        : read;
    if (left-- === 0 || json === undefined || json === null) return undefined;
    if (typeof json !== 'object')
      return /^(string|boolean)$/.test(typeof json) || Number.isFinite(json)
        ? undefined
        : // oxlint-disable-next-line typescript/no-base-to-string -- it is none of the objects
          `is not JSON: ${String(json)}${typeof json === 'bigint' ? 'n' : ''}`;
    if (keys.length > MAX_DEPTH) return 'is too deep, or contains itself';
    const isArray = Array.isArray(json);
    if (!isArray && !isRecord(json, lenient))
      return `is not JSON: ${Object.prototype.toString.call(json)}${ArrayBuffer.isView(json) ? BYTES : ''}`;
    for (const key of isArray ? json.keys() : Object.keys(json)) {
      keys.push(key);
      const found = find((json as Readonly<Record<string | number, unknown>>)[key]);
      if (found !== undefined) return found;
      keys.pop();
    }
    return undefined;
  };
  if (most !== false) return { path: '', message: `the value is larger than ${most} characters` };
  let what: string | undefined;
  try {
    what = find(value);
  } catch {
    what = 'cannot be read';
  }
  const path = keys.map(pointerSegment).join('');
  return what === undefined
    ? undefined
    : { path, message: `${path.replace(/^(.{99}).+/, '$1…') || 'the value'} ${what}` };
}

const pointerSegment = (key: string | number): string =>
  `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
