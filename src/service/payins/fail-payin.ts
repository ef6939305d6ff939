import type { Kysely } from 'kysely';
import type { PayinRow, Tables } from '../platform/database/schema.ts';
import type { BusinessRefusal } from '../orders/judge-method.ts';
import { movePayin } from './move-payin.ts';
import type { FinalDeps } from '../orders/final-deps.ts';

/** Ends an order that awaits its card by a business refusal. */
export async function failPayin(
  deps: FinalDeps,
  trx: Kysely<Tables>,
  payin: PayinRow,
  refusal: BusinessRefusal,
  at: Date,
): Promise<void> {
  await movePayin(deps, trx, payin, {
    to: 'FAILED',
    cause: 'refused',
    at,
    changes: {
      resolution: refusal.resolution,
      resolution_code: refusal.code,
      resolution_message: refusal.message,
    },
  });
}
