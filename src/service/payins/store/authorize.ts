import type { CardBrand } from '#domain/card/number.ts';
import {
  NOT_OF_THE_CARD,
  type AttemptLimit,
  type OwnLimits,
  type TestedBy,
} from '#domain/order/attempt-limits.ts';
import type { PayinCause } from '#domain/order/payin-status.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import { sql, type RawBuilder } from 'kysely';
import { countMoved } from '../../orders/count-changes.ts';
import { recordTransition } from '../../orders/transition.ts';
import { batchedStatement, type Given } from '../../platform/database/batch.ts';
import type { Db, PayinRow } from '../../platform/database/schema.ts';
import { statement, type Slot } from '../../platform/database/statement.ts';
import { lockPayin, PAYIN_COLUMNS } from './payins.ts';

/** What decides whether a payment is taken for an order, and which terminal authorizes it: all of one moment. */
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
  /** Grows with every attempt of the order. */
  attemptsMade: number;
  /** Whether the very same signed request was taken for this order before. */
  repeated: boolean;
  /** The merchant's settings, and how it wants its webhooks. */
  configVersion: bigint;
  webhookPayload: WebhookPayload;
  /** Both the method and its gate are switched on. */
  active: boolean;
  /** Whether any of the fingerprints is on the merchant's block lists. */
  blocked: boolean;
  /** Whether this merchant was advised since then not to try the card again. */
  notAgain: boolean;
  /** Attempts of this order so far, and those of them that were declined. */
  made: number;
  declinedOfOrder: number;
  /** Different cards that failed for this order. */
  failedOfOrder: number;
  /** By what else too many failed; read where the order is evaluated under its lock. */
  overCards?: TestedBy[] | undefined;
  /** What the merchant has set otherwise. */
  attemptLimits: OwnLimits;
  /** Declines of this card since then, for orders of any merchant. */
  declined: number;
  /** The same at this merchant, in 24 hours and since `advisedSince`. */
  declinedOfDay: number;
  declinedOf30Days: number;
  /** Attempts with the card that began since `openSince` and have no outcome yet. */
  underWay: number;
  /** Attempts that were ever made with the cards of this card's slot; null without a fingerprint. */
  slotAttempts: bigint | null;
}

export interface AuthorizationInput {
  payinId: string;
  requestHash: Uint8Array;
  /** Of the card, or of what else the payer is known by; null where there is nothing. */
  card: Uint8Array | null;
  slot: number | null;
  /** Of the card and of the customer. */
  fingerprints: Uint8Array[];
  declinedSince: Date;
  declinedOfDaySince: Date;
  advisedSince: Date;
  openSince: Date;
}

const NOT_OF_THE_CARD_SQL = sql.join(NOT_OF_THE_CARD.map((reason) => sql.lit(reason)));

/** Of a card's declines in 30 days, the latest; what is beyond them is not counted. */
const MOST_DECLINES_READ = 200;

/** No row where there is no such order. */
export const authorizationContexts = batchedStatement<AuthorizationInput, AuthorizationContext>(
  {
    name: 'select_authorization_context',
    types: {
      payinId: 'uuid',
      requestHash: 'bytea',
      card: 'bytea',
      slot: 'integer',
      fingerprints: 'bytea[]',
      declinedSince: 'timestamptz',
      declinedOfDaySince: 'timestamptz',
      advisedSince: 'timestamptz',
      openSince: 'timestamptz',
    },
  },
  (db, given) =>
    sql<AuthorizationContext & { position: number }>`
      with ${given.table}
      select given.position, payin.merchant_id, payin.method_id, payin.payment_source,
        payin.payment_method_currency, payin.amount_minor, payin.status, payin.customer,
        payin.updated_at, payin.expires_at, payin.attempts_made as "attemptsMade",
        merchants.config_version as "configVersion",
        merchants.webhook_payload as "webhookPayload", merchants.attempt_limits as "attemptLimits",
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
          where advised.card_fingerprint = ${given.of('card')}
            and advised.decline_advice = 'do_not_try_again'
            and advised.settled_at > ${given.of('advisedSince')}
            and other.merchant_id = payin.merchant_id
        ) as "notAgain",
        (
          select count(*)::integer from payin_attempts
          where card_fingerprint = ${given.of('card')}
            and outcome in ('soft_decline', 'hard_decline') and not superseded
            and settled_at > ${given.of('declinedSince')}
        ) as declined,
        at_merchant."declinedOfDay", at_merchant."declinedOf30Days",
        (
          select count(*)::integer from payin_attempts
          where card_fingerprint = ${given.of('card')} and outcome is null
            and created_at > ${given.of('openSince')}
        ) as "underWay",
        (
          select card_slots.attempts from card_slots where card_slots.slot = ${given.of('slot')}
        ) as "slotAttempts"
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
              and coalesce(decline_reason, '') not in (${NOT_OF_THE_CARD_SQL}))::integer as failed,
          coalesce(bool_or(request_hash = ${given.of('requestHash')}), false) as repeated
        from payin_attempts where payin_id = payin.id
      ) as attempts
      cross join lateral (
        select count(*) filter (where latest.settled_at > ${given.of('declinedOfDaySince')})::integer
            as "declinedOfDay",
          count(*)::integer as "declinedOf30Days"
        from (
          select payin_id, settled_at from payin_attempts
          where card_fingerprint = ${given.of('card')}
            and outcome in ('soft_decline', 'hard_decline') and not superseded
            and settled_at > ${given.of('advisedSince')}
          order by settled_at desc limit ${sql.lit(MOST_DECLINES_READ)}
        ) latest join payins other on other.id = latest.payin_id
        where other.merchant_id = payin.merchant_id
      ) as at_merchant`.compile(db),
);

/** The caller ends the order by a refusal, in the same transaction. */
export async function insertRefusedRequest(
  trx: Db,
  payinId: string,
  requestHash: Uint8Array,
): Promise<void> {
  const row = { payin_id: payinId, request_hash: requestHash };
  await trx.insertInto('refused_card_requests').values(row).execute();
}

const CARD_SLOTS = 1_024;

/** Where attempts with a card are counted; some cards share a slot. */
export function cardSlot(fingerprint: Uint8Array): number {
  return Buffer.from(fingerprint).readUInt16BE(0) % CARD_SLOTS;
}

/**
 * Locks a card's slot and then an order until the transaction ends: meanwhile no attempt is recorded with any
 * card of the slot, and nobody moves the order. Undefined where there is no such order.
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

/** An attempt to be recorded, and what must still hold of the order, its settings and its card. */
export interface AttemptToRecord {
  attemptId: string;
  payinId: string;
  merchantId: string;
  terminalId: string;
  routeId: string;
  cardFingerprint: Uint8Array | null;
  requestHash: Uint8Array;
  nextAskAt: Date;
  at: Date;
  cardNumberMasked: string | null;
  cardBrand: CardBrand | null;
  /** JSON. */
  customer: string;
  /** As they were when the order was evaluated. */
  from: OrderStatus;
  attemptsMade: number;
  updatedAt: Date;
  configVersion: bigint;
  /** The card's slot and the attempts counted there; a null slot where declines are not limited. */
  slot: number | null;
  slotAttempts: bigint | null;
  /** What different cards are counted by, and how many may have failed; null where that is not counted. */
  addressKey: Uint8Array | null;
  mostOfAddress: number | null;
  binKey: Uint8Array | null;
  mostOfBin: number | null;
  emailKey: Uint8Array | null;
  mostOfEmail: number | null;
  hourAgo: Date;
  dayAgo: Date;
  /** Whether what is over is refused, or only counted. */
  refusesFailed: boolean;
  /** Limits in a dry run that are known to be reached, and whether those by the keys are in one too. */
  overLimits: AttemptLimit[];
  countsFailed: boolean;
  cause: Extract<PayinCause, 'card_data_accepted' | 'payment_begun'>;
  /** JSON; beside what the order says already. */
  methodData: string | null;
  payerSealed: Uint8Array | null;
}

/**
 * Records attempts and moves their orders, in one statement. Nothing happens where too many different cards failed
 * by one of the keys, and that is refused; nothing happens to an order that was moved or
 * attempted since it was evaluated, whose merchant's settings changed, or where another attempt with a card of the
 * slot was recorded: each of these is compared in the row that it changes, however many come at once. No row for
 * an order that has to be evaluated again.
 *
 * Locks the cards' slots, then the orders.
 */
export const attemptRecordings = batchedStatement<
  AttemptToRecord,
  PayinRow & { overCards: TestedBy[] | null }
>(
  {
    name: 'record_attempt',
    types: {
      attemptId: 'uuid',
      payinId: 'uuid',
      merchantId: 'uuid',
      terminalId: 'uuid',
      routeId: 'uuid',
      cardFingerprint: 'bytea',
      requestHash: 'bytea',
      nextAskAt: 'timestamptz',
      at: 'timestamptz',
      cardNumberMasked: 'text',
      cardBrand: 'text',
      customer: 'jsonb',
      from: 'text',
      attemptsMade: 'integer',
      updatedAt: 'timestamptz',
      configVersion: 'bigint',
      slot: 'integer',
      slotAttempts: 'bigint',
      addressKey: 'bytea',
      mostOfAddress: 'integer',
      binKey: 'bytea',
      mostOfBin: 'integer',
      emailKey: 'bytea',
      mostOfEmail: 'integer',
      hourAgo: 'timestamptz',
      dayAgo: 'timestamptz',
      refusesFailed: 'boolean',
      overLimits: 'text[]',
      countsFailed: 'boolean',
      cause: 'text',
      methodData: 'jsonb',
      payerSealed: 'bytea',
    },
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
        ${given.of('requestHash')}, ${given.of('nextAskAt')}, ${given.of('from')}, ${given.of('updatedAt')},
        ${given.of('cause')},
        array_remove(array[${given.of('addressKey')}, ${given.of('binKey')}, ${given.of('emailKey')}], null)
          as "failureKeys",
        ${given.of('overLimits')} || case when ${given.of('countsFailed')} then array(
          select 'failed_cards_per_' || by from tested, unnest(tested.over) by
          where tested.position = given.position) end as "overLimits"
    ), attempt as (
      insert into payin_attempts (id, payin_id, terminal_id, route_id, card_fingerprint, request_hash,
        failure_keys, over_limits, next_ask_at, leased_until, created_at)
      select "attemptId", id, terminal_id, route_id, "cardFingerprint", "requestHash",
        nullif("failureKeys", '{}'), nullif("overLimits", '{}'),
        "nextAskAt", "nextAskAt", updated_at
      from moved
    ), recorded as ${recordTransition({
      from: sql`"from"`,
      to: sql`'IN_PROGRESS'`,
      cause: sql`cause`,
      at: sql`updated_at`,
    })}, counted as ${countMoved('payin', { status: sql`"from"`, updatedAt: sql`"updatedAt"` })}
    select moved.position, ${sql.join(PAYIN_COLUMNS.map((column) => sql.ref(column)))},
      (select over from tested where tested.position = moved.position) as "overCards"
    from moved`.compile(db);
  },
);

type Tested = Pick<
  AttemptToRecord,
  | 'merchantId'
  | 'addressKey'
  | 'mostOfAddress'
  | 'binKey'
  | 'mostOfBin'
  | 'emailKey'
  | 'mostOfEmail'
  | 'hourAgo'
  | 'dayAgo'
>;

/**
 * By what as many different cards failed as may. Of the rows of a key no more are read than that. Each key is
 * looked up by itself: of a list, the planner would not know how many there are, and plan anew each time.
 */
function overCardsOf({ of }: Pick<Given<Tested>, 'of'>): RawBuilder<TestedBy[]> {
  const over = (by: TestedBy, key: keyof Tested, most: keyof Tested, since: keyof Tested) => sql`
    case when ${of(key)} is not null and (
      select count(*) from (
        select from failed_cards
        where failed_cards.merchant_id = ${of('merchantId')} and failed_cards.key = ${of(key)}
          and failed_cards.failed_at > ${of(since)}
        limit ${of(most)}
      ) failed) >= ${of(most)} then ${sql.lit(by)} end`;
  return sql<TestedBy[]>`array_remove(array[
    ${over('address', 'addressKey', 'mostOfAddress', 'hourAgo')},
    ${over('bin', 'binKey', 'mostOfBin', 'hourAgo')},
    ${over('email', 'emailKey', 'mostOfEmail', 'dayAgo')}], null)`;
}

/** The same by itself. */
export const overCards = batchedStatement<Tested, { over: TestedBy[] }>(
  {
    name: 'select_over_cards',
    types: {
      merchantId: 'uuid',
      addressKey: 'bytea',
      mostOfAddress: 'integer',
      binKey: 'bytea',
      mostOfBin: 'integer',
      emailKey: 'bytea',
      mostOfEmail: 'integer',
      hourAgo: 'timestamptz',
      dayAgo: 'timestamptz',
    },
  },
  (db, given) =>
    sql<{ over: TestedBy[]; position: number }>`
    with ${given.table}
    select given.position, ${overCardsOf(given)} as over from given`.compile(db),
);

const FORGOTTEN_AT_ONCE = 1_000;

/** Cards that failed before then count no more. @returns how many were forgotten */
export async function forgetFailedCards(db: Db, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from failed_cards using (
      select merchant_id, key, card_fingerprint from failed_cards
      where failed_at < ${before} order by failed_at limit ${FORGOTTEN_AT_ONCE}::integer
      for update skip locked
    ) old
    where failed_cards.merchant_id = old.merchant_id and failed_cards.key = old.key
      and failed_cards.card_fingerprint = old.card_fingerprint`.execute(db);
  return Number(numAffectedRows);
}
