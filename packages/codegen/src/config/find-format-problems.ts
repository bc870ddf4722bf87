import { FORMATS } from '@btcp/schema/compile';
import { isObject, joinPointer } from '@btcp/schema';
import { reasonOf } from '../system/project-error.ts';
import type { ConfigProblem } from './config-problem.ts';

/** Everything that is wrong with the `formats` of a configuration. Slow patterns are found where they are used. */
export function findFormatProblems(formats: unknown): readonly ConfigProblem[] {
  return Object.entries(isObject(formats) ? formats : {}).flatMap(
    ([name, pattern]) => findProblem(name, pattern) ?? [],
  );
}

function findProblem(name: string, pattern: unknown): ConfigProblem | undefined {
  const path = joinPointer('', 'formats', name);
  if (FORMATS.has(name)) {
    const message = `\`formats\` has "${name}", which is a known format and is enforced already.`;
    return { path, message, help: 'Take it out, or give your own format another name.' };
  }
  if (typeof pattern !== 'string') {
    const message = `\`formats\` must have a regular expression as a string for "${name}".`;
    return { path, message, help: "Write what a value must match, for example '^[A-Z]{3}-\\\\d+$'." };
  }
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    const message = `The pattern of the format "${name}" is not valid: ${reasonOf(error)}`;
    return { path, message, help: 'Correct it: JSON Schema reads patterns with the `u` flag of JavaScript.' };
  }
}
