import { UUID } from '#contract/patterns.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { type ChangeAnswer, DONE, NOT_FOUND } from '../answer.ts';
import { severalNamed } from '../named.ts';
import type { MerchantInFile } from './file.ts';
import { auditRowsOf, beginUpserts, upsertMerchant } from './upserts.ts';

/**
 * Changes the members of a merchant that are given. Locks the merchant until the transaction ends.
 *
 * @param reference its id or its name
 */
export async function changeMerchant(
  context: ServiceContext,
  reference: string,
  given: Omit<MerchantInFile, 'name' | 'gates'> & { name?: string | undefined },
): Promise<ChangeAnswer<{ done: true }>> {
  const [present, another] = await context.db
    .selectFrom('merchants')
    .selectAll()
    .where(UUID.test(reference) ? 'id' : 'name', '=', reference)
    .limit(2)
    .forNoKeyUpdate()
    .execute();
  if (present === undefined) return NOT_FOUND;
  if (another !== undefined) return severalNamed(reference);
  const upserting = beginUpserts(context);
  await upsertMerchant(upserting, { ...given, name: given.name ?? present.name }, present);
  const [changed] = auditRowsOf(upserting.changes);
  return { ...DONE, changed: changed && { ...changed, subject: `merchant ${present.id}` } };
}
