import type { AttemptOutcome } from '#domain/order/attempt.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import { sql } from 'kysely';
import type { RoutedAttempt } from '../../orders/call-acquirer.ts';
import { batchedStatement, type Batcher } from '../../platform/database/batch.ts';
import { splitRow } from '../../platform/database/joined-row.ts';
import type { Db, PayinRow } from '../../platform/database/schema.ts';
import { prepared, statement, type Slot } from '../../platform/database/statement.ts';
import type { KnownAttempt } from '../../acquirers/port.ts';
import { PAYIN_COLUMNS } from './payins.ts';
import { SHORTFALL_OF_PAYIN, TOLERANCE_OF_PAYIN } from './receipts.ts';
import type { AttemptEnd } from './settle.ts';
import { merchantAddresses, type MerchantWebhooks } from '../../webhooks/record.ts';

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

/** An attempt as it was read, its order, and what else a report about it depends on. */
export interface AttemptState extends MerchantWebhooks {
  attemptId: string;
  payin: PayinRow;
  attemptedAt: Date;
  challengedAt: Date | null;
  /** Null while it is open. */
  outcome: AttemptOutcome | null;
  /** Whether it was approved after it had ended otherwise. */
  isApprovedAfterEnd: boolean;
  /** The acquirer's reference, as last saved. */
  reference: string | null;
  /** The order's attempts: `made` includes this one, `declined` does not while it is open. */
  attempts: { made: number; declined: number };
  receipts: ReceiptsRead;
}

/** The receipts of an attempt as they were read. */
export interface ReceiptsRead {
  receivedMinor: bigint;
  references: readonly string[];
  /** How much of the amount may be missing; undefined if it was not read, because there are no receipts yet. */
  toleranceMinor: bigint | undefined;
  /** What was accepted as missing. */
  shortfallMinor: bigint;
}

/** The receipts of an attempt that was just made. */
export const NO_RECEIPTS: ReceiptsRead = {
  receivedMinor: 0n,
  references: [],
  toleranceMinor: undefined,
  shortfallMinor: 0n,
};

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

/** Inserts the attempt on the next route of the cascade, with the fingerprint and request hash of the one before. */
export async function insertNextAttempt(
  trx: Db,
  attemptId: string,
  next: {
    id: string;
    terminalId: string;
    routeId: string;
    at: Date;
    nextInquiryAt: Date;
    failureKeys: Uint8Array[] | null;
  },
): Promise<void> {
  await sql`
    insert into payin_attempts (id, payin_id, terminal_id, route_id, card_fingerprint, request_hash,
      failure_keys, next_inquiry_at, leased_until, created_at)
    select ${next.id}, payin_id, ${next.terminalId}, ${next.routeId}, card_fingerprint, request_hash,
      ${next.failureKeys}::bytea[],
      ${next.nextInquiryAt}::timestamptz, ${next.nextInquiryAt}::timestamptz, ${next.at}::timestamptz
    from payin_attempts where id = ${attemptId}`.execute(trx);
}

/** An attempt as its adapter sees it, and the terminal that it was made with. */
export interface FoundAttempt extends RoutedAttempt {
  attempt: KnownAttempt;
  isGivenUp: boolean;
  /** By which it can be settled unless it changes. */
  state: AttemptState;
}

type AttemptRow = PayinRow &
  Omit<AttemptState, 'payin' | 'attempts' | 'receipts'> &
  AttemptState['attempts'] &
  ReceiptsRead &
  Pick<RoutedTerminal, 'adapter' | 'version'> & { terminalId: string; isGivenUp: boolean };

function toFoundAttempt(row: AttemptRow): FoundAttempt {
  const [payin, rest] = splitRow(row, PAYIN_COLUMNS);
  const { made, declined, terminalId, adapter, version, isGivenUp, ...more } = rest;
  const { receivedMinor, references, toleranceMinor, shortfallMinor, ...state } = more;
  return {
    attempt: {
      id: state.attemptId,
      orderId: payin.id,
      source: payin.payment_source,
      amountMinor: payin.payment_method_amount_minor,
      currency: payin.payment_method_currency,
      reference: state.reference ?? undefined,
      challengeUrl: payin.challenge_url ?? undefined,
      outcome: state.outcome ?? undefined,
    },
    terminal: { id: terminalId, adapter, version },
    isGivenUp,
    state: {
      ...state,
      payin,
      attempts: { made, declined },
      receipts: { receivedMinor, references, toleranceMinor, shortfallMinor },
    },
  };
}

/** Reads an attempt. Returns undefined for an unknown id. */
export async function selectAttempt(
  batches: Batcher,
  attemptId: string,
): Promise<FoundAttempt | undefined> {
  const row = await batches.run(selectedAttempts, { attemptId });
  return row && toFoundAttempt(row);
}

/**
 * Locks an attempt's order and then the attempt until the transaction ends. To be read after that: what was read by
 * the statement that waited for the lock would be older.
 */
export async function lockAttempt(trx: Db, attemptId: string): Promise<void> {
  await lockById(trx, { attemptId });
}

const lockById = statement('lock_attempt', (db, slot: Slot<{ attemptId: string }>) =>
  sql`
    select payins.id from payin_attempts attempt join payins on payins.id = attempt.payin_id
    where attempt.id = ${slot('attemptId')} for update of payins, attempt`.compile(db),
);

/** The counts cannot change while the attempt is open: no other attempt of its order begins or ends then. */
const selectedAttempts = batchedStatement<{ attemptId: string }, AttemptRow>(
  { name: 'select_attempt', types: { attemptId: 'uuid' } },
  (db, given) =>
    sql<AttemptRow & { position: number }>`
    with ${given.table}
    select given.position, ${sql.join(PAYIN_COLUMNS.map((column) => sql.ref(`payins.${column}`)))},
      attempt.id as "attemptId", attempt.outcome, attempt.provider_reference as reference,
      attempt.approved_after_end_at is not null as "isApprovedAfterEnd",
      attempt.created_at as "attemptedAt", attempt.challenged_at as "challengedAt",
      attempt.given_up_at is not null as "isGivenUp",
      (select webhook_payload from merchants where merchants.id = payins.merchant_id) as "webhookPayload",
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
      receipts."receivedMinor", receipts."references", ${TOLERANCE_OF_PAYIN} as "toleranceMinor",
      ${SHORTFALL_OF_PAYIN} as "shortfallMinor",
      terminals.id as "terminalId", terminals.adapter, terminals.version
    from given
    join payin_attempts attempt on attempt.id = ${given.of('attemptId')}
    join payins on payins.id = attempt.payin_id
    join terminals on terminals.id = attempt.terminal_id
    cross join lateral (
      select coalesce(sum(amount_minor), 0)::bigint as "receivedMinor",
        coalesce(array_agg(reference), '{}') as "references"
      from payin_receipts where attempt_id = attempt.id
    ) as receipts`.compile(db),
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
