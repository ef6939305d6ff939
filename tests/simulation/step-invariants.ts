import {
  PAYIN_TRANSITIONS,
  isTransition,
  PAYOUT_TRANSITIONS,
  REFUND_TRANSITIONS,
  type Transition,
} from '#domain/order/transition.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { Database } from '#service/platform/database/database.ts';
import { sql } from 'kysely';

type Db = Database['db'];

const TABLES: Record<string, readonly Transition[]> = {
  payin: PAYIN_TRANSITIONS,
  payout: PAYOUT_TRANSITIONS,
  refund: REFUND_TRANSITIONS,
};

export interface Monitor {
  db: Db;
  /** The numbers of the transitions that were looked at. Sessions commit them in any sequence. */
  seen: Set<bigint>;
  statuses: Map<string, OrderStatus>;
}

export function createMonitor(db: Db): Monitor {
  return { db, seen: new Set(), statuses: new Map() };
}

interface Moved {
  number: bigint;
  kind: string;
  order_id: string;
  from_status: OrderStatus | null;
  to_status: OrderStatus;
  cause: string;
}

/** What must be true after every step: statuses move as their tables say, and the ledger balances. */
export async function stepFindings(monitor: Monitor): Promise<string[]> {
  const { db, statuses } = monitor;
  const findings: string[] = [];
  const moves = await sql<Moved>`/* simulated_moves */
    select number, order_id, from_status, to_status, cause, case
      when exists (select from payins where id = order_id) then 'payin'
      when exists (select from payouts where id = order_id) then 'payout' else 'refund' end as kind
    from order_transitions where number > ${BigInt(Math.max(0, monitor.seen.size - 100))} order by number`.execute(
    db,
  );
  for (const {
    number,
    kind,
    order_id: id,
    from_status: from,
    to_status: to,
    cause,
  } of moves.rows) {
    if (monitor.seen.has(number)) continue;
    monitor.seen.add(number);
    if ((statuses.get(id) ?? null) !== from)
      findings.push(`${kind} ${id} went from ${from}, and was ${statuses.get(id)}`);
    if (!isTransition(TABLES[kind] ?? [], { from, to, cause }))
      findings.push(`${kind} ${id} went from ${from} to ${to}: ${cause}`);
    statuses.set(id, to);
  }
  const wrong = await sql<{ what: string }>`/* simulated_balances */
    select 'an entry does not balance: movement ' || movement_id as what from ledger_entries
      group by movement_id, currency having sum(amount_minor) <> 0
    union all
    select 'an order was booked twice: ' || kind || ' ' || order_id from ledger_movements
      where kind in ('payin_success', 'payout_settle', 'refund_settle', 'payout_reserve', 'refund_reserve')
      group by kind, order_id having count(*) > 1
    union all
    select 'a balance differs from its entries: ' || bucket.account from gate_accounts account
      cross join lateral (values ('available', available_minor), ('hold', hold_minor), ('rolling', rolling_minor),
        ('payout_reserve', payout_reserve_minor), ('refund_reserve', refund_reserve_minor),
        ('dispute_reserve', dispute_reserve_minor)) as bucket (account, minor)
      where bucket.minor <> (select coalesce(sum(amount_minor), 0) from ledger_entries entry
        where entry.owner_id = account.gate_id and entry.currency = account.currency and entry.account = bucket.account)
    union all
    select 'a status differs from its last transition: ' || id from (
      select id, status from payins union all select id, status from payouts union all select id, status from refunds
    ) orders where status is distinct from (
      select to_status from order_transitions where order_id = orders.id order by number desc limit 1)
    union all
    select 'an order has ended without a webhook: ' || id from (
      select id, group_id, status from payins
      union all select id, id, status from refunds
      union all select min(id::text)::uuid, group_id, min(status) from payouts group by group_id
        having bool_and(status in ('SUCCESS', 'FAILED'))
    ) orders where status in ('SUCCESS', 'FAILED', 'CLOSED')
      and not exists (select from webhook_events where webhook_events.group_id = orders.group_id)
    union all
    select 'a payin has two attempts under way: ' || payin_id from payin_attempts
      where outcome is null group by payin_id having count(*) > 1
    union all
    select 'a link to pay once has two payins: ' || link_id from link_payins
      join links on links.id = link_id join payins on payins.id = payin_id
      where use = 'once' and status not in ('FAILED', 'CLOSED') group by link_id having count(*) > 1
    union all
    select 'fees were corrected twice: ' || one.method_id from adjustments one join adjustments other
      on other.method_id = one.method_id and other.id > one.id and other.status = 'posted'
      and other.fee_from < one.fee_before and one.fee_from < other.fee_before
      where one.status = 'posted'
    union all
    select 'two attempts paid a payin: ' || payin_id from payin_attempts
      where outcome = 'approved' group by payin_id having count(*) > 1
    union all
    select 'a payin was declined more often than its method allows: ' || payins.id from payins where max_attempts < (
      select count(*) from payin_attempts attempt where attempt.payin_id = payins.id
        and outcome in ('soft_decline', 'hard_decline') and not superseded)
    union all
    select 'more than a payin was refunded or is disputed: ' || payins.id from payins where amount_minor <
      (select coalesce(sum(amount_minor), 0) from refunds
        where refunds.payin_id = payins.id and status <> 'FAILED' and not made_after_end)
      + (select coalesce(sum(amount_minor), 0) from disputes
        where disputes.payin_id = payins.id and money <> 'untouched')
    limit 5`.execute(db);
  return [...findings, ...wrong.rows.map(({ what }) => what)];
}

/** Whether an order has not ended, or a merchant was not told of its end. */
export async function isAnythingOpen({ db }: Monitor): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    select exists (
      select from (select status from payins union all select status from payouts union all select status from refunds)
        as orders where status not in ('SUCCESS', 'FAILED', 'CLOSED')
    ) or exists (select from webhook_events where state = 'pending') as is_open`.execute(db);
  return rows[0]?.is_open ?? false;
}
