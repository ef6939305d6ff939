import { redirect } from '@sveltejs/kit';

import { orderAddress, statusAddress } from '$lib/server/checkout/status-address.ts';
import { giveUpTransfer } from '$lib/server/orders.ts';

import type { Actions, PageServerLoad } from './$types';

/** Redirects to the order's status page if opened as a link. */
export const load: PageServerLoad = ({ params }) => redirect(303, statusAddress(params.id));

export const actions: Actions = {
  /** Gives up a payment that waits for a confirmation, for another code or number. The order's page shows the result. */
  default: async ({ params, locals }) => {
    await giveUpTransfer(params.id, locals);
    redirect(303, orderAddress(params.id));
  },
};
