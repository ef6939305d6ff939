import { completeChallenge } from './complete-challenge.ts';
import { goTo } from './read-order.ts';
import { statusAddress } from './status-address.ts';

/** An issuer's page sent the shopper back. What came with them stays in no address. */
export const takeBack = async (
  id: string,
  returned: Iterable<[string, unknown]>,
): Promise<never> => {
  await completeChallenge(id, returned);
  return goTo(statusAddress(id, { sinceMs: Date.now() }));
};
