import { isUnderWay } from '#domain/order/status.ts';
import type { ServiceContext } from '../context.ts';
import type { PayinRow } from '../database/schema.ts';
import type { Caller } from '../merchants/settings.ts';
import { askAboutOrder } from './ask-about-order.ts';
import { selectOwnPayin, selectPayin } from './queries.ts';

export type FindPayinResult =
  { kind: 'found'; payin: PayinRow } | { kind: 'not_found' } | { kind: 'settings_changed' };

/**
 * One order by its id: a merchant's own, or any for the page. One round trip. A shopper who looks at an
 * order that waits for its provider has the provider asked, behind the answer.
 */
export async function findPayin(
  context: ServiceContext,
  caller: Caller,
  id: string,
): Promise<FindPayinResult> {
  if (caller.scope === 'page') return lookAt(context, id);
  const own = await selectOwnPayin(context.db, caller.merchantId, id);
  return own?.configVersion === caller.version ? foundOrNot(own.row) : { kind: 'settings_changed' };
}

async function lookAt(context: ServiceContext, id: string): Promise<FindPayinResult> {
  const payin = await selectPayin(context.db, id);
  if (payin !== undefined && isUnderWay(payin.status)) {
    context.background.run(askAboutOrder(context, id));
  }
  return foundOrNot(payin);
}

function foundOrNot(payin: PayinRow | undefined): FindPayinResult {
  return payin === undefined ? { kind: 'not_found' } : { kind: 'found', payin };
}
