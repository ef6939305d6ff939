import { error, redirect } from '@sveltejs/kit';

import type { PayinOrder } from '#contract/schemas/payin.ts';

import { orders } from '../settings.ts';

/** The service's word that there is no such order for us: unknown, another merchant's, or no id. */
const NO_SUCH_ORDER = [400, 404];

/**
 * The order as it is now. Where it cannot be had, the request ends here on the page that says why:
 * 404 for an order that is not, or that is not paid by card; 503 when the service does not answer.
 */
export const readOrder = async (id: string): Promise<PayinOrder> => {
  const answer = await orders().getPayin(id);
  if (answer.ok && (answer.value.payment_source ?? 'CARD') === 'CARD') return answer.value;
  if (answer.ok || (answer.status !== undefined && NO_SUCH_ORDER.includes(answer.status))) {
    error(404, { message: 'No such order', state: 'notFound' });
  }
  error(503, { message: 'The orders service does not answer', state: 'unavailable' });
};

/** On with the shopper: always by GET, always within this origin. */
export const goTo = (path: string): never => redirect(303, path);
