import { closestName } from '../../../runtime/closest-name.ts';
import { getOwn, isObject, type MutableObject } from '../../../model/own-property.ts';
import { joinPointer } from '../../../model/pointer.ts';
import { meantField } from '../../../meta/meant-field.ts';
import { TOOL_FIELDS } from '../../../meta/fields.ts';
import { NESTED_FIELDS } from '../../../meta/find-tool-issues.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

type Meaning = (written: string, fields: readonly string[]) => string | undefined;

export const fieldMisspelt: ToolRule<{ field: string; meant: string; section: string }> = defineRule({
  id: 'field-misspelt',
  family: 'protocol',
  severity: 'warning',
  title: 'Field that the protocol has under another name',
  rationale: 'Readers ignore unknown fields, so it has no effect.',
  after: ['tool-invalid'],
  check({ tool, report }) {
    const find = (part: Part, fields: readonly string[], section: string, meaning: Meaning): void => {
      for (const field of Object.keys(part.object)) {
        if (fields.includes(field)) continue;
        const meant = meaning(field, fields);
        if (meant !== undefined && !Object.hasOwn(part.object, meant))
          report({ at: joinPointer(part.at, field), field, meant, section });
      }
    };
    find({ at: '', object: tool.json }, TOOL_FIELDS, '', meantField);
    for (const [path, fields] of Object.entries(NESTED_FIELDS))
      for (const part of partsAt(tool.json, path.split('.')))
        find(part, fields, path.replaceAll('.*', '[]'), closestField);
  },
  message: ({ field, meant, section }) =>
    `${quoted(field)} is not a field of ${section === '' ? 'a tool' : `\`${section}\``}; did you mean \`${meant}\`?`,
  help: ({ meant }) => `Rename it to \`${meant}\`.`,
  bad: { time_out: 5000 },
  good: { timeout: 5000 },
});

/** Also of a hint without its ending: `readOnly` is `readOnlyHint`. */
const closestField: Meaning = (written, fields) =>
  closestName(written, fields) ??
  closestName(
    `${written}Hint`,
    fields.filter((field) => field.endsWith('Hint')),
  );

interface Part {
  /** A JSON pointer. */
  readonly at: string;
  readonly object: Readonly<MutableObject>;
}

/** The objects at a path of {@link NESTED_FIELDS}. */
function partsAt(json: unknown, [key, ...rest]: readonly string[], at = ''): readonly Part[] {
  if (key === undefined) return isObject(json) ? [{ at, object: json }] : [];
  if (key !== '*') return isObject(json) ? partsAt(getOwn(json, key), rest, joinPointer(at, key)) : [];
  if (!Array.isArray(json)) return [];
  return json.flatMap((each, index) => partsAt(each, rest, joinPointer(at, String(index))));
}
