import { getOwn } from '../../../model/own-property.ts';
import { FULL_VERSION } from '../../../meta/limits.ts';
import { toolWith, FAULTLESS_TOOL } from '../../base-fixture.ts';
import { defineManifestRule, type ManifestRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

const OLD = toolWith({
  name: 'readCell',
  description: 'Reads the cell that is selected in the sheet.',
  deprecated: true,
  successor: 'getCellValue',
  sunset: '2.0.0',
});

type Values = { tool: string; sunset: string; version: string };

export const sunsetReached: ManifestRule<Values> = defineManifestRule({
  id: 'sunset-reached',
  family: 'deprecation',
  severity: 'error',
  title: 'Deprecated tool that was to be gone by this version',
  rationale:
    'Callers were told in which version the tool ends; a promise that is not kept is not believed next time.',
  after: ['tool-invalid', 'manifest-version-invalid'],
  check({ manifest, report }) {
    const version = String(getOwn(manifest.json, 'version'));
    for (const [index, { name, json }] of manifest.tools.entries()) {
      const sunset = getOwn(json, 'sunset');
      // Anything else is an error of its own.
      if (typeof sunset === 'string' && FULL_VERSION.test(sunset) && isReached(version, sunset))
        report({ at: `/tools/${index}/sunset`, tool: name, sunset, version });
    }
  },
  message: ({ tool, sunset, version }) =>
    `${quoted(tool)} was to be gone in ${sunset}, and this is version ${version}.`,
  help: 'Delete the tool or alias, or promise a later version in `sunset`.',
  bad: { version: '2.0.0', tools: [FAULTLESS_TOOL, OLD] },
  good: { version: '2.0.0-beta.1', tools: [FAULTLESS_TOOL, OLD] },
});

// Pre-releases come before the version itself.
function isReached(version: string, sunset: string): boolean {
  const [now, then] = [numbersOf(version), numbersOf(sunset)];
  const place = now.findIndex((number, index) => number !== then[index]);
  if (place === -1) return !version.includes('-') || sunset.includes('-');
  return (now[place] ?? 0) > (then[place] ?? 0);
}

const numbersOf = (version: string): readonly number[] =>
  (/^\d+\.\d+\.\d+/.exec(version)?.[0] ?? '').split('.').map(Number);
