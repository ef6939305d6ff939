import { error, fail, redirect } from '@sveltejs/kit';

import { formatAmount } from '$lib/i18n/format.ts';
import { pageConfig } from '$lib/server/page-config.ts';
import { buy, CARDS, GOODS } from '$lib/server/shop.ts';

import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals: { language } }) => ({
  cards: CARDS,
  goods: GOODS.map(({ id, title, shows, amount, currency }) => ({
    id,
    title,
    shows,
    price: formatAmount(amount, currency, language.code),
  })),
});

export const actions: Actions = {
  /** Creates the order and redirects the shopper to pay it. */
  default: async ({ request, url }) => {
    if (!pageConfig().isSandbox) error(404, { message: 'No sandbox', state: 'notFound' });
    const good = (await request.formData()).get('good');
    const shopUrl = `${pageConfig().publicUrl ?? url.origin}/shop`;
    const purchase = await buy(typeof good === 'string' ? good : '', shopUrl);
    return purchase.ok ? redirect(303, purchase.payUrl) : fail(422, { reason: purchase.reason });
  },
};
