import type { ServiceContext } from '../context.ts';
import type { PayinRow } from '../database/schema.ts';
import type { MerchantCaller } from '../merchants/settings.ts';
import { selectOwnPayinsByReference } from './queries.ts';

export type FindPayinsResult = { kind: 'found'; payins: PayinRow[] } | { kind: 'settings_changed' };

/** A merchant's payins of one reference; none is no failure. One round trip. */
export async function findPayinsByReference(
  { db }: Pick<ServiceContext, 'db'>,
  caller: MerchantCaller,
  referenceId: string,
): Promise<FindPayinsResult> {
  const own = await selectOwnPayinsByReference(db, caller.merchantId, referenceId);
  return own?.configVersion === caller.version
    ? { kind: 'found', payins: own.rows }
    : { kind: 'settings_changed' };
}
