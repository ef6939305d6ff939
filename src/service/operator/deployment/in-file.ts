import { formatMinor, parseAmount } from '#domain/money.ts';
import type { MerchantInFile, MethodInFile, RouteInFile } from './file.ts';
import type { PresentMethod } from './present.ts';
import type { MerchantRow, MethodRow, RouteRow } from './queries.ts';
import { shortest } from './values.ts';

/** Rows as a file says them, and what a file says as columns: what is compared has one form. */

const MERCHANT_MEMBERS = [
  'logo_url',
  'accent',
  'support_url',
  'operator_name',
  'terms_url',
  'privacy_url',
  'payin_webhook_url',
  'payout_webhook_url',
  'webhook_payload',
] as const;

export type MerchantMembers = Pick<MerchantRow, (typeof MERCHANT_MEMBERS)[number]>;

type GivenMembers = { [Name in keyof MerchantMembers]?: MerchantMembers[Name] | undefined };

export function merchantMembers(row: MerchantRow): MerchantMembers {
  return pick(row, MERCHANT_MEMBERS);
}

/** Only those that the file gives are there. */
export function givenMerchantMembers(merchant: MerchantInFile): GivenMembers {
  const given = pick(merchant, MERCHANT_MEMBERS);
  for (const name of MERCHANT_MEMBERS) {
    if (given[name] === undefined) Reflect.deleteProperty(given, name);
  }
  return given;
}

export type MethodMembers = Omit<MethodInFile, 'name'>;

export function methodMembers(
  { row, routes }: PresentMethod,
  terminalName: (id: string) => string,
): MethodMembers {
  return {
    ...pick(row, [
      'direction',
      'payment_source',
      'currency',
      'payment_method_currency',
      'settlement_period_days',
      'max_attempts',
      'waiting_seconds',
      'active',
    ]),
    conversion_rate: row.conversion_rate === null ? null : shortest(row.conversion_rate),
    fee_percent: shortest(row.fee_percent),
    rolling_percent: shortest(row.rolling_percent),
    fee_fixed: formatMinor(row.fee_fixed_minor),
    amount_min: formatMinor(row.amount_min_minor),
    amount_max: formatMinor(row.amount_max_minor),
    fee_min: shown(row.fee_min_minor),
    fee_max: shown(row.fee_max_minor),
    max_part_amount: shown(row.max_part_amount_minor),
    routes: routes.map((route) => routeMembers(route, terminalName)),
  };
}

export function routeMembers(row: RouteRow, terminalName: (id: string) => string): RouteInFile {
  return {
    terminal: terminalName(row.terminal_id),
    ...pick(row, ['priority', 'weight', 'up']),
    brands: row.brands?.toSorted() ?? null,
    bin_prefixes: row.bin_prefixes?.toSorted() ?? null,
    countries: row.countries?.toSorted() ?? null,
    amount_min: shown(row.amount_min_minor),
    amount_max: shown(row.amount_max_minor),
  };
}

export function methodColumns(members: MethodMembers): Omit<MethodRow, 'id' | 'gate_id' | 'name'> {
  const { routes: _routes, fee_fixed, fee_min, fee_max, ...rest } = members;
  const { amount_min, amount_max, max_part_amount, ...columns } = rest;
  return {
    ...columns,
    payment_method_currency: columns.payment_method_currency ?? columns.currency,
    fee_fixed_minor: minor(fee_fixed),
    fee_min_minor: minorOrNull(fee_min),
    fee_max_minor: minorOrNull(fee_max),
    amount_min_minor: minor(amount_min),
    amount_max_minor: minor(amount_max),
    max_part_amount_minor: minorOrNull(max_part_amount),
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

function shown(minorUnits: bigint | null): string | null {
  return minorUnits === null ? null : formatMinor(minorUnits);
}

/** The schema has judged the text. */
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
