import { closestName } from '../../runtime/closest-name.ts';
import { SHAPES } from '../../model/keyword-shapes.ts';
import { isRestricting, KEYWORDS } from '../../model/keywords.ts';

import { joinPointer } from '../../model/pointer.ts';
import type { ToolFacts } from './tool-facts.ts';

export interface UnknownKeyword {
  readonly at: string;
  readonly keyword: string;
  readonly meant: string;
  /** Whether only its spelling is wrong, so that it can be renamed. */
  readonly isSpelling: boolean;
  /** Whether the known keyword restricts values. */
  readonly isLimit: boolean;
}

// Short names are close to any word.
const SUGGESTIONS: readonly string[] = [...KEYWORDS.keys()].filter(
  (keyword) => /^[a-z]\w{3,}$/.test(keyword) && keyword !== 'then',
);

/** What other libraries and languages call a keyword. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    gte: 'minimum',
    lte: 'maximum',
    regex: 'pattern',
    regexp: 'pattern',
    desc: 'description',
    doc: 'description',
    choices: 'enum',
    values: 'enum',
    options: 'enum',
    oneof: 'oneOf',
    defaultvalue: 'default',
    unique: 'uniqueItems',
    optional: 'required',
    props: 'properties',
  }),
);

/** What `min` and `max` abbreviate, by the type that they limit. */
const LIMITED: ReadonlyMap<unknown, string> = new Map([
  ['string', 'Length'],
  ['array', 'Items'],
  ['object', 'Properties'],
]);

/** `propertyOrder` is four edits away from a keyword, and a custom annotation. */
const MAX_EDITS = 2;

export function findUnknownKeywords(tool: ToolFacts): readonly UnknownKeyword[] {
  return tool.schemas.flatMap(({ schema, path }) =>
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (KEYWORDS.has(keyword) || keyword.startsWith('x-')) return [];
      const other = otherName(keyword, schema['type']);
      const meant = other ?? closestName(keyword, SUGGESTIONS);
      if (meant === undefined || Object.hasOwn(schema, meant)) return [];
      const isSpelling = other === undefined;
      const isClose = isSpelling && closestName(keyword, [meant], MAX_EDITS) !== undefined;
      const isLimit = isClose && isRestricting(meant) && fits(meant, value);
      return [{ at: joinPointer(path, keyword), keyword, meant, isSpelling, isLimit }];
    }),
  );
}

// `multiple: true` is a custom annotation.
function fits(meant: string, value: unknown): boolean {
  const shape = KEYWORDS.get(meant)?.shape;
  return shape !== undefined && SHAPES[shape].test(value);
}

function otherName(keyword: string, type: unknown): string | undefined {
  if (keyword === 'min' || keyword === 'max') {
    const limited = LIMITED.get(type);
    return limited === undefined ? `${keyword}imum` : `${keyword}${limited}`;
  }
  return OTHER_NAMES.get(keyword.toLowerCase());
}
