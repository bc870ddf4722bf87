import { LIMITS, type Limit } from '../limits.ts';
import type { Row } from '../support/row.ts';

/** A row in words. */
export interface ReportedRow {
  readonly figure: string;
  readonly variant: string;
  readonly limit: string;
  readonly measured: string;
  readonly verdict: 'ok' | 'missed' | '';
  readonly details: string;
}

/** Words rows, figure by figure, and whether each keeps its limit. */
export function reportRows(rows: readonly Row[]): readonly ReportedRow[] {
  const reported = rows.map(reportRow);
  const figures = [...new Set(reported.map(({ figure }) => figure))];
  return figures.flatMap((figure) => reported.filter((row) => row.figure === figure));
}

function reportRow(row: Row): ReportedRow {
  const limit: Limit | undefined = row.limit && LIMITS[row.limit];
  const unit = limit?.unit ?? row.unit ?? '';
  return {
    figure: limit?.figure ?? row.figure ?? '',
    variant: row.variant,
    limit: limit ? amount(limit.limit, unit) : '',
    measured: amount(row.measured, unit),
    verdict: limit ? (row.measured <= limit.limit ? 'ok' : 'missed') : '',
    details: row.details ?? '',
  };
}

// More than three significant digits are noise; a ratio below 1 has as many.
function amount(value: number, unit: string): string {
  const text =
    Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3)).toString();
  return unit === 'x' ? `${text}x` : `${text} ${unit}`.trim();
}
