import { expect, it } from 'vitest';
import {
  DEFAULT_DISPUTE_LIMITS,
  disputeRatio,
  monthOf,
  type DisputeScheme,
} from '#domain/dispute/ratio.ts';
import { shownRatios } from './show.ts';

const NOW = new Date('2026-01-10T00:00:00Z');
const JANUARY = monthOf(NOW);

function row(merchant: string, disputes: number, scheme: DisputeScheme = 'visa') {
  const counted = [{ month: JANUARY, disputes, payments: 1_000 }];
  const of = { counted, limits: DEFAULT_DISPUTE_LIMITS };
  return {
    merchantId: merchant,
    merchant,
    scheme,
    thisMonth: disputeRatio(scheme, JANUARY, of),
    lastMonth: disputeRatio(scheme, JANUARY - 1, of),
  };
}

it('sorts ratios by severity, the most severe first', () => {
  const rows = [
    row('below', 1),
    row('without a limit', 500, 'other'),
    row('above', 15),
    row('further above', 16),
  ];
  const shown = shownRatios(rows, NOW);
  expect(shown.ratios.map(({ merchant }) => merchant)).toEqual([
    'further above',
    'above',
    'below',
    'without a limit',
  ]);
  expect([shown.this_month, shown.last_month]).toEqual(['2026-01', '2025-12']);
});
