import type { CardBrand } from '#domain/card/number.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import { sql } from 'kysely';
import type { PayinRow } from '../../platform/database/schema.ts';
import { batchedStatement } from '../../platform/database/batch/batched-statement.ts';
import { countMoved } from '../../orders/count-changes.ts';
import { recordTransition } from '../../orders/record-transition.ts';
import { PAYIN_COLUMNS } from '../payin-columns.ts';

/** An attempt to be recorded, and what must still hold of the order, its settings and its card. */
export interface AttemptRecord {
  attemptId: string;
  payinId: string;
  merchantId: string;
  terminalId: string;
  routeId: string;
  cardFingerprint: Uint8Array;
  requestHash: Uint8Array;
  nextAskAt: Date;
  at: Date;
  cardNumberMasked: string;
  cardBrand: CardBrand | null;
  /** JSON. */
  customer: string;
  /** As they were when the order was judged. */
  from: OrderStatus;
  attemptsMade: number;
  updatedAt: Date;
  configVersion: bigint;
  /** The card's slot and the attempts counted there; a null slot where declines are not limited. */
  slot: number | null;
  slotAttempts: bigint;
}

/**
 * Records attempts and moves their orders, in one statement. Nothing happens to an order that was moved or
 * attempted since it was judged, whose merchant's settings changed, or where another attempt with a card of the
 * slot was recorded: each of these is compared in the row that it changes, however many come at once. No row for
 * an order that has to be judged again.
 *
 * Locks the cards' slots, then the orders.
 */
export const cardAttempts = batchedStatement<AttemptRecord, PayinRow>(
  {
    name: 'record_attempt',
    types: {
      ...{
        attemptId: 'uuid',
        payinId: 'uuid',
        merchantId: 'uuid',
        terminalId: 'uuid',
        routeId: 'uuid',
      },
      ...{
        cardFingerprint: 'bytea',
        requestHash: 'bytea',
        nextAskAt: 'timestamptz',
        at: 'timestamptz',
      },
      ...{ cardNumberMasked: 'text', cardBrand: 'text', customer: 'jsonb', from: 'text' },
      ...{ attemptsMade: 'integer', updatedAt: 'timestamptz', configVersion: 'bigint' },
      ...{ slot: 'integer', slotAttempts: 'bigint' },
    },
    sortedBy: ({ slot }) => slot ?? 0,
  },
  (db, given) => {
    const columns = sql.join(PAYIN_COLUMNS.map((column) => sql.ref(`payins.${column}`)));
    return sql<PayinRow & { position: number }>`
    with ${given.table}, card as (
      update card_slots set attempts = card_slots.attempts + 1
      from given
      where card_slots.slot = ${given.of('slot')} and card_slots.attempts = ${given.of('slotAttempts')}
      returning given.position
    ), moved as (
      update payins set status = 'IN_PROGRESS', updated_at = ${given.of('at')},
        attempts_made = attempts_made + 1,
        terminal_id = ${given.of('terminalId')}, route_id = ${given.of('routeId')},
        card_number_masked = ${given.of('cardNumberMasked')}, card_brand = ${given.of('cardBrand')},
        customer = ${given.of('customer')}, provider_error_message = null
      from given
      where payins.id = ${given.of('payinId')} and payins.status = ${given.of('from')}
        and payins.attempts_made = ${given.of('attemptsMade')}
        and (select config_version from merchants where merchants.id = ${given.of('merchantId')})
          = ${given.of('configVersion')}
        and (${given.of('slot')} is null or given.position in (select position from card))
      returning given.position, ${columns}, ${given.of('attemptId')}, ${given.of('cardFingerprint')},
        ${given.of('requestHash')}, ${given.of('nextAskAt')}, ${given.of('from')}, ${given.of('updatedAt')}
    ), attempt as (
      insert into payin_attempts (id, payin_id, terminal_id, route_id, card_fingerprint, request_hash,
        next_ask_at, leased_until, created_at)
      select "attemptId", id, terminal_id, route_id, "cardFingerprint", "requestHash",
        "nextAskAt", "nextAskAt", updated_at
      from moved
    ), recorded as ${recordTransition({
      from: sql`"from"`,
      to: sql`'IN_PROGRESS'`,
      cause: sql`'card_data_accepted'`,
      at: sql`updated_at`,
    })}, counted as ${countMoved('payin', { status: sql`"from"`, updatedAt: sql`"updatedAt"` })}
    select moved.position, ${sql.join(PAYIN_COLUMNS.map((column) => sql.ref(column)))} from moved`.compile(
      db,
    );
  },
);
