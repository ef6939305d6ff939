import type { ServiceContext } from '../context.ts';
import type { PayinRow } from '../database/schema.ts';
import type { Caller } from '../merchants/settings.ts';
import { selectOwnPayin, selectPayin } from './queries.ts';

export type FindPayinResult =
  { kind: 'found'; payin: PayinRow } | { kind: 'not_found' } | { kind: 'settings_changed' };

/** One order by its id: a merchant's own, or any for the page. One round trip. */
export async function findPayin(
  { db }: Pick<ServiceContext, 'db'>,
  caller: Caller,
  id: string,
): Promise<FindPayinResult> {
  if (caller.scope === 'page') return foundOrNot(await selectPayin(db, id));
  const own = await selectOwnPayin(db, caller.merchantId, id);
  return own?.configVersion === caller.version ? foundOrNot(own.row) : { kind: 'settings_changed' };
}

function foundOrNot(payin: PayinRow | undefined): FindPayinResult {
  return payin === undefined ? { kind: 'not_found' } : { kind: 'found', payin };
}
