import { failure, success, type Result } from '#domain/result.ts';
import { sql, type RawBuilder } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import { isAnyDue, type QueryTime } from '../platform/database/due-work.ts';
import { retrySoonAfterConnectionLoss } from '../platform/database/transaction.ts';
import type { Db } from '../platform/database/schema.ts';
import type { SweepName } from '../platform/database/tables/exception-queue.ts';
import {
  isNoAnswer,
  settleAnswer,
  type AnyAnswer,
  type CalledAttempt,
  type NoAnswer,
  type RoutedAttempt,
} from './call-acquirer.ts';
import type { TerminalNotification } from './contradictions.ts';
import { leaseEnd, retryAt } from './inquiry-schedule.ts';
import { endQuarantine, isQuarantined, quarantine } from './quarantine.ts';
import type { SettleResult } from './write-unless-changed.ts';

/**
 * What differs between status inquiries about payins, payouts and refunds. `received` is the notification that caused
 * the inquiry, if one did: the adapter confirms what it means, in most cases by asking the acquirer.
 */
export interface StatusInquiry<Outcome extends AnyAnswer, Found extends RoutedAttempt> {
  attempts: AttemptTable;
  find: (attemptId: string) => Promise<Found | undefined>;
  findOutcome: (found: Found, received?: TerminalNotification) => Promise<Outcome | NoAnswer>;
  settle: (
    outcome: Outcome,
    found: Found,
    received?: TerminalNotification,
  ) => Promise<SettleResult<unknown>>;
}

const ATTEMPTS_AT_ONCE = 20;

/**
 * Sends status inquiries that are due, a batch at most. Leases each attempt first, so that
 * no other process inquires about it. If this process dies, another one inquires after the lease.
 *
 * @returns how many attempts were due
 */
export async function inquireDue<Outcome extends AnyAnswer, Found extends RoutedAttempt>(
  context: ServiceContext,
  kind: StatusInquiry<Outcome, Found>,
): Promise<number> {
  const now = context.now();
  const lease = { now, until: leaseEnd(now) };
  const { attempts } = kind;
  const due = await retrySoonAfterConnectionLoss(() =>
    leaseDueAttempts(context.db, attempts, lease, ATTEMPTS_AT_ONCE),
  );
  const queries = await Promise.allSettled(
    due.map((attempt) => inquireLeased(context, kind, attempt)),
  );
  for (const query of queries) if (query.status === 'rejected') throw query.reason;
  return due.length;
}

/**
 * Inquires about an attempt that the caller has leased, and settles the answer. Without an answer, the attempt is due
 * again after a short backoff. An attempt whose answer cannot be settled is quarantined. If a connection to the
 * database is cut, repeats what it was used for: this does not count as the acquirer's silence.
 *
 * Holds no lock and no transaction while it waits for the acquirer.
 */
export async function inquireLeased<Outcome extends AnyAnswer, Found extends RoutedAttempt>(
  context: ServiceContext,
  kind: StatusInquiry<Outcome, Found>,
  attempt: LeasedAttempt,
): Promise<void> {
  const answered = await inquire(context, kind, attempt);
  if (!answered.ok) {
    const rested = retryAt(context.now(), attempt.unanswered);
    await retrySoonAfterConnectionLoss(() =>
      endLeaseUnanswered(context.db, kind.attempts, attempt, rested),
    );
    return;
  }
  const { work } = kind.attempts;
  const { id, orderId } = attempt;
  const row = { rowId: id, orderId, attemptId: id };
  try {
    const { outcome, found } = answered.value;
    await retrySoonAfterConnectionLoss(() => kind.settle(outcome, found));
  } catch (error) {
    await quarantine(context, work, row, error);
    return;
  }
  if (!attempt.wasQuarantined) return;
  const at = context.now();
  await context.db.transaction().execute((trx) => endQuarantine(trx, work, [row], at));
}

async function inquire<Outcome extends AnyAnswer, Found extends RoutedAttempt>(
  { log }: ServiceContext,
  kind: StatusInquiry<Outcome, Found>,
  { id: attemptId, orderId }: LeasedAttempt,
): Promise<Result<{ outcome: Outcome; found: Found }, 'no_answer'>> {
  try {
    const found = await retrySoonAfterConnectionLoss(() => kind.find(attemptId));
    if (found === undefined) throw new Error(`There is no attempt ${attemptId}`);
    const outcome = await kind.findOutcome(found);
    return isNoAnswer(outcome) ? failure('no_answer') : success({ outcome, found });
  } catch (error) {
    log.warn({ err: error, attemptId, orderId }, 'A status inquiry failed');
    return failure('no_answer');
  }
}

/**
 * Inquires about an attempt now, because its outcome is said to be known, by a notification for example, and settles the
 * answer. Takes no lease: an inquiry that is under way may have been answered before the outcome was known. Without
 * an answer, makes the attempt's inquiry due. A contradiction is stored with the notification: then the acquirer need
 * not send it again, which would change nothing and hold up those behind it.
 *
 * @returns false if the outcome is unknown, or could not be recorded, now. An acquirer that takes no inquiries then has
 *   to send the notification again
 */
export async function inquireNow<Outcome extends AnyAnswer, Found extends RoutedAttempt>(
  context: ServiceContext,
  { attempts, findOutcome, settle }: StatusInquiry<Outcome, Found>,
  found: Found,
  received?: TerminalNotification,
): Promise<boolean> {
  const answer = await findOutcome(found, received);
  const isSettled = await settleOrMakeDue(context, attempts, found.attempt, answer, (outcome) =>
    settle(outcome, found, received),
  );
  return isSettled || (isNoAnswer(answer) && answer.why === 'contradiction');
}

/**
 * Settles an answer about an attempt. If there is none, or it could not be recorded, makes the attempt's inquiry due.
 *
 * @returns whether the answer is settled
 */
export async function settleOrMakeDue<Answer extends AnyAnswer>(
  context: ServiceContext,
  attempts: AttemptTable,
  attempt: CalledAttempt,
  answer: Answer | NoAnswer,
  settle: (answer: Answer) => Promise<SettleResult<unknown>>,
): Promise<boolean> {
  const settled = await settleAnswer(context, attempt, answer, settle);
  if (!settled.ok) await makeDue(context.db, attempts, attempt.id, context.now());
  return settled.ok && settled.value.kind === 'settled';
}

/** The tables of one kind of attempt, and the sweep that inquires about it. */
export interface AttemptTable {
  table: 'payin_attempts' | 'payout_attempts' | 'refund_attempts';
  orderId: 'payin_id' | 'payout_id';
  work: Extract<SweepName, 'reconcile-attempts' | 'reconcile-payouts' | 'reconcile-refunds'>;
}

export const PAYIN_ATTEMPTS = {
  table: 'payin_attempts',
  orderId: 'payin_id',
  work: 'reconcile-attempts',
} as const satisfies AttemptTable;

export const PAYOUT_ATTEMPTS = {
  table: 'payout_attempts',
  orderId: 'payout_id',
  work: 'reconcile-payouts',
} as const satisfies AttemptTable;

/** The order of a refund's attempt is the payin. */
export const REFUND_ATTEMPTS = {
  table: 'refund_attempts',
  orderId: 'payin_id',
  work: 'reconcile-refunds',
} as const satisfies AttemptTable;

/** An attempt about which only the caller inquires until the lease ends. */
interface LeasedAttempt {
  id: string;
  orderId: string;
  /** Distinguishes this lease from any other. */
  leasedUntil: Date;
  unanswered: number;
  wasQuarantined: boolean;
}

interface Lease {
  now: Date;
  until: Date;
}

/** Leases attempts that are due. Skips those in quarantine or leased already. */
async function leaseDueAttempts(
  db: Db,
  attempts: AttemptTable,
  lease: Lease,
  most: number,
): Promise<LeasedAttempt[]> {
  return leaseAttempts(
    db,
    attempts,
    lease,
    sql`select id from ${sql.table(attempts.table)} as attempt
      where next_inquiry_at <= ${lease.now} and ${mayBeLeased(attempts, lease.now)}
      order by next_inquiry_at limit ${most} for update skip locked`,
  );
}

/** Leases the open attempt of one order, due or not, unless it is in quarantine or leased already. */
export async function leaseAttemptOf(
  db: Db,
  attempts: AttemptTable,
  orderId: string,
  lease: Lease,
): Promise<LeasedAttempt[]> {
  return leaseAttempts(
    db,
    attempts,
    lease,
    sql`select id from ${sql.table(attempts.table)} as attempt
      where ${sql.ref(attempts.orderId)} = ${orderId} and ${mayBeLeased(attempts, lease.now)}
      for update skip locked`,
  );
}

/** Builds the condition that any attempt is due, not leased and not in quarantine. */
export function isAnyInquiryDue(attempts: AttemptTable, now: QueryTime): RawBuilder<boolean> {
  return isAnyDue(
    {
      from: sql`${sql.table(attempts.table)} as attempt`,
      at: sql`next_inquiry_at`,
      where: mayBeLeased(attempts, now),
    },
    now,
  );
}

async function leaseAttempts(
  db: Db,
  { table, orderId, work }: AttemptTable,
  { until }: Lease,
  chosen: RawBuilder<unknown>,
): Promise<LeasedAttempt[]> {
  const { rows } = await sql<LeasedAttempt>`
    update ${sql.table(table)} as attempt set leased_until = ${until}
    where id = any (array(${chosen}))
    returning id, ${sql.ref(orderId)} as "orderId", leased_until as "leasedUntil",
      unanswered, ${isQuarantined(work, sql.ref('attempt.id'))} as "wasQuarantined"`.execute(db);
  return rows;
}

function mayBeLeased({ work }: AttemptTable, now: QueryTime): RawBuilder<unknown> {
  return sql`outcome is null and (leased_until is null or leased_until <= ${now})
    and not ${isQuarantined(work, sql.ref('attempt.id'), now)}`;
}

/**
 * Records that a status inquiry got no answer. The attempt keeps its place on the schedule, and its lease ends at
 * `retryAt`. Changes nothing if the caller's lease has been replaced.
 */
export async function endLeaseUnanswered(
  db: Db,
  { table }: AttemptTable,
  { id, leasedUntil }: LeasedAttempt,
  retryAt: Date,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set leased_until = ${retryAt}, unanswered = unanswered + 1
    where id = ${id} and leased_until = ${leasedUntil}`.execute(db);
}

/** Makes the inquiry about an open attempt due, and ends its lease. */
export async function makeDue(
  db: Db,
  { table }: AttemptTable,
  attemptId: string,
  now: Date,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set next_inquiry_at = least(next_inquiry_at, ${now}), leased_until = null
    where id = ${attemptId} and outcome is null`.execute(db);
}

/** The age up to which an attempt is made due. Older attempts wait for their next scheduled inquiry. */
const YOUNG_MS = 10 * 60_000;

/**
 * Makes the status inquiries about all open attempts of the last ten minutes due at once. Called at the start, and when
 * the database is available again: answers may have been lost, and the processes that waited for them may be gone.
 *
 * @returns how many attempts there are
 */
export async function makeAttemptsDue({
  db,
  now,
}: Pick<ServiceContext, 'db' | 'now'>): Promise<number> {
  let made = 0;
  for (const attempts of [PAYIN_ATTEMPTS, PAYOUT_ATTEMPTS, REFUND_ATTEMPTS]) {
    made += await makeAllDue(db, attempts, now());
  }
  return made;
}

/** Makes the inquiries of one table due, and ends their leases. Only an attempt's first call keeps its lease. */
async function makeAllDue(db: Db, { table }: AttemptTable, now: Date): Promise<number> {
  const first = sql`case when inquiry_step = 0 then next_inquiry_at else created_at end`;
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set
      next_inquiry_at = least(next_inquiry_at, greatest(${now}::timestamptz, ${first})),
      leased_until = least(leased_until, ${first})
    where outcome is null and created_at > ${new Date(now.getTime() - YOUNG_MS)}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
