import { escapeUnseen } from '@btcp/schema';
import type { RepeatedSchema } from './find-repeats.ts';
import type { Size, Stats, TargetStats } from './collect-stats.ts';

/** Longer schemas are cut. */
const MOST_CHARACTERS = 60;

/** What tools take, as text for a person. */
export function statsText({ encoding, targets, repeated }: Stats): string {
  const sections = [
    ...targets.map(targetText),
    ...(repeated.length > 0 ? [`repeated sub-schemas\n${repeated.map(repeatText).join('')}`] : []),
  ];
  return `\nTokens are those of ${encoding}.\n\n${sections.join('\n')}`;
}

function targetText({ target, tools, total, refused }: TargetStats): string {
  const rows = [...tools, { name: 'total', ...total }];
  const width = Math.max(target.length, ...rows.map(({ name }) => name.length + 2));
  const left = refused.length > 0 ? `  not expressible: ${escapeUnseen(refused.join(', '))}\n` : '';
  const head = `${target.padEnd(width)}  ${'bytes'.padStart(8)}  ${'tokens'.padStart(8)}\n`;
  return head + rows.map((row) => `${`  ${row.name}`.padEnd(width)}  ${columns(row)}\n`).join('') + left;
}

function columns({ bytes, tokens }: Size): string {
  return `${String(bytes).padStart(8)}  ${String(tokens).padStart(8)}`;
}

function repeatText({ schema, places, tokens, totalTokens, bytes, totalBytes }: RepeatedSchema): string {
  const text = JSON.stringify(schema);
  const shown = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  const [first] = places;
  return `  ${places.length} × ${tokens} tokens = ${totalTokens} (${bytes} bytes, ${totalBytes}): ${escapeUnseen(shown)}
    first in ${first?.tool}, ${escapeUnseen(first?.path ?? '')}
`;
}
