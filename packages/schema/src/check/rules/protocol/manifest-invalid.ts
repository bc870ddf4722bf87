import { defineManifestRule, type ManifestRule } from '../../define-rule.ts';
import { joinPointer } from '../../../model/pointer.ts';
import type { ManifestIssue } from '../../../meta/field-checks.ts';

// Versions and capabilities have rules of their own.
const isOwn = ({ path, keyword }: ManifestIssue): boolean =>
  keyword !== 'full-version' && !path.startsWith('/capabilities/');

export const manifestInvalid: ManifestRule<{ keyword: string; sentence: string; advice: string }> =
  defineManifestRule({
    id: 'manifest-invalid',
    family: 'protocol',
    severity: 'error',
    isMandatory: true,
    title: 'Manifest that breaks the published meta-schema',
    rationale:
      'Hosts validate a manifest before they register it, and refuse one that breaks its meta-schema.',
    check({ manifest, report }) {
      for (const { path, keyword, params, message, help } of manifest.issues.filter(isOwn)) {
        const at = params === undefined ? path : joinPointer(path, params.missingProperty);
        report({ at, keyword, sentence: message, advice: help });
      }
    },
    message: ({ sentence }) => sentence,
    help: ({ advice }) => advice,
    bad: { name: 'Sheet Tools' },
    good: { name: 'sheet-tools' },
  });
