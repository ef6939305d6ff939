import type { CardBrand } from '#domain/card/number.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import { sql, type Kysely } from 'kysely';
import type { PayinRow, Tables } from '../../platform/database/schema.ts';
import { statement, type Slot } from '../../platform/database/statement.ts';
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
 * Records an attempt and moves its order, in one statement. Nothing happens when the order was moved or
 * attempted since it was judged, the merchant's settings changed, or another attempt with a card of the
 * slot was recorded: each of these is compared in the row that it changes, however many come at once.
 *
 * Locks the card's slot, then the order.
 *
 * @returns undefined when the order has to be judged again
 */
export async function recordCardAttempt(
  db: Kysely<Tables>,
  record: AttemptRecord,
): Promise<PayinRow | undefined> {
  const [moved] = await recording(db, record);
  return moved;
}

const recording = statement('record_attempt', (db, slot: Slot<AttemptRecord>) => {
  const columns = sql.join(PAYIN_COLUMNS.map((column) => sql.ref(column)));
  return sql<PayinRow>`
    with card as (
      update card_slots set attempts = attempts + 1
      where slot = ${slot('slot')} and attempts = ${slot('slotAttempts')}
      returning slot
    ), moved as (
      update payins set status = 'IN_PROGRESS', updated_at = ${slot('at')},
        attempts_made = attempts_made + 1,
        terminal_id = ${slot('terminalId')}, route_id = ${slot('routeId')},
        card_number_masked = ${slot('cardNumberMasked')}, card_brand = ${slot('cardBrand')},
        customer = ${slot('customer')}, provider_error_message = null
      where id = ${slot('payinId')} and status = ${slot('from')}
        and attempts_made = ${slot('attemptsMade')}
        and (select config_version from merchants where id = ${slot('merchantId')})
          = ${slot('configVersion')}
        and (${slot('slot')}::integer is null or exists (select from card))
      returning ${columns}
    ), attempt as (
      insert into payin_attempts (id, payin_id, terminal_id, route_id, card_fingerprint, request_hash,
        next_ask_at, leased_until, created_at)
      select ${slot('attemptId')}, id, terminal_id, route_id, ${slot('cardFingerprint')},
        ${slot('requestHash')}, ${slot('nextAskAt')}, ${slot('nextAskAt')}, ${slot('at')}
      from moved
    ), recorded as ${recordTransition({
      from: slot('from'),
      to: sql`'IN_PROGRESS'`,
      cause: sql`'card_data_accepted'`,
      at: slot('at'),
    })}, counted as ${countMoved('payin', {
      status: slot('from'),
      updatedAt: sql`${slot('updatedAt')}::timestamptz`,
    })}
    select ${columns} from moved`.compile(db);
});
