import { goTo } from '$lib/server/checkout/read-order.ts';
import { giveUpChallenge } from '$lib/server/checkout/give-up-challenge.ts';
import { orderAddress, statusAddress } from '$lib/server/checkout/status-address.ts';

import type { Actions, PageServerLoad } from './$types';

/** Nothing to see: whoever comes by a link is shown where the order stands. */
export const load: PageServerLoad = ({ params }) => goTo(statusAddress(params.id));

export const actions: Actions = {
  /** The shopper leaves the bank's challenge for another card. The order says what came of it. */
  default: async ({ params }) => {
    await giveUpChallenge(params.id);
    return goTo(orderAddress(params.id));
  },
};
