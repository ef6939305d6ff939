import type { AuthenticationFlow } from '#domain/card/authentication.ts';
import type { DeclineAdvice, DeclineReason } from '#domain/card/decline-reason.ts';
import type { AttemptOutcome } from '#domain/order/attempt.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import { sql } from 'kysely';
import { batchedStatement } from '../../platform/database/batch.ts';
import {
  pauseEnd,
  type InquiryProgress,
  type InquiryState,
} from '../../orders/inquiry-schedule.ts';
import type { Db, PayinRow } from '../../platform/database/schema.ts';
import { prepared, statement, type Slot } from '../../platform/database/statement.ts';
import type { KnownAttempt, WaitingAnswer } from '../../acquirers/port.ts';
import { PAYIN_COLUMNS } from './payins.ts';
import { merchantAddresses, type MerchantAddresses } from '../../webhooks/destination.ts';

/** Counts an order's attempts, and how many of them were declined. Those superseded by failover do not count. */
export async function countAttempts(
  db: Db,
  payinId: string,
): Promise<{ made: number; declined: number }> {
  const counts = await db
    .selectFrom('payin_attempts')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('made'),
      fn
        .countAll<bigint>()
        .filterWhere('outcome', 'in', ['soft_decline', 'hard_decline'])
        .as('declined'),
    ])
    .where('payin_id', '=', payinId)
    .where('superseded', '=', false)
    .executeTakeFirstOrThrow();
  return { made: Number(counts.made), declined: Number(counts.declined) };
}

/** An open attempt, its order, and what else its end depends on. */
export interface OpenAttempt {
  id: string;
  payin: PayinRow;
  /** The order's attempts: `made` includes this one, `declined` does not. */
  attempts: { made: number; declined: number };
  webhookPayload: WebhookPayload;
  addresses: MerchantAddresses;
  schedule: InquiryState;
  /** The sum of its receipts. */
  receivedMinor: bigint;
}

/**
 * Locks an order and then its open attempt until the transaction ends. Locks nothing and returns undefined if the
 * attempt has ended or is unknown.
 */
export async function lockOpenAttempt(
  trx: Db,
  attemptId: string,
): Promise<OpenAttempt | undefined> {
  const [row] = await lockById(trx, { attemptId });
  return row && openAttempt(row);
}

interface OpenRow extends PayinRow {
  attempt_id: string;
  attempted_at: Date;
  challenged_at: Date | null;
  webhook_payload: WebhookPayload;
  addresses: MerchantAddresses;
  made: number;
  declined: number;
  received_minor: bigint;
}

function openAttempt(row: OpenRow): OpenAttempt {
  const { attempt_id, attempted_at, challenged_at, webhook_payload, addresses, ...rest } = row;
  const { made, declined, received_minor, ...payin } = rest;
  return {
    id: attempt_id,
    payin,
    attempts: { made, declined },
    webhookPayload: webhook_payload,
    addresses,
    schedule: { created_at: attempted_at, challenged_at },
    receivedMinor: received_minor,
  };
}

/** The columns of `OpenRow`, from a join of `attempt` and `payins`. */
const OPEN_COLUMNS = sql`${sql.join(PAYIN_COLUMNS.map((column) => sql.ref(`payins.${column}`)))},
  attempt.id as attempt_id, attempt.created_at as attempted_at, attempt.challenged_at,
  (select webhook_payload from merchants where merchants.id = payins.merchant_id) as webhook_payload,
  (select ${merchantAddresses()} from merchants where merchants.id = payins.merchant_id) as addresses,
  (
    select count(*)::integer from payin_attempts other
    where other.payin_id = payins.id and not superseded
  ) as made,
  (
    select count(*)::integer from payin_attempts other
    where other.payin_id = payins.id and not superseded
      and outcome in ('soft_decline', 'hard_decline')
  ) as declined,
  (
    select coalesce(sum(amount_minor), 0)::bigint from payin_receipts
    where attempt_id = attempt.id
  ) as received_minor`;

/** The counts cannot change: while this attempt is open, no other attempt of its order begins or ends. */
const lockById = statement('lock_open_attempt', (db, slot: Slot<{ attemptId: string }>) =>
  sql<OpenRow>`
    select ${OPEN_COLUMNS}
    from payin_attempts attempt join payins on payins.id = attempt.payin_id
    where attempt.id = ${slot('attemptId')} and attempt.outcome is null
    for update of payins, attempt`.compile(db),
);

/** How an attempt ended. */
export interface AttemptEnd {
  outcome: AttemptOutcome;
  reference: string | null;
  declineReason: DeclineReason | null;
  declineAdvice: DeclineAdvice | null;
  schemeCode: string | null;
  authentication: AuthenticationFlow | null;
  eci: string | null;
}

/** Records how an attempt ended. The caller holds it locked and open. */
export async function closeAttempt(
  trx: Db,
  attemptId: string,
  end: AttemptEnd,
  at: Date,
  { superseded = false } = {},
): Promise<void> {
  await prepared(
    trx,
    trx
      .updateTable('payin_attempts')
      .set({
        outcome: end.outcome,
        ...(end.reference !== null && { provider_reference: end.reference }),
        decline_reason: end.declineReason,
        decline_advice: end.declineAdvice,
        scheme_code: end.schemeCode,
        authentication: end.authentication,
        eci: end.eci,
        settled_at: at,
        failure_keys: null,
        superseded,
      })
      .where('id', '=', attemptId)
      .compile(),
  );
}

/**
 * Records the approval of an attempt that had ended otherwise, with the reference by which it can be voided.
 *
 * @returns its order, and how it had ended; undefined if the attempt is open, ended approved or is unknown, or a late
 *   approval of it was recorded before
 */
export async function recordApprovalAfterEnd(
  trx: Db,
  attemptId: string,
  reference: string,
  at: Date,
): Promise<(Pick<PayinRow, 'id' | 'status'> & { ended: AttemptOutcome }) | undefined> {
  const { rows } = await sql<Pick<PayinRow, 'id' | 'status'> & { ended: AttemptOutcome }>`
    update payin_attempts set approved_after_end_at = ${at}, provider_reference = ${reference}
    from payins
    where payin_attempts.id = ${attemptId} and payins.id = payin_attempts.payin_id
      and outcome <> 'approved' and approved_after_end_at is null
    returning payins.id, payins.status, outcome as ended`.execute(trx);
  return rows[0];
}

export interface Approval {
  orderId: string;
  /** The acquirer's reference of the payment. */
  approvedAs: string;
}

/** Selects by which payment an attempt was approved, before its end or after; undefined if it was not. */
export async function selectApproval(db: Db, attemptId: string): Promise<Approval | undefined> {
  const { rows } = await sql<Approval>`
    select payin_id as "orderId", provider_reference as "approvedAs" from payin_attempts
    where id = ${attemptId} and provider_reference is not null
      and (outcome = 'approved' or approved_after_end_at is not null)`.execute(db);
  return rows[0];
}

/** Inserts the attempt on the next route of the cascade, with the fingerprint and request hash of the one before. */
export async function insertNextAttempt(
  trx: Db,
  attemptId: string,
  next: {
    id: string;
    terminalId: string;
    routeId: string;
    at: Date;
    nextAskAt: Date;
    failureKeys: Uint8Array[] | null;
  },
): Promise<void> {
  await sql`
    insert into payin_attempts (id, payin_id, terminal_id, route_id, card_fingerprint, request_hash,
      failure_keys, next_ask_at, leased_until, created_at)
    select ${next.id}, payin_id, ${next.terminalId}, ${next.routeId}, card_fingerprint, request_hash,
      ${next.failureKeys}::bytea[],
      ${next.nextAskAt}::timestamptz, ${next.nextAskAt}::timestamptz, ${next.at}::timestamptz
    from payin_attempts where id = ${attemptId}`.execute(trx);
}

/** Schedules the next inquiry about an attempt that an answer left open. The caller holds it locked. */
export async function reschedulePayinAttempt(
  trx: Db,
  attemptId: string,
  next: InquiryProgress,
  now: Date,
  { instructions, save }: Partial<WaitingAnswer> = {},
): Promise<void> {
  await trx
    .updateTable('payin_attempts')
    .set({
      ...next,
      unanswered: 0,
      leased_until: pauseEnd(now),
      ...(instructions !== undefined && { instructions: JSON.stringify(instructions) }),
      ...(save !== undefined && { provider_reference: save }),
    })
    .where('id', '=', attemptId)
    .execute();
}

/** An attempt as its adapter sees it, and the terminal that it was made with. */
export interface FoundAttempt {
  attempt: KnownAttempt;
  terminal: RoutedTerminal;
  source: PaymentSource;
  /** The end of the order's waiting time. */
  expiresAt: Date;
  isGivenUp: boolean;
  /** The open attempt, by which it can be settled unless it changes; undefined if it has ended. */
  open: OpenAttempt | undefined;
}

/** Converts a row of `selectedAttempts`. */
export function foundAttempt(row: FoundRow): FoundAttempt {
  const { outcome, reference, given_up_at, terminal, adapter, version, ...ofOpen } = row;
  const open = openAttempt(ofOpen);
  const { payin } = open;
  return {
    attempt: {
      id: open.id,
      orderId: payin.id,
      amountMinor: payin.payment_method_amount_minor,
      currency: payin.payment_method_currency,
      reference: reference ?? undefined,
      challengeUrl: payin.challenge_url ?? undefined,
      outcome: outcome ?? undefined,
    },
    terminal: { id: terminal, adapter, version },
    source: payin.payment_source,
    expiresAt: payin.expires_at,
    isGivenUp: given_up_at !== null,
    open: outcome === null ? open : undefined,
  };
}

interface FoundRow extends OpenRow, Pick<RoutedTerminal, 'adapter' | 'version'> {
  outcome: AttemptOutcome | null;
  reference: string | null;
  given_up_at: Date | null;
  terminal: string;
}

export const selectedAttempts = batchedStatement<{ attemptId: string }, FoundRow>(
  { name: 'select_attempt', types: { attemptId: 'uuid' } },
  (db, given) =>
    sql<FoundRow & { position: number }>`
    with ${given.table}
    select given.position, ${OPEN_COLUMNS}, attempt.outcome,
      attempt.provider_reference as reference, attempt.given_up_at,
      terminals.id as terminal, terminals.adapter, terminals.version
    from given
    join payin_attempts attempt on attempt.id = ${given.of('attemptId')}
    join payins on payins.id = attempt.payin_id
    join terminals on terminals.id = attempt.terminal_id`.compile(db),
);

/**
 * Records that an order's payer gave up the open attempt, if it only waits for the payer's confirmation in an app.
 *
 * @returns the attempt's id; undefined if the order has no such attempt
 */
export async function markGivenUp(db: Db, payinId: string, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update payin_attempts set given_up_at = coalesce(given_up_at, ${at})
    where payin_id = ${payinId} and outcome is null and instructions ->> 'kind' = 'confirm'
    returning id`.execute(db);
  return rows[0]?.id;
}

/**
 * Records what the payer of an order's open attempt says was sent.
 *
 * @returns false if the order has no open attempt with an account to send to
 */
export async function markSent(db: Db, payinId: string, sentMinor: bigint): Promise<boolean> {
  const { rows } = await sql`
    update payin_attempts set sent_minor = ${sentMinor}
    where payin_id = ${payinId} and outcome is null and instructions ->> 'kind' = 'transfer'
    returning id`.execute(db);
  return rows.length > 0;
}

/** Returns the id of an order's open attempt, if it has one. */
export async function selectOpenAttemptOf(db: Db, payinId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payin_attempts')
    .select('id')
    .where('payin_id', '=', payinId)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return row?.id;
}
