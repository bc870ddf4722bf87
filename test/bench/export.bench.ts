import type { ExportQuestion, ExportTimes, ExportWay } from './children/export.ts';
import { median } from './support/median.ts';
import type { Bench, Row } from './support/row.ts';
import { runChild } from './support/run-child.ts';

const WAYS: readonly ExportWay[] = ['all targets', 'three providers', 'AI SDK, three providers'];

/** Exporting many tools in a fresh process, compared with the AI SDK's providers. */
export const exporting: Bench = async ({ quick }) => {
  const tools = quick ? 10 : 1000;
  const times = new Map<ExportWay, ExportTimes[]>(WAYS.map((way) => [way, []]));
  for (let round = 0; round < (quick ? 1 : 5); round++) {
    // Interleaved, so that other load on the machine affects all of them.
    for (const way of WAYS) {
      const question: ExportQuestion = { way, tools };
      times.get(way)?.push(await runChild<ExportTimes>('export', question));
    }
  }
  const of = (way: ExportWay, what: keyof ExportTimes): number =>
    median((times.get(way) ?? []).map((each) => each[what]));
  const all = `processor time ${of('all targets', 'processor').toFixed(2)} s, with V8's own threads`;
  return [
    {
      limit: 'export-all',
      variant: `${tools} tools, all targets`,
      measured: of('all targets', 'elapsed'),
      details: all,
    },
    compared('three providers', of('three providers', 'elapsed'), tools),
    compared('AI SDK, three providers', of('AI SDK, three providers', 'elapsed'), tools),
  ];
};

function compared(way: ExportWay, measured: number, tools: number): Row {
  const figure = 'tools converted for OpenAI, Anthropic and Gemini in one fresh process';
  return { figure, variant: `${tools} tools, ${way}`, measured, unit: 's' };
}
