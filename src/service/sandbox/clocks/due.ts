import { sql, type RawBuilder } from 'kysely';
import {
  PAYIN_ATTEMPTS,
  PAYOUT_ATTEMPTS,
  REFUND_ATTEMPTS,
  type AttemptTable,
} from '../../orders/inquiry.ts';
import {
  afterAnswer,
  type InquiryProgress,
  type InquiryState,
} from '../../orders/inquiry-schedule.ts';
import { isQuarantined } from '../../orders/quarantine.ts';
import type { Db } from '../../platform/database/schema.ts';
import { prepared } from '../../platform/database/statement.ts';
import type { SandboxDb } from '../schema.ts';

export async function selectMerchantOf(db: Db, payinId: string): Promise<string | undefined> {
  const payin = await db
    .selectFrom('payins')
    .select('merchant_id')
    .where('id', '=', payinId)
    .executeTakeFirst();
  return payin?.merchant_id;
}

/** Whether any process is calling an acquirer for one of a merchant's orders, or sending one of its webhooks. */
export async function isCallUnderWay(db: Db, merchantId: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ under_way: boolean }>`
    select exists (
      select from payins where merchant_id = ${merchantId} and status = 'IN_PROGRESS'
    ) or exists (
      select from payouts
      where merchant_id = ${merchantId} and status in ('CREATED', 'IN_PROGRESS')
    ) or exists (
      select from refunds where merchant_id = ${merchantId} and status = 'IN_PROGRESS'
    ) or exists (
      select from webhook_events
      where merchant_id = ${merchantId} and lease_id is not null and next_attempt_at > ${at}
    ) as under_way`.execute(db);
  return rows[0]?.under_way ?? false;
}

/** The kinds of work that may be due to a merchant. */
export type DueWork =
  | 'expiry'
  | 'payin inquiry'
  | 'payout inquiry'
  | 'refund inquiry'
  | 'release'
  | 'webhook';

/**
 * Returns when a merchant's next work of each kind is due after `at`. Includes webhooks that are due already, and
 * orders that an answer left open after their waiting time. Excludes attempts whose latest inquiry got no answer:
 * they cause no step of their own.
 *
 * @param began the clock's time when the move began: another process is sending a webhook that is leased until
 *   later
 */
export async function nextDueAfter(
  db: Db,
  merchantId: string,
  at: Date,
  began: Date,
): Promise<{ work: DueWork; due: Date }[]> {
  const query = sql<{ work: DueWork; due: Date }>`
    select work, min(due) as due from (
      select 'expiry' as work, expires_at as due from payins
      where merchant_id = ${merchantId} and status = 'CREATED'
        and not ${isQuarantined('expire-payins', sql.ref('payins.id'), at)}
      union all ${openAttempts('payin inquiry', PAYIN_ATTEMPTS, merchantId)}
      union all ${openAttempts('payout inquiry', PAYOUT_ATTEMPTS, merchantId)}
      union all ${openAttempts('refund inquiry', REFUND_ATTEMPTS, merchantId)}
      union all select 'release', due_at from retentions join gates on gates.id = retentions.gate_id
      where gates.merchant_id = ${merchantId} and released_at is null
      union all select 'webhook', next_attempt_at from webhook_events
      where merchant_id = ${merchantId} and state = 'pending'
        and (lease_id is null or next_attempt_at <= ${began})
    ) as work
    where due > ${at} or work in ('webhook', 'expiry') group by work`;
  return prepared(db, query.compile(db));
}

function openAttempts(
  work: DueWork,
  { table, orders, orderId }: AttemptTable,
  merchantId: string,
): RawBuilder<unknown> {
  return sql`
    select ${sql.lit(work)}, greatest(next_ask_at, leased_until)
    from ${sql.table(table)} as attempt
    join ${sql.table(orders)} as orders on orders.id = attempt.${sql.ref(orderId)}
    where orders.merchant_id = ${merchantId} and attempt.outcome is null and unanswered = 0`;
}

/**
 * Work due in the same minute is done in one step, so that an hour has at most 60 steps, however many orders it
 * has.
 */
const STEP_MS = 60_000;

export function stepEnd(due: Date): Date {
  return new Date(Math.ceil(due.getTime() / STEP_MS) * STEP_MS);
}

interface OpenAttempt extends InquiryState, InquiryProgress {
  id: string;
  /** Only payins have one. */
  expires_at: Date | null;
}

/** An attempt whose next inquiry is due while its acquirer still answers `pending`. */
interface PendingAttempt extends OpenAttempt {
  decided_from: Date;
}

/**
 * Moves a merchant's attempts ahead on their inquiry schedule, past the inquiries that the sandbox's acquirer would
 * answer with `pending`; it knows until when. The schedule is then as if these inquiries had been made.
 *
 * @param acquirer the sandbox's own tables
 */
export async function postponeInquiries(
  { db, acquirer }: { db: Db; acquirer: SandboxDb },
  attempts: AttemptTable,
  merchantId: string,
): Promise<void> {
  const open = await selectOpen(db, attempts, merchantId);
  if (open.length === 0) return;
  const decided = await selectDecided(acquirer, attempts, open);
  const pending = open.flatMap((attempt) => {
    const from = decided.get(attempt.id);
    return from !== undefined && from > attempt.next_ask_at
      ? [{ ...attempt, decided_from: from }]
      : [];
  });
  if (pending.length > 0) await updatePending(db, attempts, pending.map(afterPending));
}

function afterPending(attempt: PendingAttempt): PendingAttempt {
  const { decided_from: decided, expires_at: expiresAt } = attempt;
  let state: PendingAttempt = attempt;
  for (let now = stepEnd(state.next_ask_at); now < decided; now = stepEnd(state.next_ask_at)) {
    const answer = { now, challenge: false, ...(expiresAt !== null && { expiresAt }) };
    state = { ...state, ...afterAnswer(state, answer) };
  }
  return state;
}

async function selectOpen(
  db: Db,
  { table, orders, orderId }: AttemptTable,
  merchantId: string,
): Promise<OpenAttempt[]> {
  const isPayin = table === 'payin_attempts';
  const query = sql<OpenAttempt>`
    select attempt.id, attempt.created_at, attempt.asked, attempt.next_ask_at,
      ${isPayin ? sql`challenged_at, expires_at` : sql`null as challenged_at, null as expires_at`}
    from ${sql.table(table)} as attempt
    join ${sql.table(orders)} as orders on orders.id = attempt.${sql.ref(orderId)}
    where orders.merchant_id = ${merchantId} and attempt.outcome is null and attempt.next_ask_at is not null`;
  return prepared(db, query.compile(db));
}

const DECISIONS = {
  payin_attempts: sql`(select attempt_id, decided_from from sandbox.payments
    union all select attempt_id, decided_from from sandbox.transfers) as payments`,
  payout_attempts: sql.table('sandbox.payouts'),
  refund_attempts: sql.table('sandbox.refunds'),
} as const satisfies Record<AttemptTable['table'], RawBuilder<unknown>>;

/** Returns from when on the acquirer reports each attempt's outcome. */
async function selectDecided(
  acquirer: SandboxDb,
  { table }: AttemptTable,
  attempts: readonly OpenAttempt[],
): Promise<ReadonlyMap<string, Date>> {
  const payments = DECISIONS[table];
  const query = sql<{ attempt_id: string; decided_from: Date }>`
    select attempt_id, decided_from from ${payments}
    where attempt_id = any(${attempts.map(({ id }) => id)}::uuid[])`;
  const rows = await prepared(acquirer, query.compile(acquirer));
  return new Map(rows.map((row) => [row.attempt_id, row.decided_from]));
}

async function updatePending(
  db: Db,
  { table }: AttemptTable,
  attempts: readonly PendingAttempt[],
): Promise<void> {
  const rows = attempts.map(({ id, asked, next_ask_at }) => ({ id, asked, next_ask_at }));
  const query = sql`
    update ${sql.table(table)} as attempt set asked = later.asked, next_ask_at = later.next_ask_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as later (id uuid, asked int, next_ask_at timestamptz)
    where attempt.id = later.id and attempt.outcome is null
      and attempt.next_ask_at < later.next_ask_at`;
  await prepared(db, query.compile(db));
}
