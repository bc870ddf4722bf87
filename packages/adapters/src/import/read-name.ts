import type { Reader } from '../profile/import-profile.ts';
import { RefusedError } from '../profile/raw-tool.ts';

const VALID = /^[a-zA-Z][a-zA-Z0-9_]*$/;
const MAX_LENGTH = 64;

/** The name for a BTCP tool: the source's own if it is valid and unused, else a similar one. */
export function readName(source: unknown, taken: ReadonlySet<string>, { warn }: Reader): string {
  if (typeof source !== 'string' || source.trim() === '')
    throw new RefusedError('/name', 'The tool has no `name`.', 'Give it a name, for example "getCellValue".');
  const name = firstFree(validName(source), taken);
  if (name !== source) {
    const detail = `"${source}" is ${VALID.test(source) && source.length <= MAX_LENGTH ? 'taken already' : 'no name that BTCP allows'}; the tool is called "${name}"`;
    warn({ code: 'name-rewritten', path: '/name', detail });
  }
  return name;
}

/** The nearest valid name. */
function validName(text: string): string {
  const letters = text
    .normalize('NFKD')
    .replace(/[^a-zA-Z0-9]+/g, (other) => (/^\p{M}+$/u.test(other) ? '' : '_'));
  const trimmed = VALID.test(text) ? text : letters.replace(/^_+|_+$/g, '');
  const name = /^[a-zA-Z]/.test(trimmed) ? trimmed : `tool_${trimmed}`;
  return name.slice(0, MAX_LENGTH).replace(/^tool_$/, 'tool');
}

function firstFree(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) {
    const suffix = `_${count}`;
    free = name.slice(0, MAX_LENGTH - suffix.length) + suffix;
  }
  return free;
}
