import type { CardBrand } from '#domain/card/number.ts';
import type { Currency } from '#domain/money.ts';
import type { RefusedBy } from '#domain/order/attempt-limits.ts';
import type { OrderDirection } from '#domain/order/direction.ts';
import type { ResolutionCode } from '#domain/order/resolution.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import { sql, type RawBuilder } from 'kysely';
import { FUNNEL, isUnpaidBecause, type FunnelStep } from '../../counters/conversion.ts';
import { BRAND } from '../../counters/roll-up.ts';
import type { Db } from '../../platform/database/schema.ts';
import {
  BLOCKED_PAYOUT,
  isReversed,
  outcomeColumns,
  PAYOUT_REFUSED_BY,
  type OutcomeRow,
  type Reversal,
} from './outcome.ts';

/** Conditions that orders must meet; members that are undefined set none. */
export interface OrderFilter {
  id?: string | undefined;
  /** A reference of the merchant or an acquirer, or the first eight characters of an id. */
  text?: string | undefined;
  reference?: string | undefined;
  email?: string | undefined;
  lastFour?: string | undefined;
  /** The card number in its stored, masked form. */
  card?: string | undefined;
  rrn?: string | undefined;
  acquirerReference?: string | undefined;
  amountMinor?: bigint | undefined;
  currency?: Currency | undefined;
  direction?: OrderDirection | undefined;
  statuses?: readonly OrderStatus[] | undefined;
  /** A step of the funnel that payins have reached. */
  step?: FunnelStep | undefined;
  brand?: string | undefined;
  /** Why an order that has ended was not paid: a decline reason or a resolution code. */
  reason?: string | undefined;
  reversal?: Reversal | undefined;
  /** The limit that refused what was submitted last. */
  refusedBy?: RefusedBy | undefined;
  /** The IP address that it came from. */
  payerAddress?: string | undefined;
  resolutionCode?: ResolutionCode | undefined;
  merchantId?: string | undefined;
  methodId?: string | undefined;
  terminalId?: string | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
}

export interface FoundOrder extends OutcomeRow {
  id: string;
  direction: OrderDirection;
  reference_id: string;
  merchant_id: string;
  merchant: string;
  method_id: string;
  method: string | null;
  terminal: string | null;
  status: OrderStatus;
  resolution_code: ResolutionCode | null;
  refused_by: RefusedBy | null;
  currency: Currency;
  amount_minor: bigint;
  fee_total_minor: bigint;
  /** A masked card number, or another destination of a payout. */
  account: string | null;
  card_brand: CardBrand | null;
  email: string | null;
  created_at: Date;
  created_us: string;
}

type Condition = RawBuilder<unknown>;

/** A page of the search, within a range of time. */
interface SearchPart {
  after: Place | undefined;
  size: number;
  from?: Date | undefined;
  before?: Date | undefined;
}

/** Finds orders, latest first. A page is merged from one of payins and one of payouts, each read from one index. */
export async function selectFoundOrders(
  db: Db,
  filter: OrderFilter,
  page: SearchPart,
): Promise<FoundOrder[]> {
  const sides = [
    ...(filter.direction === 'payout' ? [] : [payins(filter)]),
    ...(filter.direction === 'payin' || isOfPayins(filter) ? [] : [payouts(filter)]),
  ];
  if (sides.length === 0) return [];
  const latest = sides.map(
    ({ columns, conditions }) => sql`(
      ${columns} where ${sql.join([...conditions, ...placed(page)], sql` and `)}
      order by created_at desc, id desc limit ${page.size})`,
  );
  const { rows } = await sql<FoundOrder>`
    select found.*, ${outcomeColumns(sql`found.id`)},
      merchants.name as merchant, gate_methods.name as method, terminals.name as terminal,
      (extract(epoch from found.created_at) * 1000000)::bigint::text as created_us
    from (
      select * from (${sql.join(latest, sql` union all `)}) both_kinds
      order by created_at desc, id desc limit ${page.size}
    ) found
    join merchants on merchants.id = found.merchant_id
    left join gate_methods on gate_methods.id = found.method_id
    left join terminals on terminals.id = found.terminal_id
    order by created_at desc, id desc`.execute(db);
  return rows;
}

/** Returns whether a filter is by what only payins have. */
function isOfPayins(filter: OrderFilter): boolean {
  const { rrn, step, brand, reversal, payerAddress } = filter;
  return [rrn, step, brand, reversal, payerAddress].some((value) => value !== undefined);
}

interface Side {
  columns: Condition;
  conditions: Condition[];
}

const COMMON = sql.raw(
  `id, reference_id, merchant_id, method_id, status, resolution_code, currency, amount_minor,
  fee_total_minor, customer ->> 'email' as email, created_at`,
);

function payins(filter: OrderFilter): Side {
  const { lastFour, card, rrn, terminalId } = filter;
  return {
    columns: sql`select ${COMMON}, 'payin' as direction, terminal_id, card_number_masked as account,
      card_brand, refused_by from payins`,
    conditions: [
      ...ofEither(filter, 'payin_attempts'),
      ...given(lastFour, (four) => sql`right(card_number_masked, 4) = ${four}`),
      ...given(
        card,
        (masked) =>
          sql`right(card_number_masked, 4) = ${masked.slice(-4)} and card_number_masked = ${masked}`,
      ),
      ...given(rrn, (value) => sql`rrn = ${value}`),
      ...given(terminalId, (id) => sql`terminal_id = ${id}`),
      ...given(filter.brand, (brand) => sql`${BRAND} = ${brand}`),
      ...given(filter.step, (step) => FUNNEL[step]),
      ...given(filter.reason, isUnpaidBecause),
      ...given(filter.reversal, isReversed),
      ...given(filter.refusedBy, (limit) => sql`refused_by = ${limit}`),
      ...given(filter.payerAddress, (address) => sql`payer_address = ${address}`),
    ],
  };
}

/** Searches payouts. A payout's terminal is the one of its latest attempt. */
function payouts(filter: OrderFilter): Side {
  const { lastFour, card, terminalId } = filter;
  return {
    columns: sql`select ${COMMON}, 'payout' as direction,
      (select terminal_id from payout_attempts where payout_id = payouts.id
        order by created_at desc limit 1) as terminal_id,
      destination_shown as account, null as card_brand, ${PAYOUT_REFUSED_BY} as refused_by from payouts`,
    conditions: [
      ...ofEither(filter, 'payout_attempts'),
      ...given(
        lastFour,
        (four) => sql`destination_shown like '%*%' and right(destination_shown, 4) = ${four}`,
      ),
      ...given(
        card,
        (masked) => sql`destination_shown like '%*%'
          and right(destination_shown, 4) = ${masked.slice(-4)} and destination_shown = ${masked}`,
      ),
      ...given(
        terminalId,
        (id) => sql`id in (select payout_id from payout_attempts where terminal_id = ${id})`,
      ),
      ...given(filter.reason, (code) => sql`resolution_code = ${code}`),
      ...given(filter.refusedBy, (limit) =>
        limit === 'block_list' ? sql`resolution_code = ${BLOCKED_PAYOUT}` : sql`false`,
      ),
    ],
  };
}

function ofEither(
  filter: OrderFilter,
  attempts: 'payin_attempts' | 'payout_attempts',
): Condition[] {
  return [
    sql`true`,
    ...given(filter.id, (id) => sql`id = ${id}`),
    ...given(filter.reference, (reference) => sql`reference_id = ${reference}`),
    ...given(filter.email, (email) => sql`lower(customer ->> 'email') = lower(${email})`),
    ...given(filter.amountMinor, (amount) => sql`amount_minor = ${amount}`),
    ...given(filter.currency, (currency) => sql`currency = ${currency}`),
    ...given(filter.statuses, (statuses) => sql`status = any(${statuses}::text[])`),
    ...given(filter.resolutionCode, (code) => sql`resolution_code = ${code}`),
    ...given(filter.merchantId, (id) => sql`merchant_id = ${id}`),
    ...given(filter.methodId, (id) => sql`method_id = ${id}`),
    ...given(filter.from, (from) => sql`created_at >= ${from}`),
    ...given(filter.before, (before) => sql`created_at < ${before}`),
    ...given(filter.acquirerReference, (word) => isOfReference(attempts, word)),
    ...given(filter.text, (text) => isOfReference(attempts, text, byText(attempts, text))),
  ];
}

/**
 * Matches an acquirer's reference, which is the first or second word of the stored one, as in the indexes. A payin that
 * is not paid by card also matches by the account or address that was paid to, and by the payment reference that the
 * payer quotes. The ids are collected in an array first; otherwise the planner scans all orders for them.
 */
function isOfReference(
  attempts: 'payin_attempts' | 'payout_attempts',
  word: string,
  others = sql``,
): Condition {
  const order = sql.ref(attempts === 'payin_attempts' ? 'payin_id' : 'payout_id');
  const byInstructions = sql`union all
    select payin_id from payin_attempts
    where instructions is not null
      and replace(coalesce(instructions ->> 'address', instructions -> 'account' ->> 'value'), ' ', '')
        = ${word.replaceAll(' ', '')}
    union all
    select payin_id from payin_attempts
    where instructions is not null and instructions ->> 'reference' = ${word}`;
  return sql`id = any(array(
    select ${order} from ${sql.table(attempts)}
    where provider_reference is not null and split_part(provider_reference, ' ', 1) = ${word}
    union all
    select ${order} from ${sql.table(attempts)}
    where provider_reference like '% %' and split_part(provider_reference, ' ', 2) = ${word}
    ${attempts === 'payin_attempts' ? byInstructions : sql``}
    ${others}))`;
}

const SHORT_ID = /^[\da-f]{8}$/i;

/** Selects the ids of orders by the merchant's reference, and by the part of their id that the console shows. */
function byText(attempts: 'payin_attempts' | 'payout_attempts', text: string): Condition {
  const orders = sql.table(attempts === 'payin_attempts' ? 'payins' : 'payouts');
  const byId = sql`union all
    select id from ${orders} where id between ${`${text}-0000-0000-0000-000000000000`}::uuid
      and ${`${text}-ffff-ffff-ffff-ffffffffffff`}::uuid`;
  return sql`union all select id from ${orders} where reference_id = ${text}
    ${SHORT_ID.test(text) ? byId : sql``}`;
}

function placed({ after, from, before }: SearchPart): Condition[] {
  return [
    ...given(
      after,
      ({ createdUs, id }) => sql`(created_at, id) < (
        'epoch'::timestamptz + ${createdUs}::bigint * interval '1 microsecond', ${id}::uuid)`,
    ),
    ...given(from, (moment) => sql`created_at >= ${moment}`),
    ...given(before, (moment) => sql`created_at < ${moment}`),
  ];
}

function given<Value>(
  value: Value | undefined,
  condition: (value: Value) => Condition,
): Condition[] {
  return value === undefined ? [] : [condition(value)];
}

/** The last order of a page, after which the next page begins. */
export interface Place {
  /** Microseconds since 1970, the database's precision. */
  createdUs: string;
  id: string;
}
