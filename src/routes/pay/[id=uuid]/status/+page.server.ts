import { statusPage } from '$lib/server/checkout/status-page.ts';
import { takeBack } from '$lib/server/checkout/take-back.ts';

import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = statusPage;

export const actions: Actions = {
  /** An issuer's page posts the shopper back, from its own site. */
  default: async ({ params, request }) => takeBack(params.id, await request.formData()),
};
