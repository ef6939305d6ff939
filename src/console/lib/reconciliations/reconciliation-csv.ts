import { csvText } from '#console/format/file.ts';
import { escapeFormulas } from '#domain/escape-formulas.ts';
import type { Findings, MismatchedLine } from './reconciliation.ts';

const COLUMNS = [
  'finding',
  'line',
  'kind',
  'reference',
  'amount_in_file',
  'currency_in_file',
  'amount_here',
  'currency_here',
  'order_id',
  'attempted_at',
];

const FINDINGS: Readonly<Record<MismatchedLine['verdict'], string>> = {
  different: 'different amount',
  missing_here: 'missing here',
};

/** Returns the mismatches as CSV, one per row: lines of the file, then attempts without a line. */
export function reconciliationCsv(
  lines: readonly MismatchedLine[],
  missing: Findings['missing'],
): string {
  return csvText([
    COLUMNS,
    ...lines.map((line) => [
      FINDINGS[line.verdict],
      String(line.line),
      line.kind,
      escapeFormulas(line.reference),
      line.amount,
      escapeFormulas(line.currency),
      line.order_amount ?? '',
      line.order_currency ?? '',
      line.order_id ?? '',
      '',
    ]),
    ...missing.map((attempt) => [
      'missing in the file',
      '',
      attempt.kind,
      escapeFormulas(attempt.provider_reference ?? ''),
      '',
      '',
      attempt.amount,
      attempt.currency,
      attempt.order_id,
      attempt.created_at,
    ]),
  ]);
}
