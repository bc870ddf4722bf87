import type { Manifest } from '@btcp/core';
import { escapeUnseen } from '@btcp/schema';
import type { ChangeFinding, ManifestComparison } from '@btcp/schema/compare';

/** Changes for people: by tool, the worst first. */
export function reportText({ bump, findings }: ManifestComparison, old: Manifest, now: Manifest): string {
  const tools = [...new Set(findings.map(({ tool }) => tool))];
  const texts = tools.map((tool) => {
    const own = findings.filter((finding) => finding.tool === tool);
    return [tool, ...own.flatMap(linesOf), ''].map(escapeUnseen).join('\n');
  });
  const [from, to] = [old, now].map(({ name, version }) => escapeUnseen(`${name} ${version}`.trimEnd()));
  return `${texts.map((text) => `${text}\n`).join('')}${from} → ${to}: ${summaryOf(bump, findings)}\n`;
}

function linesOf({ id, bump, path, message, reason, ...finding }: ChangeFinding): readonly string[] {
  return [
    `  ${bump}  ${id}${path === '' ? '' : `  ${path}`}`,
    `    ${message} ${reason}`,
    ...('witness' in finding ? [`    ${witnessText({ id, path, ...finding })}`] : []),
  ];
}

/** What shows that a change breaks callers. */
export const witnessText = ({ id, path, witness }: Pick<ChangeFinding, 'id' | 'path' | 'witness'>): string =>
  `${WITNESSES[witnessKind(id, path)]}: ${JSON.stringify(witness)}`;

const WITNESSES = {
  input: 'accepted before, refused now',
  output: 'may return now, and never did',
  default: 'filled in otherwise now',
} as const;

/** What a witness shows: an input that is refused, an output that is new, or an input with another default. */
export function witnessKind(id: ChangeFinding['id'], path: string): keyof typeof WITNESSES {
  if (id.startsWith('default-')) return 'default';
  return path.startsWith('/outputSchema') ? 'output' : 'input';
}

/** `major: 1 major, 2 minor`. */
function summaryOf(bump: ManifestComparison['bump'], findings: readonly ChangeFinding[]): string {
  if (bump === 'none') return 'no changes';
  const counts = (['major', 'minor', 'patch'] as const).flatMap((each) => {
    const count = findings.filter((finding) => finding.bump === each).length;
    return count === 0 ? [] : [`${count} ${each}`];
  });
  return `a ${bump} release (${counts.join(', ')})`;
}
