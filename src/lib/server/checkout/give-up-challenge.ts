import { ENDPOINTS } from '#contract/endpoints.ts';

import { orders } from '../settings.ts';

/**
 * Asks the service to give up an order's challenge. Whatever it answers, and if it does not, the order
 * itself is shown next: a challenge that was answered after all, or is not given up yet, is seen there.
 */
export const giveUpChallenge = async (orderId: string): Promise<void> => {
  await orders().call(ENDPOINTS.giveUpChallenge, { params: { id: orderId } });
};
