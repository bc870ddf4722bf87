import { defineManifestRule, type ManifestRule } from '../../define-rule.ts';

export const manifestVersionInvalid: ManifestRule<{ sentence: string }> = defineManifestRule({
  id: 'manifest-version-invalid',
  family: 'protocol',
  severity: 'error',
  isMandatory: true,
  title: 'Version that is not a semantic version',
  rationale:
    'Hosts compare versions to decide whether an update may break a caller; part of a version, or one with more behind it, cannot be compared.',
  check({ manifest, report }) {
    for (const { path, keyword, message } of manifest.issues) {
      if (keyword === 'full-version') report({ at: path, sentence: message });
    }
  },
  message: ({ sentence }) => sentence,
  help: 'Write three numbers, for example "1.0.0" or "2.1.0-beta.1"; raise the first one when callers would break.',
  bad: { version: '1.2.3garbage' },
  good: { version: '1.2.3-rc.1' },
});
