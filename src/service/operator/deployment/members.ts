/** Rows in the file's form, and back as columns: a file and the database are compared in the same form. */
import type { OwnLimits } from '#domain/order/attempt-limits.ts';
import type { OwnDisputeLimits } from '#domain/dispute/ratio.ts';
import { formatMinor, parseAmount } from '#domain/money.ts';
import { type MerchantInFile, type MethodInFile, type RouteInFile, shortest } from './file.ts';
import type { MerchantRow, MethodRow, PresentMethod, PresentRoute, RouteRow } from './queries.ts';

const MERCHANT_MEMBERS = [
  'logo_url',
  'accent',
  'support_url',
  'operator_name',
  'terms_url',
  'privacy_url',
  'payin_webhook_url',
  'payout_webhook_url',
  'refund_webhook_url',
  'dispute_webhook_url',
  'webhook_payload',
] as const;

interface MerchantMembers extends Pick<MerchantRow, (typeof MERCHANT_MEMBERS)[number]> {
  attempt_limits: OwnLimits | null;
  dispute_limits: OwnDisputeLimits | null;
}

type GivenMembers = { [Name in keyof MerchantMembers]?: MerchantMembers[Name] | undefined };

export function merchantMembers(row: MerchantRow): MerchantMembers {
  return {
    ...pick(row, MERCHANT_MEMBERS),
    attempt_limits: orNull(row.attempt_limits),
    dispute_limits: orNull(row.dispute_limits),
  };
}

function orNull<Limits extends object>(own: Limits): Limits | null {
  return Object.keys(own).length === 0 ? null : own;
}

const ALL_MEMBERS = [...MERCHANT_MEMBERS, 'attempt_limits', 'dispute_limits'] as const;

/** Returns the members that the file gives; the others are absent. */
export function givenMerchantMembers(merchant: MerchantInFile): GivenMembers {
  const given = pick(merchant, ALL_MEMBERS);
  for (const name of ALL_MEMBERS) {
    if (given[name] === undefined) Reflect.deleteProperty(given, name);
  }
  return given;
}

export function merchantColumns({ attempt_limits, dispute_limits, ...members }: GivenMembers) {
  return {
    ...members,
    ...(attempt_limits !== undefined && { attempt_limits: JSON.stringify(attempt_limits ?? {}) }),
    ...(dispute_limits !== undefined && { dispute_limits: JSON.stringify(dispute_limits ?? {}) }),
  };
}

type MethodMembers = Omit<MethodInFile, 'name'>;

export function methodMembers({ row, routes }: PresentMethod): MethodMembers {
  return {
    ...pick(row, [
      'direction',
      'payment_source',
      'currency',
      'payment_method_currency',
      'settlement_period_days',
      'max_attempts',
      'waiting_seconds',
      'refund_fee',
      'asks_cpf',
      'banks',
      'active',
    ]),
    conversion_rate: row.conversion_rate === null ? null : shortest(row.conversion_rate),
    fee_percent: shortest(row.fee_percent),
    rolling_percent: shortest(row.rolling_percent),
    tolerance_percent: shortest(row.tolerance_percent),
    fee_fixed: formatMinor(row.fee_fixed_minor),
    amount_min: formatMinor(row.amount_min_minor),
    amount_max: formatMinor(row.amount_max_minor),
    fee_min: amountIn(row.fee_min_minor),
    fee_max: amountIn(row.fee_max_minor),
    max_part_amount: amountIn(row.max_part_amount_minor),
    refund_fixed_fee: formatMinor(row.refund_fixed_fee_minor),
    dispute_fee: formatMinor(row.dispute_fee_minor),
    tolerance: formatMinor(row.tolerance_minor),
    routes: routes.map(routeMembers),
  };
}

export function routeMembers(row: PresentRoute): RouteInFile {
  return {
    terminal: row.terminal,
    ...pick(row, ['priority', 'weight', 'up']),
    brands: row.brands?.toSorted() ?? null,
    bin_prefixes: row.bin_prefixes?.toSorted() ?? null,
    countries: row.countries?.toSorted() ?? null,
    amount_min: amountIn(row.amount_min_minor),
    amount_max: amountIn(row.amount_max_minor),
  };
}

export function methodColumns(
  members: MethodMembers,
): Omit<MethodRow, 'id' | 'gate_id' | 'name' | 'banks'> & { banks: string } {
  const { routes: _routes, fee_fixed, fee_min, fee_max, ...rest } = members;
  const { amount_min, amount_max, max_part_amount, ...others } = rest;
  const { refund_fixed_fee, dispute_fee, tolerance, banks, ...columns } = others;
  return {
    ...columns,
    payment_method_currency: columns.payment_method_currency ?? columns.currency,
    fee_fixed_minor: minor(fee_fixed),
    fee_min_minor: minorOrNull(fee_min),
    fee_max_minor: minorOrNull(fee_max),
    amount_min_minor: minor(amount_min),
    amount_max_minor: minor(amount_max),
    max_part_amount_minor: minorOrNull(max_part_amount),
    refund_fixed_fee_minor: minor(refund_fixed_fee),
    dispute_fee_minor: minor(dispute_fee),
    tolerance_minor: minor(tolerance),
    banks: JSON.stringify(banks),
  };
}

export function routeColumns(
  members: RouteInFile,
  terminalId: string,
): Omit<RouteRow, 'id' | 'method_id'> {
  const { terminal: _name, amount_min, amount_max, ...columns } = members;
  return {
    ...columns,
    terminal_id: terminalId,
    amount_min_minor: minorOrNull(amount_min),
    amount_max_minor: minorOrNull(amount_max),
  };
}

function amountIn(minorUnits: bigint | null): string | null {
  return minorUnits === null ? null : formatMinor(minorUnits);
}

/** Parses an amount that the schema has validated. */
function minor(text: string): bigint {
  return parseAmount(text) ?? 0n;
}

function minorOrNull(text: string | null): bigint | null {
  return text === null ? null : minor(text);
}

function pick<Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): Pick<Row, Name> {
  const { ...picked } = row;
  for (const name of Object.keys(picked)) {
    if (!names.some((wanted) => wanted === name)) Reflect.deleteProperty(picked, name);
  }
  return picked;
}
