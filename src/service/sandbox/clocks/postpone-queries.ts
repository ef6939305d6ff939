import { sql } from 'kysely';
import { afterAnswer, type AskState } from '../../orders/ask-schedule.ts';
import type { AttemptTable } from '../../orders/ask-queries.ts';
import { prepared } from '../../platform/database/statement.ts';
import type { SandboxDb } from '../schema.ts';
import { stepEnd } from './steps.ts';

/** An open attempt that is due before its acquirer will say anything but that it is pending. */
interface PendingAttempt extends AskState {
  id: string;
  next_ask_at: Date;
  decided_from: Date;
  /** Of payins alone. */
  expires_at: Date | null;
}

/**
 * The acquirer of the sandbox knows until when it will say that a payment is pending. A merchant's attempts are
 * left on their schedule where they would stand had they been asked about, and been answered so, until then.
 */
export async function postponeQueries(
  db: SandboxDb,
  attempts: AttemptTable,
  merchantId: string,
): Promise<void> {
  const pending = await selectPending(db, attempts, merchantId);
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

async function selectPending(
  db: SandboxDb,
  { table, orders, orderId }: AttemptTable,
  merchantId: string,
): Promise<PendingAttempt[]> {
  const isPayin = table === 'payin_attempts';
  const payments = sql.table(isPayin ? 'sandbox.payments' : 'sandbox.payouts');
  const query = sql<PendingAttempt>`
    select attempt.id, attempt.asked, attempt.next_ask_at, decided_from,
      ${isPayin ? sql`challenged_at, expires_at` : sql`null as challenged_at, null as expires_at`}
    from ${sql.table(table)} as attempt
    join ${sql.table(orders)} as orders on orders.id = attempt.${sql.ref(orderId)}
    join ${payments} as payment on payment.attempt_id = attempt.id
    where orders.merchant_id = ${merchantId} and attempt.outcome is null and decided_from > next_ask_at`;
  return prepared(db, query.compile(db));
}

async function updatePending(
  db: SandboxDb,
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
