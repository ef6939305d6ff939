import type { ServiceContext } from '../platform/context.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import type { Caller } from '../merchants/settings.ts';
import { expectCurrent } from '../merchants/stale-settings.ts';
import { askWhenLookedAt } from './attempts/ask-about-payin.ts';
import { withVersion, ownPayins, selectPayin } from './queries.ts';

/**
 * One order by its id: a merchant's own, or any for the page. One round trip. A shopper who looks at an
 * order that waits for its provider has the provider asked, behind the answer.
 *
 * @returns undefined when there is none
 * @throws StaleSettings
 */
export async function findPayin(
  context: ServiceContext,
  caller: Caller,
  id: string,
): Promise<PayinRow | undefined> {
  if (caller.scope === 'page') return findForPage(context, id);
  const found = await context.batches.run(ownPayins, { merchantId: caller.merchantId, id });
  return expectCurrent(caller, found && withVersion(found)).row;
}

async function findForPage(context: ServiceContext, id: string): Promise<PayinRow | undefined> {
  const payin = await selectPayin(context.db, id);
  if (payin !== undefined) askWhenLookedAt(context, payin);
  return payin;
}
