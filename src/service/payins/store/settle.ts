import { DECLINES_NOT_COUNTED } from '#domain/order/attempt-limits.ts';
import type { PayinCause } from '#domain/order/payin-status.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import { sql, type RawBuilder } from 'kysely';
import { creditColumns, type Credit } from '../../ledger/post.ts';
import { CREDIT, CREDIT_TYPES } from '../../ledger/store.ts';
import { countMoved } from '../../orders/count-changes.ts';
import { recordTransition } from '../../orders/transition.ts';
import { batchedStatement, type ColumnTypes, type Given } from '../../platform/database/batch.ts';
import type { PayinRow } from '../../platform/database/schema.ts';
import type { Destination } from '../../webhooks/destination.ts';
import { eventInsertion, isReceiverUnchanged } from '../../webhooks/record.ts';
import type { AttemptEnd } from './attempts.ts';
import { RECEIPT_COLUMNS, receiptsJson, type NewReceipt } from './receipts.ts';

/** The end of an attempt, and what it changes about its order. */
interface Settlement extends AttemptEnd {
  attemptId: string;
  at: Date;
  from: OrderStatus;
  cause: PayinCause;
  /** The order's `updated_at` as it was read. */
  movedFromAt: Date;
  /** The order after its move. */
  moved: PayinRow;
  webhookPayload: WebhookPayload;
  /** The merchant's address for payins. */
  webhookUrl: string | null;
  /** Undefined unless the order succeeds. */
  credit: Credit | undefined;
  /** Undefined unless the order ends. */
  event: FinalEvent | undefined;
}

export interface FinalEvent {
  eventId: string;
  destination: Destination;
  body: string;
  traceparent: string | null;
}

const TYPES = {
  attemptId: 'uuid',
  payinId: 'uuid',
  merchantId: 'uuid',
  gateId: 'uuid',
  currency: 'text',
  at: 'timestamptz',
  from: 'text',
  to: 'text',
  cause: 'text',
  movedFromAt: 'timestamptz',
  attemptsMade: 'integer',
  outcome: 'text',
  reference: 'text',
  declineReason: 'text',
  declineAdvice: 'text',
  schemeCode: 'text',
  authentication: 'text',
  eci: 'text',
  cardFailed: 'boolean',
  resolution: 'text',
  resolutionCode: 'text',
  resolutionMessage: 'text',
  providerErrorMessage: 'text',
  rrn: 'text',
  challengeUrl: 'text',
  ...CREDIT_TYPES,
  ended: 'boolean',
  webhookPayload: 'text',
  webhookUrl: 'text',
  groupId: 'uuid',
  eventId: 'uuid',
  source: 'text',
  url: 'text',
  mac: 'bytea',
  body: 'text',
  traceparent: 'text',
} as const satisfies ColumnTypes<SettlementInput>;

/**
 * Settles attempts in one statement: closes each attempt, moves its order, records and counts the transition, and, if
 * the settlement has them, credits the gate and records the webhook event. Writes nothing for a settlement, and returns
 * no row, if the order has changed since it was read, the attempt is closed, the merchant of an order that ends chose
 * another payload or address, or the gate has no account to credit.
 *
 * Locks the orders, the attempts, the cards that failed, and the gates' accounts last.
 */
export const settlements = batchedStatement<SettlementInput, { id: string }>(
  { name: 'settle_attempt', types: TYPES, sortedBy: ({ payinId }) => payinId },
  (db, given) => settle(given).compile(db),
);

const TRANSFER_TYPES = {
  methodData: 'jsonb',
  payerSealed: 'bytea',
  receipts: 'jsonb',
} as const satisfies ColumnTypes<TransferInput>;

/**
 * Settles attempts like `settlements`, for orders that are not paid by card, and also writes their receipts and the
 * payer's data. A receipt recorded in between changes the order, so that this writes nothing.
 */
export const transferSettlements = batchedStatement<
  SettlementInput & TransferInput,
  { id: string }
>(
  {
    name: 'settle_transfer',
    types: { ...TYPES, ...TRANSFER_TYPES },
    sortedBy: ({ payinId }) => payinId,
  },
  (db, given) =>
    settle(given, {
      set: setMethodData(given),
      kept: sql`, ${given.of('receipts')}`,
      statements: sql`received as (
        insert into payin_receipts (id, attempt_id, payin_id, reference, amount_minor, received_at)
        select arrived.id, "attemptId", moved.id, arrived.reference, arrived.amount_minor, at
        from moved cross join lateral jsonb_to_recordset(moved.receipts) as arrived ${RECEIPT_COLUMNS}
      ),`,
    }).compile(db),
);

/** The payer's data and the receipts of an order that is not paid by card. */
interface TransferInput {
  /** JSON. */
  methodData: string | null;
  payerSealed: Uint8Array | null;
  receipts: string;
}

export function transferInput(
  { payment_method_data: data, payer_sealed: payerSealed }: PayinRow,
  receipts: readonly NewReceipt[],
): TransferInput {
  return {
    methodData: data && JSON.stringify(data),
    payerSealed,
    receipts: receiptsJson(receipts),
  };
}

function setMethodData({ of }: Given<TransferInput>): RawBuilder<unknown> {
  return sql`, payment_method_data = ${of('methodData')}, payer_sealed = ${of('payerSealed')}`;
}

interface TransferWait extends TransferInput {
  attemptId: string;
  payinId: string;
  at: Date;
  from: OrderStatus;
  cause: PayinCause;
  movedFromAt: Date;
  attemptsMade: number;
  reference: string | null;
  /** JSON. */
  instructions: string | null;
  asked: number;
  nextAskAt: Date;
  leasedUntil: Date;
}

/**
 * Moves orders to PROCESS_PENDING and stores the payer's instructions and the acquirer's reference with the attempt.
 * Writes nothing and returns no row if the order has changed since it was read or the attempt is closed.
 *
 * Locks the orders, then the attempts.
 */
export const transferWaits = batchedStatement<TransferWait, { id: string }>(
  {
    name: 'wait_for_payer',
    types: {
      attemptId: 'uuid',
      payinId: 'uuid',
      at: 'timestamptz',
      from: 'text',
      cause: 'text',
      movedFromAt: 'timestamptz',
      attemptsMade: 'integer',
      ...TRANSFER_TYPES,
      reference: 'text',
      instructions: 'jsonb',
      asked: 'integer',
      nextAskAt: 'timestamptz',
      leasedUntil: 'timestamptz',
    },
    sortedBy: ({ payinId }) => payinId,
  },
  (db, given) => {
    const { of } = given;
    return sql<{ id: string; position: number }>`
    with ${given.table}, moved as (
      update payins set status = 'PROCESS_PENDING', updated_at = ${of('at')} ${setMethodData(given)}
      from given
      where ${isUnchanged(given)}
      returning payins.id, payins.merchant_id, payins.currency, payins.amount_minor, payins.status,
        payins.created_at, payins.updated_at, given.position,
        ${sql.join((['attemptId', 'from', 'cause', 'movedFromAt', 'reference', 'instructions', 'asked', 'nextAskAt', 'leasedUntil'] as const).map(of))}
    ), waiting as (
      update payin_attempts
      set provider_reference = coalesce(moved.reference, payin_attempts.provider_reference),
        instructions = coalesce(moved.instructions, payin_attempts.instructions),
        asked = moved.asked, next_ask_at = moved."nextAskAt", leased_until = moved."leasedUntil",
        unanswered = 0
      from moved where payin_attempts.id = moved."attemptId"
    ),
    ${recordedAndCounted(sql`updated_at`)}
    select position, id from moved`.compile(db);
  },
);

/** Returns a settlement as the input of its statement. */
export function settlementInput({ moved, credit, event, ...rest }: Settlement) {
  return {
    ...rest,
    payinId: moved.id,
    merchantId: moved.merchant_id,
    groupId: moved.group_id,
    gateId: moved.gate_id,
    currency: moved.currency,
    attemptsMade: moved.attempts_made,
    to: moved.status,
    resolution: moved.resolution,
    resolutionCode: moved.resolution_code,
    resolutionMessage: moved.resolution_message,
    providerErrorMessage: moved.provider_error_message,
    rrn: moved.rrn,
    challengeUrl: moved.challenge_url,
    ...creditColumns(credit),
    eventId: event?.eventId ?? null,
    source: event?.destination.source ?? null,
    url: event?.destination.url ?? null,
    mac: event?.destination.mac ?? null,
    body: event?.body ?? null,
    traceparent: event?.traceparent ?? null,
    ended: event !== undefined,
    cardFailed:
      (rest.outcome === 'soft_decline' || rest.outcome === 'hard_decline') &&
      !DECLINES_NOT_COUNTED.some((reason) => reason === rest.declineReason),
  };
}

export type SettlementInput = ReturnType<typeof settlementInput>;

interface TransferSql {
  set: RawBuilder<unknown>;
  kept: RawBuilder<unknown>;
  statements: RawBuilder<unknown>;
}

const NO_TRANSFER_SQL: TransferSql = { set: sql``, kept: sql``, statements: sql`` };

function settle(given: Given<SettlementInput>, more: TransferSql = NO_TRANSFER_SQL) {
  return sql<{ id: string; position: number }>`
    with ${given.table}, moved as (${move(given, more)}),
    closed as (
      update payin_attempts
      set outcome = moved.outcome, decline_reason = moved."declineReason",
        decline_advice = moved."declineAdvice", scheme_code = moved."schemeCode",
        authentication = coalesce(moved.authentication, case
          when moved.outcome = 'approved' and payin_attempts.challenged_at is not null then 'challenged' end),
        eci = moved.eci, settled_at = moved.at,
        failure_keys = null,
        provider_reference = coalesce(moved.reference, payin_attempts.provider_reference)
      from moved where payin_attempts.id = moved."attemptId"
    ),
    failed as (
      insert into failed_cards (merchant_id, key, card_fingerprint, failed_at)
      select moved.merchant_id, counted_by.key, attempt.card_fingerprint, max(moved.at)
      from moved join payin_attempts attempt on attempt.id = moved."attemptId"
        cross join lateral unnest(attempt.failure_keys) as counted_by (key)
      where moved."cardFailed"
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (merchant_id, key, card_fingerprint) do update set failed_at = excluded.failed_at
    ),
    ${more.statements}
    ${recordedAndCounted(sql`at`)},
    ${CREDIT},
    event as (${EVENT})
    select position, id from moved`;
}

function recordedAndCounted(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`recorded as ${recordTransition({
    from: sql`"from"`,
    to: sql`status`,
    cause: sql`cause`,
    at,
  })},
    counted as ${countMoved('payin', { status: sql`"from"`, updatedAt: sql`"movedFromAt"` })}`;
}

/**
 * Builds the condition that the order is as it was read and its attempt open. The order's time is compared as well,
 * because the counters subtract the order from the hour in which it last changed. For the lookups see `move`.
 */
function isUnchanged({
  of,
}: Given<
  Pick<SettlementInput, 'payinId' | 'from' | 'movedFromAt' | 'attemptsMade' | 'attemptId'>
>) {
  return sql`payins.id = ${of('payinId')} and payins.status = ${of('from')}
      and payins.updated_at = ${of('movedFromAt')} and payins.attempts_made = ${of('attemptsMade')}
      and (select payin_attempts.outcome is null from payin_attempts
        where payin_attempts.id = ${of('attemptId')})`;
}

/**
 * Builds the update that moves the orders. It has all conditions of a settlement: the rest of the statement works on
 * the rows that it returns. Rows of other tables are looked up by key in subqueries that return a value to compare. If
 * such a condition were in the lookup, the planner would choose a small partial index that has the same condition, and
 * keep to it when that index has grown.
 */
function move(given: Given<SettlementInput>, { set, kept }: TransferSql): RawBuilder<unknown> {
  const { of } = given;
  return sql`
    update payins set status = ${of('to')}, updated_at = ${of('at')},
      resolution = ${of('resolution')}, resolution_code = ${of('resolutionCode')},
      resolution_message = ${of('resolutionMessage')},
      provider_error_message = ${of('providerErrorMessage')},
      rrn = ${of('rrn')}, challenge_url = ${of('challengeUrl')} ${set}
    from given
    where ${isUnchanged(given)}
      and (not ${of('ended')} or ${isReceiverUnchanged(sql.ref('payin_webhook_url'), given)})
      and (${of('movement')} is null or (select true from gate_accounts account
        where account.gate_id = ${of('gateId')} and account.currency = ${of('currency')}))
    returning payins.id, payins.merchant_id, payins.gate_id, payins.currency, payins.amount_minor,
      payins.status, payins.created_at, payins.updated_at,
      ${sql.join(USED_LATER.map(of))}, given.position ${kept}`;
}

/** The members of a settlement that the statement reads after the move. */
const USED_LATER = [
  'attemptId',
  'at',
  'from',
  'cause',
  'movedFromAt',
  'outcome',
  'reference',
  'declineReason',
  'declineAdvice',
  'schemeCode',
  'authentication',
  'eci',
  'cardFailed',
  'movement',
  'available',
  'hold',
  'rolling',
  'accounts',
  'owners',
  'currencies',
  'amounts',
  'buckets',
  'retainedMinor',
  'dueAt',
  'ended',
  'groupId',
  'eventId',
  'source',
  'url',
  'mac',
  'body',
  'traceparent',
] as const satisfies (keyof SettlementInput)[];

const EVENT = eventInsertion(
  {
    eventId: sql`moved."eventId"`,
    merchantId: sql`moved.merchant_id`,
    direction: sql.lit('payin'),
    groupId: sql`moved."groupId"`,
    orderIds: sql`array[moved.id]`,
    source: sql`moved.source`,
    url: sql`moved.url`,
    mac: sql`moved.mac`,
    body: sql`moved.body`,
    traceparent: sql`moved.traceparent`,
    at: sql`moved.at`,
  },
  { given: sql`moved`, when: sql`moved.ended` },
);
