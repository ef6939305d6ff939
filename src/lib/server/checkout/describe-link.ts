import type { LinkView } from '#contract/schemas/link.ts';

import type { LinkPageView } from '../../checkout/checkout.ts';
import { formatAmount } from '../../i18n/format.ts';
import { pageConfig } from '../page-config.ts';
import { languageQuery } from './language.ts';
import { describeMerchant } from './open-checkout.ts';

/** Returns what the page of a link shows. Saves the merchant's colour in `locals` for the page's head. */
export function describeLink(
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
