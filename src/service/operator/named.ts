import { z } from 'zod';
import { findMerchant } from '../merchants/queries.ts';
import type { ServiceContext } from '../platform/context.ts';
import { isRefused, NOT_FOUND, refusal, type Refused } from './answer.ts';

const NAME_MAX = 80;

/** A merchant, by its id or its name. */
export const merchant = z.string().min(1).max(NAME_MAX).describe('Its name or id.');

/** Finds the merchant by id or name, or returns why it cannot be determined. */
export async function namedMerchant(
  { db }: Pick<ServiceContext, 'db'>,
  reference: string,
): Promise<{ id: string; name: string } | Refused> {
  const found = await findMerchant(db, reference);
  if (found === undefined) return NOT_FOUND;
  return found === 'several' ? severalNamed(reference) : found;
}

export function severalNamed(reference: string): Refused {
  return refusal(`Several merchants are named ${reference}: use an id.`);
}

/** Runs something for the merchant that `reference` names. */
export async function withMerchant<Answer>(
  context: Pick<ServiceContext, 'db'>,
  reference: string,
  run: (merchantId: string) => Promise<Answer>,
): Promise<Answer | Refused> {
  const found = await namedMerchant(context, reference);
  return isRefused(found) ? found : run(found.id);
}

/** Runs something for the merchant that `reference` names, or for all merchants if there is no reference. */
export async function withMerchantOrAll<Answer>(
  context: Pick<ServiceContext, 'db'>,
  reference: string | undefined,
  run: (merchantId: string | undefined) => Promise<Answer>,
): Promise<Answer | Refused> {
  return reference === undefined ? run(undefined) : withMerchant(context, reference, run);
}
