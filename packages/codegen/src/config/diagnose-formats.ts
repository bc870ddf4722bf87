import type { UnplacedDiagnostic } from '@btcp/core';
import { FORMATS } from '@btcp/schema/compile';
import { isObject, joinPointer } from '@btcp/schema';
import { reasonOf } from '../system/project-error.ts';
import { configInvalid } from './config-invalid.ts';

/** Reports every mistake in the `formats` of a configuration. Slow patterns are reported where they are used. */
export function diagnoseFormats(formats: unknown): readonly UnplacedDiagnostic[] {
  return Object.entries(isObject(formats) ? formats : {}).flatMap(
    ([name, pattern]) => diagnoseFormat(name, pattern) ?? [],
  );
}

function diagnoseFormat(name: string, pattern: unknown): UnplacedDiagnostic | undefined {
  const path = joinPointer('', 'formats', name);
  if (FORMATS.has(name)) {
    const message = `\`formats\` has "${name}", which is a known format and is enforced already.`;
    return configInvalid(path, message, 'Take it out, or give your own format another name.');
  }
  if (typeof pattern !== 'string') {
    const message = `\`formats\` must have a regular expression as a string for "${name}".`;
    return configInvalid(path, message, "Write what a value must match, for example '^[A-Z]{3}-\\\\d+$'.");
  }
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    const message = `The pattern of the format "${name}" is not valid: ${reasonOf(error)}`;
    return configInvalid(
      path,
      message,
      'Correct it: JSON Schema reads patterns with the `u` flag of JavaScript.',
    );
  }
}
