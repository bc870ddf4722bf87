import { closestName } from '../../../runtime/closest-name.ts';
import { isObject } from '../../../model/own-property.ts';
import { joinPointer } from '../../../model/pointer.ts';
import { CONFIG_FIELDS, MANIFEST_FIELDS, PROVIDER_FIELDS } from '../../../meta/fields.ts';
import { defineManifestRule, type ManifestRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

export const manifestFieldMisspelt: ManifestRule<{ field: string; meant: string }> = defineManifestRule({
  id: 'manifest-field-misspelt',
  family: 'protocol',
  severity: 'warning',
  title: 'Misspelt field of a manifest',
  rationale: 'Readers ignore unknown fields, so it has no effect.',
  after: ['manifest-invalid'],
  check({ manifest, report }) {
    const parts = [
      ['', manifest.json, MANIFEST_FIELDS],
      ['/provider', manifest.json['provider'], PROVIDER_FIELDS],
      ['/config', manifest.json['config'], CONFIG_FIELDS],
    ] as const;
    for (const [path, part, fields] of parts) {
      for (const [field, meant] of misspelt(part, fields))
        report({ at: joinPointer(path, field), field, meant });
    }
  },
  message: ({ field, meant }) => `${quoted(field)} is not a field of a manifest; did you mean \`${meant}\`?`,
  help: ({ meant }) => `Rename it to \`${meant}\`.`,
  bad: { config: { maxConcurent: 2 } },
  good: { config: { maxConcurrent: 2 } },
});

function misspelt(part: unknown, fields: readonly string[]): readonly (readonly [string, string])[] {
  if (!isObject(part)) return [];
  return Object.keys(part).flatMap((field) => {
    const meant = fields.includes(field) ? undefined : closestName(field, fields);
    return meant === undefined || Object.hasOwn(part, meant) ? [] : [[field, meant] as const];
  });
}
