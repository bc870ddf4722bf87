import { isRestricting, type MutableObject, setOwn } from '@btcp/schema';
import type { KeywordRule } from './keyword-rule.ts';
import type { Lowering } from './lowering.ts';
import { isAnnotation } from './schema-kinds.ts';

/** A keyword to write. */
interface KeywordToWrite {
  readonly keyword: string;
  readonly value: unknown;
  /** The schema that has it. */
  readonly schema: MutableObject;
  /** Receives it if it is kept. */
  readonly written: MutableObject;
  /** Receives it if it is described. */
  readonly described: MutableObject;
  readonly lowering: Lowering;
}

/** Applies a target's rule to a keyword. */
export function writeKeyword(rule: KeywordRule, entry: KeywordToWrite): void {
  const { keyword, value, schema, written, described, lowering } = entry;
  switch (rule.do) {
    case 'choose':
      return writeKeyword(rule.by(value, schema), entry);
    case 'keep':
      return setOwn(written, keyword, rule.write?.(value) ?? lowering.lowerValue(keyword, value));
    case 'keep-unenforced':
      lowering.report({
        code: 'keyword-unenforced',
        keyword,
        detail: rule.detail,
        effect: effectOf(keyword),
      });
      return setOwn(written, keyword, lowering.lowerValue(keyword, value));
    case 'keep-lossy':
      // The exported schema still has it.
      lowering.report({ code: 'lossy-in-adapters', keyword, detail: rule.detail, effect: 'none' });
      return setOwn(written, keyword, lowering.lowerValue(keyword, value));
    case 'describe':
      lowering.report({
        code: 'keyword-to-description',
        keyword,
        detail: rule.detail,
        effect: effectOf(keyword),
        ...(rule.isSilent === true && { isSilent: true }),
      });
      return setOwn(described, keyword, value);
    case 'drop': {
      const code = isAnnotation(keyword) ? 'annotation-dropped' : 'keyword-dropped';
      return lowering.report({ code, keyword, detail: rule.detail, effect: effectOf(keyword) });
    }
    case 'omit':
      return undefined;
    case 'fall-back':
      return lowering.fallBack(keyword, rule.detail);
    case 'refuse':
      return lowering.refuse(keyword, rule.detail);
  }
}

/** The effect of ignoring a keyword. */
function effectOf(keyword: string): 'widens' | 'none' {
  return isRestricting(keyword) ? 'widens' : 'none';
}
