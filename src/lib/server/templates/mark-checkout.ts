import { SHOWN_FROM_SECONDS } from '../../card-form/time-left.ts';
import type { Checkout, FormTerms, Receipt } from '../../checkout/checkout.ts';
import type { StatusView } from '../../checkout/status-view.ts';
import type { OwnValues } from './own-values.ts';

/** The same with marks for what is this order's alone: two orders of a merchant are then rendered alike. */
export const markCheckout = (checkout: Checkout, own: OwnValues): Checkout => ({
  ...checkout,
  id: own.take(checkout.id),
  amount: own.take(checkout.amount),
  ordered: checkout.ordered && {
    amount: own.take(checkout.ordered.amount),
    rate: taken(checkout.ordered.rate, own),
  },
  reference: taken(checkout.reference, own),
  backUrl: taken(checkout.backUrl, own),
});

/** In the last minutes the page shows the time, rather than only carrying it. */
export const markTerms = (terms: FormTerms, own: OwnValues): FormTerms => {
  const { secondsLeft } = terms;
  if (secondsLeft === undefined || Number(secondsLeft) <= SHOWN_FROM_SECONDS) return terms;
  return { ...terms, secondsLeft: own.take(secondsLeft) };
};

export const markReceipt = ({ date, instant, card }: Receipt, own: OwnValues): Receipt => ({
  date: taken(date, own),
  instant: taken(instant, own),
  card: card && { ...card, number: own.take(card.number) },
});

export const markView = (view: StatusView, own: OwnValues): StatusView => ({
  ...view,
  leaveTo: taken(view.leaveTo, own),
  bankPage: taken(view.bankPage, own),
  again: taken(view.again, own),
});

const taken = (text: string | undefined, own: OwnValues): string | undefined =>
  text === undefined ? undefined : own.take(text);
