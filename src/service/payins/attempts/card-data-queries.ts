import type { WebhookPayload } from '#domain/webhook/payload.ts';
import { sql, type Kysely } from 'kysely';
import type { PayinRow, Tables } from '../../platform/database/schema.ts';
import { batchedStatement } from '../../platform/database/batch/batched-statement.ts';
import { statement, type Slot } from '../../platform/database/statement.ts';
import { PAYIN_COLUMNS } from '../payin-columns.ts';

type Db = Kysely<Tables>;

/** What decides whether a card is taken for an order, and who is asked about it: all of one moment. */
export interface AttemptGrounds extends Pick<
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
  /** Declines of this card since then and its attempts under way, whoever's order it was given for. */
  declined: number;
  /** Attempts that were ever made with the cards of this card's slot. */
  slotAttempts: bigint;
}

export interface GroundsInput {
  payinId: string;
  requestHash: Uint8Array;
  card: Uint8Array;
  slot: number;
  /** Of the card and of the customer. */
  fingerprints: Uint8Array[];
  declinedSince: Date;
  advisedSince: Date;
}

/** As PostgreSQL counts. */
export function attemptGrounds({
  made,
  declinedOfOrder,
  declined,
  ...row
}: GroundsRow): AttemptGrounds {
  return {
    ...row,
    made: Number(made),
    declinedOfOrder: Number(declinedOfOrder),
    declined: Number(declined),
  };
}

type Counts = 'made' | 'declinedOfOrder' | 'declined';
type GroundsRow = Omit<AttemptGrounds, Counts> & Record<Counts, bigint>;

/** No row where there is no such order. */
export const groundsOfAttempts = batchedStatement<GroundsInput, GroundsRow>(
  {
    name: 'select_attempt_grounds',
    types: {
      ...{ payinId: 'uuid', requestHash: 'bytea', card: 'bytea', slot: 'integer' },
      ...{ fingerprints: 'bytea[]', declinedSince: 'timestamptz', advisedSince: 'timestamptz' },
    },
  },
  (db, given) =>
    sql<GroundsRow & { position: number }>`
      with ${given.table}
      select given.position, payin.merchant_id, payin.method_id, payin.payment_source,
        payin.payment_method_currency, payin.amount_minor, payin.status, payin.customer,
        payin.updated_at, payin.expires_at, payin.attempts_made as "attemptsMade",
        merchants.config_version as "configVersion",
        merchants.webhook_payload as "webhookPayload",
        gate_methods.active and gates.active as active,
        attempts.made, attempts.declined as "declinedOfOrder",
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
          select count(*) from payin_attempts
          where card_fingerprint = ${given.of('card')}
            and outcome in ('soft_decline', 'hard_decline') and not superseded
            and settled_at > ${given.of('declinedSince')}
        ) + (
          select count(*) from payin_attempts
          where card_fingerprint = ${given.of('card')} and outcome is null
        ) as declined,
        (
          select card_slots.attempts from card_slots where card_slots.slot = ${given.of('slot')}
        ) as "slotAttempts"
      from given
      join payins payin on payin.id = ${given.of('payinId')}
      join merchants on merchants.id = payin.merchant_id
      join gate_methods on gate_methods.id = payin.method_id
      join gates on gates.id = gate_methods.gate_id
      cross join lateral (
        select count(*) filter (where not superseded) as made,
          count(*) filter (where outcome in ('soft_decline', 'hard_decline') and not superseded)
            as declined,
          coalesce(bool_or(request_hash = ${given.of('requestHash')}), false) as repeated
        from payin_attempts where payin_id = payin.id
      ) as attempts`.compile(db),
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
  input: Pick<GroundsInput, 'slot' | 'payinId'>,
): Promise<PayinRow | undefined> {
  const [payin] = await lockBoth(trx, input);
  return payin;
}

const lockBoth = statement(
  'lock_card_and_payin',
  (db, slot: Slot<Pick<GroundsInput, 'slot' | 'payinId'>>) =>
    db
      .selectFrom(['card_slots', 'payins'])
      .select(PAYIN_COLUMNS.map((column) => `payins.${column}` as const))
      .where('card_slots.slot', '=', slot('slot'))
      .where('payins.id', '=', slot('payinId'))
      .forUpdate(['card_slots', 'payins'])
      .compile(),
);
