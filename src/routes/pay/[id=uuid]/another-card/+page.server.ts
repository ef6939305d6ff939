import { redirect } from '@sveltejs/kit';

import { orderAddress, statusAddress } from '$lib/server/checkout/status-address.ts';
import { giveUpChallenge } from '$lib/server/orders.ts';

import type { Actions, PageServerLoad } from './$types';

/** Opened as a link, it leads to where the order stands. */
export const load: PageServerLoad = ({ params }) => redirect(303, statusAddress(params.id));

export const actions: Actions = {
  /** The shopper leaves the bank's challenge for another card. The order says what came of it. */
  default: async ({ params, locals }) => {
    await giveUpChallenge(params.id, locals);
    redirect(303, orderAddress(params.id));
  },
};
