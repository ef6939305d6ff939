import { PAYIN_TRANSITIONS } from '#domain/order/payin-status.ts';
import { PAYOUT_TRANSITIONS } from '#domain/order/payout-status.ts';
import { REFUND_TRANSITIONS } from '#domain/order/refund-status.ts';
import { isFinal, type OrderStatus } from '#domain/order/status.ts';
import { isTransition, type Transition } from '#domain/order/transition.ts';
import { verifyLedger } from '#service/ledger/verify.ts';
import type { Database } from '#service/platform/database/database.ts';
import { webhookId } from '#service/webhooks/sign.ts';
import { sql } from 'kysely';
import { sumOf } from './acquirer.ts';
import type { Surroundings } from './surroundings.ts';

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
    limit 5`.execute(db);
  return [...findings, ...wrong.rows.map(({ what }) => what)];
}

type World = Pick<Surroundings, 'acquirer' | 'acknowledged' | 'received'>;

/** Whether an order has not ended, or a merchant was not told of its end. */
export async function isAnythingOpen({ db }: Monitor): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    select exists (
      select from (select status from payins union all select status from payouts union all select status from refunds)
        as orders where status not in ('SUCCESS', 'FAILED', 'CLOSED')
    ) or exists (select from webhook_events where state = 'pending') as is_open`.execute(db);
  return rows[0]?.is_open ?? false;
}

/** What must be true once all faults have ended and the service had time to do what was left. */
export async function endFindings({ db, longRunning }: Database, world: World): Promise<string[]> {
  const { findings } = await verifyLedger({ longRunning });
  return [
    ...findings
      .filter(({ rule }) => !KNOWN_TO_QUEUE.has(rule))
      .map((finding) => `ledger: ${JSON.stringify(finding)}`),
    ...(await lostFindings(db, world)),
    ...(await openFindings(db)),
    ...(await payinFindings(db, world)),
    ...(await transferFindings(db, world)),
    ...(await moneyOutFindings(db, world, 'payout')),
    ...(await moneyOutFindings(db, world, 'refund')),
    ...(await webhookFindings(db, world)),
  ];
}

/** What a person has yet to resolve; that it is in the exception queue is looked at for each payment. */
const KNOWN_TO_QUEUE = new Set(['approved_is_credited', 'paid_is_settled', 'refunded_is_settled']);

async function lostFindings(db: Db, { acknowledged }: World): Promise<string[]> {
  const orders = await sql<{ id: string; reference: string; amount: bigint }>`
    select id, reference_id as reference, amount_minor as amount from payins
    union all select id, reference_id, amount_minor from payouts`.execute(db);
  const refunds = await db.selectFrom('refunds').select(['id', 'reference_id']).execute();
  const amounts = new Map(orders.rows.map((row) => [row.id, row]));
  const lost = [...acknowledged.orders].filter(([reference, { id, amountMinor }]) => {
    const row = amounts.get(id);
    return row?.reference !== reference || row.amount !== amountMinor;
  });
  const lostRefunds = [...acknowledged.refunds].filter(
    ([reference, id]) => !refunds.some((row) => row.id === id && row.reference_id === reference),
  );
  return [
    ...lost.map(([reference]) => `${reference} was acknowledged and is lost`),
    ...lostRefunds.map(([reference]) => `${reference} was acknowledged and is lost`),
  ];
}

async function openFindings(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string; status: OrderStatus }>`
    select id, status from payins union all select id, status from payouts union all select id, status from refunds`.execute(
    db,
  );
  return rows
    .filter(({ status }) => !isFinal(status))
    .map(({ id, status }) => `${id} stays ${status}`);
}

/** Returns the attempts and orders that a person is asked to look at. */
async function queued(db: Db): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('attention')
    .select(['attempt_id', 'order_id', 'kind'])
    .execute();
  return new Set(
    rows.flatMap(({ attempt_id, order_id }) => [attempt_id, attempt_id === null ? order_id : null]),
  );
}

async function payinFindings(db: Db, { acquirer }: World): Promise<string[]> {
  const attempts = await db
    .selectFrom('payin_attempts')
    .innerJoin('payins', 'payins.id', 'payin_attempts.payin_id')
    .select([
      'payin_attempts.id',
      'payins.id as order',
      'payins.status',
      'payin_attempts.outcome',
      'payins.payment_source',
    ])
    .where('payment_source', '=', 'CARD')
    .execute();
  const inQueue = await queued(db);
  const findings: string[] = [];
  for (const [id, { state }] of acquirer.cards) {
    const attempt = attempts.find((row) => row.id === id);
    if (attempt === undefined) {
      findings.push(`the acquirer was asked for ${id}, which nobody recorded`);
      continue;
    }
    const isCredited = attempt.status === 'SUCCESS' && attempt.outcome === 'approved';
    if (state === 'approved' && !isCredited && !inQueue.has(id))
      findings.push(`${id} was taken, and its payin is ${attempt.status}`);
    if (state === 'voided' && isCredited) findings.push(`${id} was credited and given back`);
    if (state !== 'approved' && state !== 'voided' && isCredited && !inQueue.has(id))
      findings.push(`${id} was credited, and is ${state}`);
  }
  const credited = attempts
    .filter(({ outcome, status }) => outcome === 'approved' && status === 'SUCCESS')
    .map(({ order }) => order);
  if (new Set(credited).size !== credited.length) findings.push('a payin was paid twice');
  for (const { id, outcome } of attempts) {
    if (outcome === 'approved' && !acquirer.cards.has(id))
      findings.push(`${id} is approved, and the acquirer was never asked`);
  }
  return findings;
}

async function transferFindings(db: Db, { acquirer }: World): Promise<string[]> {
  const findings: string[] = [];
  const { rows } = await sql<{
    id: string;
    order: string;
    status: string;
    amount: bigint;
    received: bigint;
    queued: bigint;
  }>`
    select attempt.id, payins.id as order, payins.status, payment_method_amount_minor as amount,
      (select coalesce(sum(amount_minor), 0)::bigint from payin_receipts where attempt_id = attempt.id) as received,
      (select coalesce(sum(queued_minor), 0)::bigint from payin_receipts where attempt_id = attempt.id) as queued
    from payin_attempts attempt join payins on payins.id = attempt.payin_id where payment_source = 'P2P'`.execute(
    db,
  );
  const inQueue = await queued(db);
  for (const [id, book] of acquirer.transfers) {
    const row = rows.find((each) => each.id === id);
    if (row === undefined) {
      findings.push(`the acquirer was asked for ${id}, which nobody recorded`);
      continue;
    }
    const sum = sumOf(book);
    if (row.received !== sum)
      findings.push(`${sum} arrived for ${id}, and ${row.received} is recorded`);
    const uncredited = row.queued > 0n || (row.status !== 'SUCCESS' && sum > 0n);
    if (uncredited && !inQueue.has(id))
      findings.push(`${sum} arrived for ${id}, and nobody is told: its payin is ${row.status}`);
  }
  const credited = await sql<{ id: string; credited: bigint; amount: bigint }>`
    select payins.id, payment_method_amount_minor as amount,
      (select coalesce(sum(amount_minor - queued_minor), 0)::bigint from payin_receipts where payin_id = payins.id) as credited
    from payins where payment_source = 'P2P' and status = 'SUCCESS'`.execute(db);
  for (const { id, credited: minor, amount } of credited.rows) {
    if (minor !== amount)
      findings.push(`payin ${id} was credited with ${amount}, and ${minor} of what arrived`);
  }
  return findings;
}

async function moneyOutFindings(
  db: Db,
  { acquirer }: World,
  kind: 'payout' | 'refund',
): Promise<string[]> {
  const findings: string[] = [];
  const { rows } = await sql<{ id: string; order: string; status: string; outcome: string | null }>`
    select attempt.id, o.id as order, o.status, attempt.outcome
    from ${sql.table(`${kind}_attempts`)} attempt
    join ${sql.table(`${kind}s`)} o on o.id = attempt.${sql.ref(`${kind}_id`)}`.execute(db);
  const inQueue = await queued(db);
  for (const [id, { state }] of kind === 'payout' ? acquirer.payouts : acquirer.refunds) {
    const row = rows.find((each) => each.id === id);
    if (row === undefined) {
      findings.push(`the acquirer was asked for ${id}, which nobody recorded`);
      continue;
    }
    const isPaid = row.status === 'SUCCESS';
    if (state === 'made' && !isPaid && !inQueue.has(id))
      findings.push(`${kind} ${id} was made, and is ${row.status}`);
    if (state !== 'made' && isPaid && !inQueue.has(id))
      findings.push(`${kind} ${id} is SUCCESS, and was ${state}`);
  }
  const madeOf = rows
    .filter(
      ({ id }) =>
        (kind === 'payout' ? acquirer.payouts : acquirer.refunds).get(id)?.state === 'made',
    )
    .map(({ order }) => order);
  if (new Set(madeOf).size !== madeOf.length) findings.push(`a ${kind} was made twice`);
  return findings;
}

async function webhookFindings(db: Db, { received }: World): Promise<string[]> {
  const events = await db
    .selectFrom('webhook_events')
    .select(['id', 'group_id', 'state', 'body'])
    .execute();
  const groups = events.map(({ group_id }) => group_id);
  return [
    ...(new Set(groups).size === groups.length ? [] : ['an order has two webhooks']),
    ...events
      .filter(({ state }) => state !== 'delivered')
      .map(({ id, state }) => `webhook ${id} is ${state}`),
    ...events
      .filter(
        ({ id, body, state }) => state === 'delivered' && received.get(webhookId(id)) !== body,
      )
      .map(({ id }) => `webhook ${id} never came`),
  ];
}
