import { error, fail, redirect } from '@sveltejs/kit';

import { typedDecimal } from '#domain/typed-decimal.ts';
import { toAsciiDigits } from '$lib/card-form/digits.ts';
import { languageQuery } from '$lib/server/checkout/language.ts';
import { describeLink } from '$lib/server/checkout/describe-link.ts';
import { payerHeaders } from '$lib/server/checkout/submit-card.ts';
import { payLink, readLink } from '$lib/server/orders.ts';

import type { Actions, PageServerLoad } from './$types';

/** Loads the page of a link: what there is to pay, or why it cannot be paid. */
export const load: PageServerLoad = async ({ params, locals, url }) => {
  const link = await readLink(params.id, locals);
  const view = describeLink(params.id, link, { locals, url });
  // As for an order that is closed: the same page as any other, with the status of what is gone.
  if (view.status === 'expired' || view.status === 'closed') {
    error(410, { message: `The link is ${view.status}`, state: 'expired', link: view });
  }
  return { view };
};

export const actions: Actions = {
  /** Makes a payin by the link, and redirects to where it is paid. */
  default: async ({ params, request, locals, url }) => {
    const typed = (await request.formData()).get('amount');
    const amount = typeof typed === 'string' ? typedAmount(typed) : undefined;
    const paid = await payLink(params.id, { amount, payer: payerHeaders(request, false) }, locals);
    if (paid.outcome === 'amount') return fail(422, { isAmountWrong: true });
    // The page shows why the link cannot be paid any more.
    if (paid.outcome === 'notOpen') redirect(303, url.pathname + url.search);
    redirect(303, paid.payUrl + languageQuery(url));
  },
};

const ARABIC_DECIMAL_SEPARATOR = '٫';

/** Returns the amount that a payer typed, in any script, as decimal text; undefined if it is none. */
function typedAmount(typed: string): string | undefined {
  return typedDecimal(toAsciiDigits(typed).replace(ARABIC_DECIMAL_SEPARATOR, '.'));
}
