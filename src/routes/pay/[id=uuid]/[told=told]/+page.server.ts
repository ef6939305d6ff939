import { redirect } from '@sveltejs/kit';

import { orderAddress, statusAddress } from '$lib/server/checkout/status-address.ts';
import { giveUpChallenge, giveUpTransfer, reportSent } from '$lib/server/orders.ts';

import type { Actions, PageServerLoad } from './$types';

/** Redirects to the order's status page if opened as a link. */
export const load: PageServerLoad = ({ params }) => redirect(303, statusAddress(params.id));

export const actions: Actions = {
  /** Passes on what the payer tells about the payment. The order's pages show the result. */
  default: async ({ params: { id, told }, request, locals }) => {
    if (told === 'sent') {
      const amount = (await request.formData()).get('amount');
      if (typeof amount === 'string') await reportSent(id, amount, locals);
      redirect(303, statusAddress(id));
    }
    await (told === 'give-up' ? giveUpTransfer : giveUpChallenge)(id, locals);
    redirect(303, orderAddress(id));
  },
};
