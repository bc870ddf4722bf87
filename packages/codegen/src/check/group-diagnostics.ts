import type { Diagnostic } from '@btcp/core';

/** What makes several findings one mistake, where that is not their place: what they have in common. */
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

/**
 * Puts what is one mistake into one diagnostic, at the first of its places: also what is found in several tools at a
 * place that they share, such as a schema of their own module.
 */
export function groupDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const groups = new Map<string, Diagnostic[]>();
  const commonPlace = new CommonPlaces();
  for (const diagnostic of diagnostics) {
    const common = COMMON[diagnostic.id] ?? commonPlace.of;
    const key = JSON.stringify([diagnostic.id, ...common(diagnostic)]);
    groups.set(key, [...(groups.get(key) ?? []), diagnostic]);
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [others.length > 0 ? withOthers(first, others) : first] : [],
  );
}

/** A tool can break a rule twice at one place; each of those is a mistake. */
class CommonPlaces {
  readonly #counts = new Map<string, number>();

  of = ({ id, tool, file, line, column }: Diagnostic): readonly unknown[] => {
    const key = JSON.stringify([id, tool, file, line, column]);
    const count = this.#counts.get(key) ?? 0;
    this.#counts.set(key, count + 1);
    return [file, line, column, count, tool === undefined];
  };
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
    message: also.length === 0 ? first.message : [sentence(first.message), ...also].join(' '),
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

// A message can end in somebody else's words.
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function distinct<T>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function some(texts: readonly string[]): string {
  const left = texts.length - MOST_NAMED;
  return left > 0 ? `${texts.slice(0, MOST_NAMED).join(', ')} and ${left} more` : texts.join(', ');
}
