import { DISPUTE_STEPS } from '#domain/dispute/status.ts';
import { feeTotal } from '#domain/order/fees.ts';
import { isFinal, type OrderStatus } from '#domain/order/status.ts';
import { verifyLedger } from '#service/ledger/verify.ts';
import type { Database } from '#service/platform/database/database.ts';
import { WAITING_CHANGES } from '#service/orders/count-changes.ts';
import { webhookId } from '#service/webhooks/send.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { sumOf } from './acquirer/transfers.ts';
import { MOST_OF_A_PART_MINOR } from './place.ts';
import type { Surroundings } from './surroundings.ts';

type Db = Database['db'];
type World = Pick<Surroundings, 'acquirer' | 'acknowledged' | 'received'>;

/** What must be true once all faults have ended and the service had time to do what was left. */
export async function endFindings({ db, longRunning }: Database, world: World): Promise<string[]> {
  const { findings } = await verifyLedger({ longRunning });
  return [
    ...findings
      .filter(({ rule }) => !KNOWN_TO_QUEUE.has(rule))
      .map((finding) => `ledger: ${JSON.stringify(finding)}`),
    ...(await lostFindings(db, world)),
    ...(await feeFindings(db)),
    ...(await openFindings(db)),
    ...(await countFindings(db)),
    ...(await payinFindings(db, world)),
    ...(await transferFindings(db, world)),
    ...(await moneyOutFindings(db, world, 'payout')),
    ...(await moneyOutFindings(db, world, 'refund')),
    ...(await disputeFindings(db, world)),
    ...(await webhookFindings(db, world)),
  ];
}

/** What a person has yet to resolve; that it is in the exception queue is looked at for each payment. */
const KNOWN_TO_QUEUE = new Set(['approved_is_credited', 'paid_is_settled', 'refunded_is_settled']);

/** What was acknowledged is there, with its amount; the parts of a payout add up to it. */
async function lostFindings(db: Db, { acknowledged }: World): Promise<string[]> {
  const { rows } = await sql<{ reference: string; ids: string[]; amount: bigint; most: bigint }>`
    select reference_id as reference, array_agg(id) as ids, sum(amount_minor)::bigint as amount,
      max(amount_minor) as most
    from (
      select reference_id, id, amount_minor from payins
      union all select reference_id, id, amount_minor from payouts
    ) orders group by reference_id`.execute(db);
  const refunds = await db.selectFrom('refunds').select(['id', 'reference_id']).execute();
  const made = new Map(rows.map((row) => [row.reference, row]));
  const lost = [...acknowledged.orders].filter(([reference, { id, amountMinor }]) => {
    const row = made.get(reference);
    return row?.ids.includes(id) !== true || row.amount !== amountMinor;
  });
  const lostRefunds = [...acknowledged.refunds].filter(
    ([reference, id]) => !refunds.some((row) => row.id === id && row.reference_id === reference),
  );
  const uncut = [...acknowledged.orders].filter(
    ([reference, { method }]) =>
      method === 'split' && (made.get(reference)?.most ?? 0n) > MOST_OF_A_PART_MINOR,
  );
  return [
    ...[...lost, ...lostRefunds].map(([reference]) => `${reference} was acknowledged and is lost`),
    ...uncut.map(([reference]) => `a part of ${reference} is above the limit of its method`),
  ];
}

/** Each request costs the fee of its method, whether it is split or not. */
async function feeFindings(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    reference: string;
    amount: bigint;
    fee: bigint;
    percent: string;
    fixed: bigint;
  }>`
    select reference_id as reference, sum(amount_minor)::bigint as amount, sum(fee_total_minor)::bigint as fee,
      min(fee_percent)::text as percent, min(fee_fixed_minor) as fixed
    from (
      select reference_id, amount_minor, fee_total_minor, method_id from payins
      union all select reference_id, amount_minor, fee_total_minor, method_id from payouts
    ) orders join gate_methods on gate_methods.id = method_id group by reference_id`.execute(db);
  return rows
    .filter(
      ({ amount, fee, percent, fixed: fixedMinor }) =>
        feeTotal(amount, { percent, fixedMinor }) !== fee,
    )
    .map(({ reference, fee }) => `${reference} has a fee of ${fee}`);
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

/** Lists count each order in the hour of its last change, and nowhere else. */
async function countFindings(db: Db): Promise<string[]> {
  const ordersOf = (direction: 'payin' | 'payout') => sql`
    select merchant_id, ${sql.lit(direction)} as direction, status,
      floor(extract(epoch from updated_at) / 3600)::integer as hour, -1 as orders
    from ${sql.table(`${direction}s`)}`;
  const { rows } = await sql`
    select direction, status, hour, sum(orders)::integer as besides from (
      select merchant_id, direction, status, bucket as hour, orders from order_counts
        where series = 'updated_hour'
      union all select merchant_id, direction, status, updated_hour, orders from ${WAITING_CHANGES}
      union all ${ordersOf('payin')}
      union all ${ordersOf('payout')}
    ) counted where merchant_id in (select id from merchants)
    group by merchant_id, direction, status, hour having sum(orders) <> 0`.execute(db);
  return rows.map((row) => `counts of lists: ${JSON.stringify(row)}`);
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
    status: string;
    outcome: string | null;
    received: bigint;
    queued: bigint;
  }>`
    select attempt.id, payins.status, attempt.outcome,
      (select coalesce(sum(amount_minor), 0)::bigint from payin_receipts where attempt_id = attempt.id) as received,
      (select coalesce(sum(queued_minor), 0)::bigint from payin_receipts where attempt_id = attempt.id) as queued
    from payin_attempts attempt join payins on payins.id = attempt.payin_id where payment_source <> 'CARD'`.execute(
    db,
  );
  const inQueue = await queued(db);
  for (const [id, book] of acquirer.transfers) {
    const row = rows.find((each) => each.id === id);
    if (row === undefined) {
      findings.push(`the acquirer was asked for ${id}, which nobody recorded`);
      continue;
    }
    const arrived = sumOf(book);
    if (row.received !== arrived)
      findings.push(`${arrived} arrived for ${id}, and ${row.received} is recorded`);
    const isCredited = row.status === 'SUCCESS' && row.outcome === 'approved';
    const isTaken = arrived > 0n || book.state === 'confirmed';
    if (!isCredited && row.queued !== arrived)
      findings.push(`${arrived} arrived for ${id}, was not credited, and ${row.queued} is queued`);
    if ((row.queued > 0n || (isTaken && !isCredited)) && !inQueue.has(id))
      findings.push(`${arrived} arrived for ${id}, and nobody is told: its payin is ${row.status}`);
    if (isCredited && !isTaken) findings.push(`${id} was credited, and nothing was taken`);
  }
  return [...findings, ...(await receiptFindings(db))];
}

/** What was credited of the money that arrived is the order's amount, less what the method accepts as missing. */
async function receiptFindings(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string; credited: bigint; amount: bigint; least: bigint }>`
    select payins.id, payment_method_amount_minor as amount,
      ceil(payment_method_amount_minor * (100 - tolerance_percent) / 100)::bigint as least,
      (select coalesce(sum(amount_minor - queued_minor), 0)::bigint from payin_receipts where payin_id = payins.id) as credited
    from payins join gate_methods method on method.id = payins.method_id
    where payins.payment_source in ('P2P', 'PIX', 'CRYPTO') and status = 'SUCCESS'`.execute(db);
  return rows
    .filter(({ credited, amount, least }) => credited > amount || credited < least)
    .map(
      ({ id, credited, amount }) =>
        `payin ${id} was credited with ${amount}, and ${credited} of what arrived`,
    );
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

/** Each dispute is as far as the acquirer told, or further if an operator recorded that. */
async function disputeFindings(db: Db, { acquirer }: World): Promise<string[]> {
  const rows = await db.selectFrom('disputes').select(['reference', 'step']).execute();
  const steps = new Map(rows.map(({ reference, step }) => [reference, step]));
  return [...acquirer.disputes].flatMap(([reference, { step }]) => {
    const recorded = steps.get(reference);
    const isBehind =
      recorded === undefined || DISPUTE_STEPS[recorded].stage < DISPUTE_STEPS[step].stage;
    return isBehind ? [`${reference} is at ${step}, and recorded at ${recorded}`] : [];
  });
}

async function webhookFindings(db: Db, { received }: World): Promise<string[]> {
  const events = await db
    .selectFrom('webhook_events')
    .select(['id', 'group_id', 'direction', 'state', 'body'])
    .execute();
  const { rows: orders } = await sql<{ id: string; group_id: string; status: OrderStatus }>`
    select id, group_id, status from payins union all select id, group_id, status from payouts
    union all select id, id, status from refunds`.execute(db);
  const ofGroups = Map.groupBy(orders, ({ group_id }) => group_id);
  const findings = events.flatMap(({ id, group_id: group, direction, state, body }) => {
    if (state !== 'delivered') return [`webhook ${id} is ${state}`];
    if (received.get(webhookId(id)) !== body) return [`webhook ${id} never came`];
    if (direction === 'dispute') return [];
    const told = toldIn(body);
    const ended = (ofGroups.get(group) ?? []).map((order) => `${order.id} ${order.status}`);
    return told === ended.toSorted().join()
      ? []
      : [`webhook ${id} tells ${told}, not ${ended.join()}`];
  });
  const groups = events.map(({ group_id }) => group_id);
  return [
    ...(new Set(groups).size === groups.length ? [] : ['an order has two webhooks']),
    ...findings,
    ...(await disputeWebhookFindings(db, events)),
  ];
}

/** Each dispute's present status was in a webhook. */
async function disputeWebhookFindings(
  db: Db,
  events: readonly { direction: string; body: string }[],
): Promise<string[]> {
  const told = new Set(
    events.filter(({ direction }) => direction === 'dispute').map(({ body }) => toldIn(body)),
  );
  const disputes = await db.selectFrom('disputes').select(['id', 'status']).execute();
  return disputes
    .map(({ id, status }) => `${id} ${status}`)
    .filter((ended) => !told.has(ended))
    .map((ended) => `no webhook tells of dispute ${ended}`);
}

const ordersTold = z.array(z.object({ id: z.string(), status: z.string() }));

/** Returns the orders and their ends that a webhook's body tells. */
function toldIn(body: string): string {
  const orders = ordersTold.parse(JSON.parse(body));
  return orders
    .map(({ id, status }) => `${id} ${status}`)
    .toSorted()
    .join();
}
