import type { Diagnostic } from '@btcp/core';

/** What makes several findings one mistake: what they have in common. */
const COMMON: Readonly<Record<string, (found: Diagnostic) => readonly unknown[]>> = {
  'capability-missing': ({ tool, data }) => [tool, data?.['capability']],
  'capability-maybe': ({ tool, data }) => [tool, data?.['capabilities']],
  // It is in the code, whichever tools run it.
  'capability-unverifiable': ({ file, data }) => [file, data?.['used']],
  'power-unmapped': ({ file, data }) => [file, data?.['power']],
  'capability-opaque': ({ tool }) => [tool],
};

/** Places and tools that are named in a message; the data has all of them. */
const MOST_NAMED = 3;

/** Puts what is one mistake into one diagnostic, at the first of its places. */
export function groupUses(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const [index, diagnostic] of diagnostics.entries()) {
    const common = COMMON[diagnostic.id];
    const key = common ? JSON.stringify([diagnostic.id, ...common(diagnostic)]) : String(index);
    groups.set(key, [...(groups.get(key) ?? []), diagnostic]);
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [others.length > 0 ? withOthers(first, others) : first] : [],
  );
}

function withOthers(first: Diagnostic, others: readonly Diagnostic[]): Diagnostic {
  const places = distinct([first, ...others].map(placeOf)).slice(1);
  const tools = distinct([first, ...others].map(({ tool }) => tool)).slice(1);
  const lines = distinct([first, ...places].map(({ file, line }) => `${file}:${line}`)).slice(1);
  const also = [
    ...(lines.length > 0 ? [`Also at ${some(lines)}.`] : []),
    ...(tools.length > 0 ? [`The same goes for ${some(tools.map((tool) => `"${tool}"`))}.`] : []),
  ];
  return {
    ...first,
    message: [first.message, ...also].join(' '),
    data: { ...first.data, others: places, otherTools: tools },
  };
}

function placeOf({ file, line, column, data }: Diagnostic): {
  file: string;
  line: number;
  column: number;
  used: unknown;
} {
  return { file, line, column, used: data?.['used'] };
}

function distinct<T>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function some(texts: readonly string[]): string {
  const left = texts.length - MOST_NAMED;
  return left > 0 ? `${texts.slice(0, MOST_NAMED).join(', ')} and ${left} more` : texts.join(', ');
}
