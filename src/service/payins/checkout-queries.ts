import type { PayinCause } from '#domain/order/payin-status.ts';
import { sql, type Kysely } from 'kysely';
import type {
  MerchantTable,
  PayinAttemptTable,
  PayinRow,
  Tables,
} from '../platform/database/schema.ts';
import { statement, type Slot } from '../platform/database/statement.ts';
import { PAYIN_COLUMNS } from './payin-columns.ts';

type Shown =
  | 'name'
  | 'logo_url'
  | 'accent'
  | 'support_url'
  | 'operator_name'
  | 'terms_url'
  | 'privacy_url';

export interface CheckoutRow
  extends
    PayinRow,
    Pick<MerchantTable, Shown>,
    Pick<PayinAttemptTable, 'outcome' | 'decline_reason'> {
  made: bigint;
  declined: bigint;
  finished_at: Date | null;
  ended_by: PayinCause | null;
  settings_version: bigint;
}

/** An order and all that a shopper may know beside it, in one round trip. */
export async function selectCheckout(
  db: Kysely<Tables>,
  payinId: string,
): Promise<CheckoutRow | undefined> {
  const [row] = await checkout(db, { payinId });
  return row;
}

const checkout = statement('select_checkout', (db, slot: Slot<{ payinId: string }>) =>
  sql<CheckoutRow>`
    select
      merchants.name, merchants.logo_url, merchants.accent, merchants.support_url,
      merchants.operator_name, merchants.terms_url, merchants.privacy_url,
      ${sql.join(PAYIN_COLUMNS.map((column) => sql.ref(`payins.${column}`)))},
      attempts.made, attempts.declined, latest.outcome, latest.decline_reason,
      final.at as finished_at, final.cause as ended_by,
      merchants.config_version as settings_version
    from payins
    join merchants on merchants.id = payins.merchant_id
    cross join lateral (
      select
        count(*) filter (where not superseded) as made,
        count(*) filter (where outcome in ('soft_decline', 'hard_decline') and not superseded)
          as declined
      from payin_attempts where payin_id = payins.id
    ) as attempts
    left join lateral (
      select outcome, decline_reason from payin_attempts
      where payin_id = payins.id order by created_at desc limit 1
    ) as latest on true
    left join lateral (
      select at, cause from order_transitions
      where order_id = payins.id and to_status in ('SUCCESS', 'FAILED', 'CLOSED')
      limit 1
    ) as final on true
    where payins.id = ${slot('payinId')}`.compile(db),
);
