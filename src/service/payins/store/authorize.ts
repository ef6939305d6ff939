import type { CardBrand } from '#domain/card/number.ts';
import {
  DECLINES_NOT_COUNTED,
  TESTED_BY,
  type AttemptLimit,
  type OwnLimits,
  type TestedBy,
} from '#domain/order/attempt-limits.ts';
import type { PayinCause } from '#domain/order/transition.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import { sql, type RawBuilder, type Updateable } from 'kysely';
import { countMoved } from '../../orders/count-changes.ts';
import { recordTransition } from '../../orders/transition.ts';
import {
  batchedStatement,
  column,
  type Given,
  type InputOf,
} from '../../platform/database/batch.ts';
import type { Db, PayinRow, PayinTable } from '../../platform/database/schema.ts';
import { statement, type Slot } from '../../platform/database/statement.ts';
import { lockPayin, PAYIN_COLUMNS } from './payins.ts';
import { merchantAddresses, type MerchantAddresses } from '../../webhooks/record.ts';

/** What decides whether an order takes a payment, read by one statement; `overCards` alone is read by another. */
export interface AuthorizationContext extends Pick<
  PayinRow,
  | 'merchant_id'
  | 'method_id'
  | 'payment_source'
  | 'payment_method_currency'
  | 'amount_minor'
  | 'status'
  | 'customer'
  | 'updated_at'
  | 'expires_at'
> {
  /** Incremented with every attempt of the order, those after a failover included. */
  attemptsMade: number;
  /** Whether the identical signed request was taken for this order before. */
  repeated: boolean;
  /** The version of the merchant's settings, and the payload of its webhooks. */
  configVersion: bigint;
  webhookPayload: WebhookPayload;
  addresses: MerchantAddresses;
  /** Both the method and its gate are switched on. */
  active: boolean;
  /** Whether any of the fingerprints is on the merchant's block lists. */
  blocked: boolean;
  /** Whether a card scheme has advised this merchant since `advisedSince` not to try the card again. */
  doNotTryAgain: boolean;
  /** Attempts of this order so far, and how many of them were declined. Those superseded by failover do not count. */
  made: number;
  declinedOfOrder: number;
  /** Different cards that were declined for this order, for a reason that says something about the card. */
  failedOfOrder: number;
  /** The link that the order was made by. */
  linkId: string | null;
  /** What has reached its limit of different failed cards. Read only if the order is evaluated under its lock. */
  overCards?: TestedBy[] | undefined;
  /** The merchant's own limits, where they differ from the usual ones. */
  attemptLimits: OwnLimits;
  /** Declines of this card since `declinedSince`, at any merchant. */
  declined: number;
  /** Declines of this card at this merchant since `declinedOfDaySince` (24 hours) and `advisedSince` (30 days). */
  declinedOfDay: number;
  declinedOf30Days: number;
  /** Attempts with the card that began since `openSince` and have no outcome yet. */
  underWay: number;
  /** Attempts ever counted in the card's slot; null without a slot. */
  slotAttempts: bigint | null;
}

/** What of a submitted payment decides about it. */
const SUBMITTED = {
  payinId: column<string>('uuid'),
  requestHash: column<Uint8Array>('bytea'),
  /** The fingerprint of the card, or of what else identifies the payer; null if nothing does. */
  payerFingerprint: column<Uint8Array | null>('bytea'),
  slot: column<number | null>('integer'),
  /** The fingerprints of card and customer, for block lists. */
  fingerprints: column<Uint8Array[]>('bytea[]'),
  declinedSince: column<Date>('timestamptz'),
  declinedOfDaySince: column<Date>('timestamptz'),
  advisedSince: column<Date>('timestamptz'),
  openSince: column<Date>('timestamptz'),
};

export type AuthorizationInput = InputOf<typeof SUBMITTED>;

const DECLINES_NOT_COUNTED_SQL = sql.join(DECLINES_NOT_COUNTED.map((reason) => sql.lit(reason)));

/** The most declines of a card in 30 days that are read, the latest ones. Older ones are not counted. */
const MOST_DECLINES_READ = 200;

/** Reads the authorization contexts of payments. Returns no row for an unknown order. */
export const authorizationContexts = batchedStatement<AuthorizationInput, AuthorizationContext>(
  { name: 'select_authorization_context', types: SUBMITTED },
  (db, given) =>
    sql<AuthorizationContext & { position: number }>`
      with ${given.table}
      select given.position, payin.merchant_id, payin.method_id, payin.payment_source,
        payin.payment_method_currency, payin.amount_minor, payin.status, payin.customer,
        payin.updated_at, payin.expires_at, payin.attempts_made as "attemptsMade",
        merchants.config_version as "configVersion",
        merchants.webhook_payload as "webhookPayload", ${merchantAddresses()} as addresses,
        merchants.attempt_limits as "attemptLimits",
        gate_methods.active and gates.active as active,
        attempts.made, attempts.declined as "declinedOfOrder", attempts.failed as "failedOfOrder",
        attempts.repeated or exists (
          select from refused_card_requests
          where payin_id = payin.id and request_hash = ${given.of('requestHash')}
        ) as repeated,
        exists (
          select from blocked_values
          where blocked_values.merchant_id = payin.merchant_id
            and fingerprint = any (${given.of('fingerprints')})
        ) as blocked,
        exists (
          select from payin_attempts advised join payins other on other.id = advised.payin_id
          where advised.card_fingerprint = ${given.of('payerFingerprint')}
            and advised.decline_advice = 'do_not_try_again'
            and advised.settled_at > ${given.of('advisedSince')}
            and other.merchant_id = payin.merchant_id
        ) as "doNotTryAgain",
        (
          select count(*)::integer from payin_attempts
          where card_fingerprint = ${given.of('payerFingerprint')}
            and outcome in ('soft_decline', 'hard_decline') and not superseded
            and settled_at > ${given.of('declinedSince')}
        ) as declined,
        at_merchant."declinedOfDay", at_merchant."declinedOf30Days",
        (
          select count(*)::integer from payin_attempts
          where card_fingerprint = ${given.of('payerFingerprint')} and outcome is null
            and created_at > ${given.of('openSince')}
        ) as "underWay",
        (
          select card_slots.attempts from card_slots where card_slots.slot = ${given.of('slot')}
        ) as "slotAttempts",
        (select link_id from link_payins where link_payins.payin_id = payin.id) as "linkId"
      from given
      join payins payin on payin.id = ${given.of('payinId')}
      join merchants on merchants.id = payin.merchant_id
      join gate_methods on gate_methods.id = payin.method_id
      join gates on gates.id = gate_methods.gate_id
      cross join lateral (
        select count(*) filter (where not superseded)::integer as made,
          count(*) filter (where outcome in ('soft_decline', 'hard_decline') and not superseded)::integer
            as declined,
          count(distinct card_fingerprint) filter (
            where outcome in ('soft_decline', 'hard_decline') and not superseded
              and coalesce(decline_reason, '') not in (${DECLINES_NOT_COUNTED_SQL}))::integer as failed,
          coalesce(bool_or(request_hash = ${given.of('requestHash')}), false) as repeated
        from payin_attempts where payin_id = payin.id
      ) as attempts
      cross join lateral (
        select count(*) filter (where latest.settled_at > ${given.of('declinedOfDaySince')})::integer
            as "declinedOfDay",
          count(*)::integer as "declinedOf30Days"
        from (
          select payin_id, settled_at from payin_attempts
          where card_fingerprint = ${given.of('payerFingerprint')}
            and outcome in ('soft_decline', 'hard_decline') and not superseded
            and settled_at > ${given.of('advisedSince')}
          order by settled_at desc limit ${sql.lit(MOST_DECLINES_READ)}
        ) latest join payins other on other.id = latest.payin_id
        where other.merchant_id = payin.merchant_id
      ) as at_merchant`.compile(db),
);

/** Records a signed request whose payment was refused. The caller fails the order in the same transaction. */
export async function insertRefusedRequest(
  trx: Db,
  payinId: string,
  requestHash: Uint8Array,
): Promise<void> {
  const row = { payin_id: payinId, request_hash: requestHash };
  await trx.insertInto('refused_card_requests').values(row).execute();
}

/** Changes what is kept of a refused submission, while the order waits. Lists do not sort or count by it. */
export async function updateRefusedPayin(
  db: Db,
  id: string,
  changes: Updateable<PayinTable>,
): Promise<void> {
  await db
    .updateTable('payins')
    .set(changes)
    .where('id', '=', id)
    .where('status', '=', 'CREATED')
    .execute();
}

const CARD_SLOTS = 1_024;

/**
 * Returns the slot in which attempts with a fingerprint are counted: of a card, or of what else identifies the payer.
 * Different fingerprints may share a slot.
 */
export function attemptSlot(fingerprint: Uint8Array): number {
  return Buffer.from(fingerprint).readUInt16BE(0) % CARD_SLOTS;
}

/**
 * Locks a card's slot, if there is one, and then the order until the transaction ends. Meanwhile no other attempt is
 * counted in the slot, and nobody else moves the order. Returns undefined for an unknown order.
 */
export async function lockCardAndPayin(
  trx: Db,
  { slot, payinId }: Pick<AuthorizationInput, 'slot' | 'payinId'>,
): Promise<PayinRow | undefined> {
  if (slot === null) return lockPayin(trx, payinId);
  const [payin] = await lockBoth(trx, { slot, payinId });
  return payin;
}

const lockBoth = statement(
  'lock_card_and_payin',
  (db, slot: Slot<{ slot: number; payinId: string }>) =>
    db
      .selectFrom(['card_slots', 'payins'])
      .select(PAYIN_COLUMNS.map((column) => `payins.${column}` as const))
      .where('card_slots.slot', '=', slot('slot'))
      .where('payins.id', '=', slot('payinId'))
      .forUpdate(['card_slots', 'payins'])
      .compile(),
);

/** By what failed cards are counted. Each array has an element for each of `TESTED_BY`. */
const TESTED = {
  merchantId: column<string>('uuid'),
  /** A key is null if nothing is counted by it. */
  failureKeys: column<readonly (Uint8Array | null)[]>('bytea[]'),
  /** The limit of each key, and since when its failed cards count. */
  mostFailed: column<readonly number[]>('integer[]'),
  failedSince: column<readonly Date[]>('timestamptz[]'),
};

type Tested = InputOf<typeof TESTED>;

/** An attempt to record, and what must still be true of the order, its merchant's settings and its card. */
const ATTEMPT = {
  attemptId: column<string>('uuid'),
  payinId: column<string>('uuid'),
  terminalId: column<string>('uuid'),
  routeId: column<string>('uuid'),
  cardFingerprint: column<Uint8Array | null>('bytea'),
  requestHash: column<Uint8Array>('bytea'),
  nextInquiryAt: column<Date>('timestamptz'),
  at: column<Date>('timestamptz'),
  cardNumberMasked: column<string | null>('text'),
  cardBrand: column<CardBrand | null>('text'),
  /** JSON. */
  customer: column<string>('jsonb'),
  /** The order and the settings' version as they were when the payment was evaluated. */
  from: column<OrderStatus>('text'),
  attemptsMade: column<number>('integer'),
  updatedAt: column<Date>('timestamptz'),
  configVersion: column<bigint>('bigint'),
  /** The card's slot and the attempts counted in it; the slot is null if declines are not limited. */
  slot: column<number | null>('integer'),
  slotAttempts: column<bigint | null>('bigint'),
  ...TESTED,
  /** Whether a key whose limit is reached refuses the attempt. */
  refusesFailed: column<boolean>('boolean'),
  /** Limits in a dry run that are known to be reached. */
  overLimits: column<AttemptLimit[]>('text[]'),
  /** Whether the limits of the keys are in a dry run: one that is reached is recorded and refuses nothing. */
  countsFailed: column<boolean>('boolean'),
  cause: column<Extract<PayinCause, 'card_data_accepted' | 'payment_begun'>>('text'),
  /** JSON, merged into the order's `payment_method_data`. */
  methodData: column<string | null>('jsonb'),
  payerSealed: column<Uint8Array | null>('bytea'),
};

export type AttemptToRecord = InputOf<typeof ATTEMPT>;

/**
 * Records attempts and moves their orders to IN_PROGRESS, in one statement. Records nothing and returns no row for a
 * payment that has to be evaluated again: the order was moved or attempted since, its merchant's settings changed,
 * another attempt was counted in the card's slot, or the limit of a key is reached and refuses. Order and slot are
 * compared by the update that changes them, so this holds however many attempts come at once. A slot may count an
 * attempt that is then not recorded.
 *
 * Locks the cards' slots, then the orders.
 */
export const attemptRecordings = batchedStatement<
  AttemptToRecord,
  PayinRow & { overCards: TestedBy[] | null }
>(
  {
    name: 'record_attempt',
    types: ATTEMPT,
    sortedBy: ({ slot }) => slot ?? 0,
  },
  (db, given) => {
    const columns = sql.join(PAYIN_COLUMNS.map((column) => sql.ref(`payins.${column}`)));
    return sql<PayinRow & { position: number; overCards: TestedBy[] | null }>`
    with ${given.table}, tested as (
      select given.position, ${overCardsOf(given)} as over from given
    ), card as (
      update card_slots set attempts = card_slots.attempts + 1
      from given
      where card_slots.slot = ${given.of('slot')} and card_slots.attempts = ${given.of('slotAttempts')}
      returning given.position
    ), moved as (
      update payins set status = 'IN_PROGRESS', updated_at = ${given.of('at')},
        attempts_made = attempts_made + 1,
        terminal_id = ${given.of('terminalId')}, route_id = ${given.of('routeId')},
        card_number_masked = ${given.of('cardNumberMasked')}, card_brand = ${given.of('cardBrand')},
        customer = ${given.of('customer')}, provider_error_message = null,
        refused_by = null, payer_address = null,
        payment_method_data = case when ${given.of('methodData')} is null then payment_method_data
          else coalesce(payment_method_data, '{}') || ${given.of('methodData')} end,
        payer_sealed = coalesce(${given.of('payerSealed')}, payer_sealed)
      from given
      where payins.id = ${given.of('payinId')} and payins.status = ${given.of('from')}
        and payins.attempts_made = ${given.of('attemptsMade')}
        and (select config_version from merchants where merchants.id = ${given.of('merchantId')})
          = ${given.of('configVersion')}
        and (${given.of('slot')} is null or given.position in (select position from card))
        and (not ${given.of('refusesFailed')} or exists (
          select from tested where tested.position = given.position and over = '{}'))
      returning given.position, ${columns}, ${given.of('attemptId')}, ${given.of('cardFingerprint')},
        ${given.of('requestHash')}, ${given.of('nextInquiryAt')}, ${given.of('from')}, ${given.of('updatedAt')},
        ${given.of('cause')},
        array_remove(${given.of('failureKeys')}, null) as "failureKeys",
        ${given.of('overLimits')} || case when ${given.of('countsFailed')} then array(
          select 'failed_cards_per_' || by from tested, unnest(tested.over) by
          where tested.position = given.position
            and 'failed_cards_per_' || by <> all (${given.of('overLimits')})) end as "overLimits"
    ), attempt as (
      insert into payin_attempts (id, payin_id, terminal_id, route_id, card_fingerprint, request_hash,
        failure_keys, over_limits, next_inquiry_at, leased_until, created_at)
      select "attemptId", id, terminal_id, route_id, "cardFingerprint", "requestHash",
        nullif("failureKeys", '{}'), nullif("overLimits", '{}'),
        "nextInquiryAt", "nextInquiryAt", updated_at
      from moved
    ), recorded as ${recordTransition({
      from: sql`"from"`,
      to: sql`'IN_PROGRESS'`,
      cause: sql`cause`,
      at: sql`updated_at`,
    })}, counted as ${countMoved('payin', { status: sql`"from"`, updated_at: sql`"updatedAt"` })}
    select moved.position, ${sql.join(PAYIN_COLUMNS.map((column) => sql.ref(column)))},
      (select over from tested where tested.position = moved.position) as "overCards"
    from moved`.compile(db);
  },
);

/**
 * Builds the list of keys whose limit of different failed cards is reached. Reads no more rows of a key than its limit.
 * Looks up each key by itself: the planner does not know how long a list is, and would plan anew each time.
 */
function overCardsOf({ of }: Pick<Given<Tested>, 'of'>): RawBuilder<TestedBy[]> {
  const over = (by: TestedBy, index: number) => {
    const own = (name: keyof Tested) => sql`(${of(name)})[${sql.lit(index + 1)}]`;
    return sql`
    case when ${own('failureKeys')} is not null and (
      select count(*) from (
        select from failed_cards
        where failed_cards.merchant_id = ${of('merchantId')} and failed_cards.key = ${own('failureKeys')}
          and failed_cards.failed_at > ${own('failedSince')}
        limit ${own('mostFailed')}
      ) failed) >= ${own('mostFailed')} then ${sql.lit(by)} end`;
  };
  return sql<TestedBy[]>`array_remove(array[${sql.join(TESTED_BY.map(over))}], null)`;
}

/** Reads which keys have reached their limit of different failed cards. */
export const overCards = batchedStatement<Tested, { over: TestedBy[] }>(
  { name: 'select_over_cards', types: TESTED },
  (db, given) =>
    sql<{ over: TestedBy[]; position: number }>`
    with ${given.table}
    select given.position, ${overCardsOf(given)} as over from given`.compile(db),
);

const DELETED_AT_ONCE = 1_000;

/** Deletes the oldest cards that failed before a time, a batch at most. Skips locked rows. @returns how many */
export async function deleteOldFailedCards(db: Db, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from failed_cards using (
      select merchant_id, key, card_fingerprint from failed_cards
      where failed_at < ${before} order by failed_at limit ${DELETED_AT_ONCE}::integer
      for update skip locked
    ) old
    where failed_cards.merchant_id = old.merchant_id and failed_cards.key = old.key
      and failed_cards.card_fingerprint = old.card_fingerprint`.execute(db);
  return Number(numAffectedRows);
}
