import type { Checkout } from '#contract/checkout.ts';
import { CARD_BRANDS } from '#domain/card/number.ts';
import type { ServiceContext } from '../context.ts';
import { countAttempts } from './attempt-queries.ts';
import { attemptsLeft } from './attempts.ts';
import { selectPayinMerchant } from './queries.ts';

/** What the payment page shows around the form; undefined where there is no such order. */
export async function findCheckout(
  { db }: Pick<ServiceContext, 'db'>,
  payinId: string,
): Promise<Checkout | undefined> {
  const [found, attempts] = await Promise.all([
    selectPayinMerchant(db, payinId),
    countAttempts(db, payinId),
  ]);
  return (
    found && {
      merchant: {
        name: found.name,
        logo_url: found.logo_url ?? undefined,
        accent: found.accent ?? undefined,
        support_url: found.support_url ?? undefined,
      },
      accepted_brands: [...CARD_BRANDS],
      expires_at: Math.floor(found.expires_at.getTime() / 1_000),
      attempts_left: attemptsLeft(found.max_attempts, attempts),
    }
  );
}
