import type { UnplacedDiagnostic } from '@btcp/core';
import { CONFIG_FIELDS, findManifestIssues, isObject, joinPointer } from '@btcp/schema';
import { closestName } from '@btcp/schema/runtime';
import { configInvalid } from './config-invalid.ts';

/**
 * Reports every mistake in what a configuration says of the manifest.
 *
 * @param settings - Those that go into the manifest as they are, with their values.
 */
export function diagnoseManifestSettings(
  settings: Readonly<Record<string, unknown>>,
): readonly UnplacedDiagnostic[] {
  const issues = findManifestIssues(settings)
    // What the manifest lacks may come from elsewhere.
    .filter(({ path }) => path !== '')
    .map(({ path, message, help }) => configInvalid(path, message, help));
  const { config } = settings;
  const unknown = Object.keys(isObject(config) ? config : {}).filter((key) => !isField(key));
  return [...issues, ...unknown.map(unknownField)];
}

const isField = (key: string): boolean => CONFIG_FIELDS.some((field) => field === key);

function unknownField(key: string): UnplacedDiagnostic {
  const close = closestName(key, CONFIG_FIELDS);
  const message = `\`config\` has no setting "${key}"${close === undefined ? '.' : `; did you mean \`${close}\`?`}`;
  return configInvalid(joinPointer('/config', key), message, `It has ${CONFIG_FIELDS.join(', ')}.`);
}
