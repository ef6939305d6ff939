import { formatMinor } from '#domain/money.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { harmless } from '#domain/harmless.ts';
import type { Period } from './period.ts';
import type { ReportContent, Row } from './report-file.ts';
import {
  selectFees,
  selectSettlement,
  type FeeDay,
  type SettlementDay,
} from './settlement-query.ts';

type Deps = Pick<ServiceContext, 'longRunning'>;

/** They are read at once: so many take some 50 MB. */
const MOST_ROWS = 50_000;

export class TooManyRows extends Error {
  override name = 'TooManyRows';
}

/** Per merchant, gate, currency and day on which anything moved: how the balance came about. */
export function settlementReport({ longRunning }: Deps, period: Period): ReportContent {
  return {
    columns: [
      ...['merchant', 'gate', 'currency', 'day', 'opening', 'payins', 'fees', 'holds', 'releases'],
      ...['payouts', 'corrections', 'closing', 'held', 'reserved'],
    ],
    pages: onePage(() => selectSettlement(longRunning, period, MOST_ROWS), settled),
  };
}

export function feeReport({ longRunning }: Deps, period: Period): ReportContent {
  return {
    columns: [
      ...['merchant', 'gate', 'method', 'direction', 'currency', 'day', 'orders', 'amount', 'fees'],
    ],
    pages: onePage(() => selectFees(longRunning, period, MOST_ROWS), earned),
  };
}

async function* onePage<Day>(
  read: () => Promise<Day[]>,
  written: (day: Day) => Row,
): AsyncGenerator<Row[]> {
  const days = await read();
  if (days.length > MOST_ROWS) {
    throw new TooManyRows(
      `It has more than ${MOST_ROWS} rows: ask for fewer days, or one merchant.`,
    );
  }
  yield days.map(written);
}

function settled(day: SettlementDay): Row {
  return [
    ...[harmless(day.merchant), harmless(day.gate), day.currency, day.day],
    ...[day.opening_minor, day.payins_minor, -day.fees_minor, -day.holds_minor].map(formatMinor),
    ...[day.releases_minor, -day.payouts_minor, day.corrections_minor].map(formatMinor),
    ...[day.closing_minor, day.held_minor, day.reserved_minor].map(formatMinor),
  ];
}

function earned(day: FeeDay): Row {
  return [
    ...[harmless(day.merchant), harmless(day.gate), harmless(day.method), day.direction],
    ...[day.currency, day.day, day.orders.toString()],
    ...[formatMinor(day.amount_minor), formatMinor(day.fees_minor)],
  ];
}
