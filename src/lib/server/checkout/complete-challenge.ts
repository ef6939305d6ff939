import { ENDPOINTS } from '#contract/endpoints.ts';
import { challengeReturn } from '#contract/schemas/challenge-return.ts';

import { log } from '../log.ts';
import { orders } from '../settings.ts';

/**
 * Forwards what an issuer's page sent back with the shopper, unread. Whatever the service answers, and
 * if it does not, the order itself is shown next: what comes from outside proves nothing. More than any
 * issuer sends is left aside.
 */
export const completeChallenge = async (
  orderId: string,
  returned: Iterable<[string, unknown]>,
): Promise<void> => {
  const texts = [...returned].filter(([, value]) => typeof value === 'string');
  if (texts.length === 0) return;
  const body = challengeReturn.safeParse({ members: Object.fromEntries(texts) });
  if (!body.success) {
    log.warn({ orderId, members: texts.length }, 'more came back than any issuer sends');
    return;
  }
  await orders().call(ENDPOINTS.completeChallenge, { params: { id: orderId }, body: body.data });
};
