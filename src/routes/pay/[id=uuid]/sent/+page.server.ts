import { redirect } from '@sveltejs/kit';

import { statusAddress } from '$lib/server/checkout/status-address.ts';
import { reportSent } from '$lib/server/orders.ts';

import type { Actions, PageServerLoad } from './$types';

/** Redirects to the order's status page if opened as a link. */
export const load: PageServerLoad = ({ params }) => redirect(303, statusAddress(params.id));

export const actions: Actions = {
  /** Saves that the payer says a transfer was sent, so that no page of the order asks for it again. */
  default: async ({ params, request, locals }) => {
    const amount = (await request.formData()).get('amount');
    if (typeof amount === 'string') await reportSent(params.id, amount, locals);
    redirect(303, statusAddress(params.id));
  },
};
