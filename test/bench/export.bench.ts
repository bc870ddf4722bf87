import type { ExportQuestion, ExportWay } from './export.child.ts';
import { median } from './support/median.ts';
import type { Bench, Row } from './support/row.ts';
import { runChild } from './support/run-child.ts';

const WAYS: readonly ExportWay[] = ['all targets', 'three providers', 'AI SDK, three providers'];

/** Exporting many tools in a fresh process, beside the AI SDK's providers; processor time, as others load the machine. */
export const exporting: Bench = async ({ quick }) => {
  const tools = quick ? 10 : 1000;
  const seconds = new Map<ExportWay, number[]>(WAYS.map((way) => [way, []]));
  for (let round = 0; round < (quick ? 1 : 5); round++) {
    // They take turns, so that what else the machine does falls on all of them.
    for (const way of WAYS) {
      const question: ExportQuestion = { way, tools };
      seconds.get(way)?.push(await runChild<number>('export', question));
    }
  }
  const of = (way: ExportWay): number => median(seconds.get(way) ?? []);
  return [
    { limit: 'export-all', variant: `${tools} tools, all targets`, measured: of('all targets') },
    compared('three providers', of('three providers'), tools),
    compared('AI SDK, three providers', of('AI SDK, three providers'), tools),
  ];
};

function compared(way: ExportWay, measured: number, tools: number): Row {
  const figure = 'tools converted for OpenAI, Anthropic and Gemini, processor time';
  return { figure, variant: `${tools} tools, ${way}`, measured, unit: 's' };
}
