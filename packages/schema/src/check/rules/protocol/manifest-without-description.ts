import { defineManifestRule, type ManifestRule } from '../../define-rule.ts';

export const manifestWithoutDescription: ManifestRule = defineManifestRule({
  id: 'manifest-without-description',
  family: 'protocol',
  severity: 'warning',
  title: 'Manifest without a description',
  rationale: 'People and agents decide by it whether to look at the tools at all.',
  check({ manifest, report }) {
    // A value that is not an object lacks everything, which is one mistake.
    if (manifest.isObject && !Object.hasOwn(manifest.json, 'description')) report({ at: '' });
  },
  message: () => 'The manifest has no description.',
  help: 'Add `description` to the config or to package.json: what these tools are for, in one sentence.',
  bad: { description: undefined },
  good: { description: 'Tools for the spreadsheet on the page.' },
});
