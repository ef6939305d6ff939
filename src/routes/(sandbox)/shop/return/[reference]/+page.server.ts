import { error } from '@sveltejs/kit';

import { REFERENCE_ID } from '#contract/patterns.ts';
import { formatAmount } from '$lib/i18n/format.ts';
import { consoleOrderUrl, findOrder, findWebhooks, shopMerchant } from '$lib/server/shop.ts';

import type { PageServerLoad } from './$types';

/** Loads the page to which shoppers return. The shop reads the outcome from the order, never from the URL. */
export const load: PageServerLoad = async ({ params: { reference }, locals, parent }) => {
  await parent();
  const orderId = REFERENCE_ID.test(reference) ? await findOrder(reference) : undefined;
  if (orderId === undefined) error(404, { message: 'Nothing sold', state: 'notFound' });
  const { orders } = await shopMerchant();
  const answer = await orders.getPayin(orderId);
  if (!answer.ok) error(503, { message: 'The service does not answer', state: 'unavailable' });
  const order = answer.value;
  return {
    order,
    price: formatAmount(order.amount, order.currency, locals.language.code),
    consoleUrl: consoleOrderUrl(orderId),
    webhooks: await findWebhooks(orderId),
  };
};
