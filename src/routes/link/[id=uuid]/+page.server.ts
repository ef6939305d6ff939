import { error, fail, redirect } from '@sveltejs/kit';

import type { LinkView } from '#contract/schemas/link.ts';
import { typedDecimal } from '#domain/typed-decimal.ts';
import { toAsciiDigits } from '$lib/card-form/digits.ts';
import type { LinkPageView } from '$lib/checkout/checkout.ts';
import { formatAmount } from '$lib/i18n/format.ts';
import { languageQuery } from '$lib/server/checkout/language.ts';
import { describeMerchant } from '$lib/server/checkout/open-checkout.ts';
import { payerHeaders } from '$lib/server/checkout/submit-card.ts';
import { payLink, readLink } from '$lib/server/orders.ts';
import { pageConfig } from '$lib/server/page-config.ts';

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

/** Returns what the page of a link shows. Saves the merchant's colour in `locals` for the page's head. */
function describeLink(
  id: string,
  { merchant, status, currency, amount, amount_range: limits, description }: LinkView,
  { locals, url }: { locals: App.Locals; url: URL },
): LinkPageView {
  const { branding } = pageConfig();
  locals.accent = merchant.accent ?? branding.accent;
  const written = (each: number) => formatAmount(each, currency, locals.language.code);
  const range = limits && { min: written(limits.min), max: written(limits.max) };
  return {
    status,
    range,
    checkout: {
      id,
      query: languageQuery(url),
      amount: range === undefined ? written(amount ?? 0) : `${range.min} – ${range.max}`,
      description,
      merchant: describeMerchant(merchant, branding),
    },
  };
}

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
