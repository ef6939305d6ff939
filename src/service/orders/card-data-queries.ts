import { sql, type Kysely } from 'kysely';
import type { PayinRow, Tables } from '../database/schema.ts';
import { statement, type Slot } from '../database/statement.ts';

type Db = Kysely<Tables>;

/** What decides whether a card is taken for an order, and who is asked about it. */
export interface AttemptGrounds {
  /** Whether the very same signed request was taken for this order before. */
  repeated: boolean;
  /** The merchant's settings at this moment. */
  configVersion: bigint;
  /** Both the method and its gate are switched on. */
  active: boolean;
  /** Whether any of the fingerprints is on the merchant's block lists. */
  blocked: boolean;
  /** Attempts of this order so far. */
  made: number;
  /** Declines of this card since then and its attempts under way, whoever's order it was given for. */
  declined: number;
  /** The method's best route that is up. */
  adapter: string | null;
}

/** In one round trip; the caller holds the order locked, so that no other attempt comes between. */
export async function selectAttemptGrounds(
  trx: Db,
  payin: Pick<PayinRow, 'id' | 'merchant_id' | 'method_id'>,
  card: {
    requestHash: Uint8Array;
    fingerprint: Uint8Array;
    customer: Uint8Array[];
    declinedSince: Date;
  },
): Promise<AttemptGrounds> {
  const [grounds] = await attemptGrounds(trx, {
    id: payin.id,
    merchantId: payin.merchant_id,
    methodId: payin.method_id,
    requestHash: card.requestHash,
    card: card.fingerprint,
    fingerprints: [card.fingerprint, ...card.customer],
    since: card.declinedSince,
  });
  if (grounds === undefined) throw new Error(`Payin ${payin.id} has no method or no merchant`);
  return { ...grounds, made: Number(grounds.made), declined: Number(grounds.declined) };
}

interface RequestInput {
  id: string;
  merchantId: string;
  requestHash: Uint8Array;
}

interface GroundsInput extends RequestInput {
  methodId: string;
  card: Uint8Array;
  fingerprints: Uint8Array[];
  since: Date;
}

type GroundsRow = Omit<AttemptGrounds, 'made' | 'declined'> & Record<'made' | 'declined', bigint>;

const wasTaken = (slot: Slot<RequestInput>) => sql`
  exists (
    select from payin_attempts
    where payin_id = ${slot('id')} and request_hash = ${slot('requestHash')}
  ) or exists (
    select from refused_card_requests
    where payin_id = ${slot('id')} and request_hash = ${slot('requestHash')}
  )`;

const attemptGrounds = statement('select_attempt_grounds', (db, slot: Slot<GroundsInput>) =>
  sql<GroundsRow>`
      select
        (${wasTaken(slot)}) as repeated,
        merchants.config_version as "configVersion",
        gate_methods.active and gates.active as active,
        exists (
          select from blocked_values
          where merchant_id = ${slot('merchantId')}
            and fingerprint = any (${slot('fingerprints')}::bytea[])
        ) as blocked,
        (select count(*) from payin_attempts where payin_id = ${slot('id')}) as made,
        (
          select count(*) from payin_attempts
          where card_fingerprint = ${slot('card')}
            and outcome in ('soft_decline', 'hard_decline')
            and settled_at > ${slot('since')}
        ) + (
          select count(*) from payin_attempts
          where card_fingerprint = ${slot('card')} and outcome is null
        ) as declined,
        (
          select adapter from routes
          where method_id = ${slot('methodId')} and up
          order by priority
          limit 1
        ) as adapter
      from merchants, gate_methods join gates on gates.id = gate_methods.gate_id
      where merchants.id = ${slot('merchantId')}
        and gate_methods.id = ${slot('methodId')}`.compile(db),
);

/** Whether the very same signed request was taken for an order before, and the settings' version. */
export async function selectCardRequest(
  trx: Db,
  payin: Pick<PayinRow, 'id' | 'merchant_id'>,
  requestHash: Uint8Array,
): Promise<Pick<AttemptGrounds, 'repeated' | 'configVersion'>> {
  const input = { id: payin.id, merchantId: payin.merchant_id, requestHash };
  const [found] = await cardRequest(trx, input);
  if (found === undefined) throw new Error(`Payin ${payin.id} has no merchant`);
  return found;
}

const cardRequest = statement('select_card_request', (db, slot: Slot<RequestInput>) =>
  sql<Pick<AttemptGrounds, 'repeated' | 'configVersion'>>`
      select (${wasTaken(slot)}) as repeated, config_version as "configVersion"
      from merchants where id = ${slot('merchantId')}`.compile(db),
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

const CARD_LOCKS = 1_024;

/**
 * Locks a card until the transaction ends, so that its attempts are counted one after the other. The
 * caller holds its order locked, and no other card.
 */
export async function lockCard(trx: Db, fingerprint: Uint8Array): Promise<void> {
  const slot = Buffer.from(fingerprint).readUInt16BE(0) % CARD_LOCKS;
  await lockCardSlot(trx, { slot });
}

const lockCardSlot = statement('lock_card', (db, slot: Slot<{ slot: number }>) =>
  db.selectFrom('card_locks').select('slot').where('slot', '=', slot('slot')).forUpdate().compile(),
);
