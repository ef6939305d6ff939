import { sql } from 'kysely';
import type { Currency } from '#domain/money.ts';
import type { OrderDirection } from '#domain/order/direction.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import { LATENCY_SUMS, type LatencyColumn } from '../../counters/attempts.ts';
import { EVERYBODY } from '../../counters/roll-up.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { CountedRange } from './range.ts';

/** Orders of one direction and currency, created in one hour or day. */
export interface CountedOrders {
  bucket: number;
  direction: OrderDirection;
  currency: Currency;
  orders: bigint;
  amount_minor: string;
  succeeded: bigint;
  succeeded_minor: string;
  failed: bigint;
  failed_minor: string;
  closed: bigint;
  closed_minor: string;
}

function ended(status: OrderStatus, name: string) {
  return sql`
  coalesce(sum(orders) filter (where status = ${status}), 0)::bigint as ${sql.ref(name)},
  coalesce(sum(amount_minor) filter (where status = ${status}), 0)::text as ${sql.ref(`${name}_minor`)}`;
}

/**
 * Sums the order counters of a merchant, or of all merchants. The totals of all merchants are stored separately, so
 * both read about as many rows.
 */
export async function selectOrderCounters(
  db: Db,
  range: CountedRange,
  merchantId: string = EVERYBODY,
): Promise<CountedOrders[]> {
  const { rows } = await sql<CountedOrders>`
    select bucket, direction, currency, sum(orders)::bigint as orders,
      sum(amount_minor)::text as amount_minor, ${ended('SUCCESS', 'succeeded')},
      ${ended('FAILED', 'failed')}, ${ended('CLOSED', 'closed')}
    from order_counts where ${ofOrders(range, merchantId)}
    group by bucket, direction, currency order by bucket, direction, currency`.execute(db);
  return rows;
}

export type AttemptSums = Record<LatencyColumn, bigint> & {
  attempts: bigint;
  approved: bigint;
  declined: bigint;
  open: bigint;
  answered: bigint;
  latency_ms: bigint;
};

export type CountedAttempts = AttemptSums & {
  /** Null for the whole range. */
  bucket: number | null;
  terminal_id: string;
  terminal: string;
  direction: OrderDirection;
};

/** Sums attempts by terminal and direction, for the whole range and for each bucket. */
export async function selectAttemptCounters(
  db: Db,
  range: CountedRange,
): Promise<CountedAttempts[]> {
  const { rows } = await sql<CountedAttempts>`
    select bucket, terminal_id, terminals.name as terminal, direction, ${ATTEMPT_SUMS}
    from attempt_counters join terminals on terminals.id = terminal_id
    where ${isIn(range)}
    group by grouping sets ((terminal_id, terminals.name, direction),
      (terminal_id, terminals.name, direction, bucket))
    order by terminals.name, direction, bucket nulls first`.execute(db);
  return rows;
}

/** Sums attempts by terminal, payins and payouts together. */
export async function selectTerminalTotals(
  db: Db,
  range: CountedRange,
): Promise<({ terminal_id: string } & AttemptSums)[]> {
  const { rows } = await sql<{ terminal_id: string } & AttemptSums>`
    select terminal_id, ${ATTEMPT_SUMS} from attempt_counters
    where ${isIn(range)} group by terminal_id`.execute(db);
  return rows;
}

function counted(...outcomes: string[]) {
  return sql`
  coalesce(sum(attempts) filter (where outcome in (${sql.join(outcomes)})), 0)::bigint`;
}

const ATTEMPT_SUMS = sql`sum(attempts)::bigint as attempts,
  ${counted('approved', 'paid')} as approved,
  ${counted('soft_decline', 'hard_decline', 'refused')} as declined, ${counted('')} as open,
  sum(answered)::bigint as answered, sum(latency_ms)::bigint as latency_ms, ${LATENCY_SUMS}`;

function ofOrders({ span, from, before }: CountedRange, merchantId: string) {
  return sql`merchant_id = ${merchantId} and direction in ('payin', 'payout')
    and series = ${`created_${span}`} and bucket >= ${from}::integer and bucket < ${before}::integer`;
}

function isIn({ span, from, before }: CountedRange) {
  return sql`span = ${span} and bucket >= ${from}::integer and bucket < ${before}::integer`;
}

export interface DeclineReasonCount {
  reason: string;
  attempts: bigint;
}

/** Counts declines by reason, as the adapters mapped it, over all currencies, most frequent first. */
export function selectDeclineReasons(
  db: Db,
  { span, from, before }: CountedRange,
): Promise<DeclineReasonCount[]> {
  return db
    .selectFrom('attempt_counters')
    .select(['reason', sql<bigint>`sum(attempts)::bigint`.as('attempts')])
    .where('span', '=', span)
    .where('bucket', '>=', from)
    .where('bucket', '<', before)
    .where('reason', '<>', '')
    .groupBy('reason')
    .orderBy('attempts', 'desc')
    .orderBy('reason')
    .execute();
}

/** How often acquirers sent a message with a decline that has no known reason. */
export interface DeclineWords {
  words: string;
  attempts: bigint;
}

/** The most attempts of each terminal to read, so that the cost does not depend on their number. */
const LATEST_DECLINES = 500;
const MOST_WORDS = 5;

/**
 * Counts the acquirers' messages on orders with an attempt that was declined for no known reason, most frequent first.
 */
export async function selectDeclineWords(
  db: Db,
  { span, from, before }: CountedRange,
): Promise<DeclineWords[]> {
  const seconds = span === 'hour' ? 3_600 : 86_400;
  const { rows } = await sql<DeclineWords>`
    select payins.provider_error_message as words, count(*)::bigint as attempts
    from terminals cross join lateral (
      select payin_id, outcome, decline_reason from payin_attempts
      where terminal_id = terminals.id
        and created_at >= to_timestamp(${from * seconds}::bigint)
        and created_at < to_timestamp(${before * seconds}::bigint)
      order by created_at desc limit ${LATEST_DECLINES}
    ) latest join payins on payins.id = latest.payin_id
    where latest.decline_reason = 'other' and payins.provider_error_message is not null
    group by payins.provider_error_message
    order by attempts desc, words limit ${MOST_WORDS}`.execute(db);
  return rows;
}

/** Returns whether orders or attempts of the range are not counted yet. */
export async function isBehind(
  db: Db,
  { span, from, before }: CountedRange,
  merchantId: string | undefined,
): Promise<boolean> {
  const perSpan = span === 'hour' ? 1 : 24;
  const { rows } = await sql<{ behind: boolean }>`
    select exists (select from order_count_changes
        ${merchantId === undefined ? sql`` : sql`where merchant_id = ${merchantId}`})
      or exists (select from stale_hours
        where hour >= ${from * perSpan}::integer and hour < ${before * perSpan}::integer) as behind`.execute(
    db,
  );
  return rows[0]?.behind ?? false;
}

interface Lasts {
  id: string;
  approved: Date | null;
  failed: Date | null;
}

/** The most attempts to read for each terminal and direction. */
const LATEST = 200;

/** Returns when each terminal's attempts were last approved, and when they last failed. */
export async function selectLasts(db: Db, ids: readonly string[]): Promise<Map<string, Lasts>> {
  const { rows } = await sql<Lasts>`
    select terminal.id, max(settled_at) filter (where outcome in ('approved', 'paid')) as approved,
      max(settled_at) filter (where outcome in ('not_taken', 'never_seen')) as failed
    from unnest(${ids}::uuid[]) as terminal (id) cross join lateral (
      (select outcome, settled_at from payin_attempts where terminal_id = terminal.id
        order by created_at desc limit ${LATEST})
      union all
      (select outcome, settled_at from payout_attempts where terminal_id = terminal.id
        order by created_at desc limit ${LATEST})
    ) latest group by terminal.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
