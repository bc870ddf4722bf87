import type { UnplacedDiagnostic } from '@btcp/core';
import { CAPABILITY_DETAILS, CAPABILITY_FIELDS, isObject, joinPointer } from '@btcp/schema';
import { closestName } from '@btcp/schema/runtime';
import { configInvalid } from './config-invalid.ts';

/** Reports every mistake in the `capabilities` of a configuration. */
export function diagnoseCapabilities(capabilities: unknown): readonly UnplacedDiagnostic[] {
  const at = {
    path: '/capabilities',
    name: 'capabilities',
    help: "Write `{ title: 'Delete invoices', description: '…', risk: 'high' }`.",
  };
  return [
    ...CAPABILITY_DETAILS(capabilities, at).map(({ path, message, help }) =>
      configInvalid(path, message, help),
    ),
    ...Object.entries(isObject(capabilities) ? capabilities : {}).flatMap(([name, details]) =>
      Object.keys(isObject(details) ? details : {}).flatMap((field) => unknownField(name, field) ?? []),
    ),
  ];
}

function unknownField(capability: string, field: string): UnplacedDiagnostic | undefined {
  if (CAPABILITY_FIELDS.some((each) => each === field)) return undefined;
  const close = closestName(field, CAPABILITY_FIELDS);
  const message = `The capability "${capability}" has no setting "${field}"${close === undefined ? '.' : `; did you mean \`${close}\`?`}`;
  const path = joinPointer('/capabilities', capability, field);
  return configInvalid(path, message, `It has ${CAPABILITY_FIELDS.join(', ')}.`);
}
