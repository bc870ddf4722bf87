import { followName } from '../source/follow-name.ts';
import { locate } from '../source/locate.ts';
import type { SourceProject } from '../source/source-project.ts';
import { ts } from '../source/ts.ts';
import { unwrap } from '../source/unwrap.ts';

/** Whether the `execute` of a definition is a generator function, as far as its syntax shows. */
export function isGenerator(definition: ts.Expression, project: SourceProject): boolean {
  const member = locate(definition, '/execute', project).parent;
  if (ts.isMethodDeclaration(member)) return member.asteriskToken !== undefined;
  const written = ts.isPropertyAssignment(member)
    ? unwrap(member.initializer)
    : ts.isShorthandPropertyAssignment(member)
      ? member.name
      : undefined;
  const value = written && ts.isIdentifier(written) ? followName(written, project) : written;
  return value !== undefined && 'asteriskToken' in value && value.asteriskToken !== undefined;
}
