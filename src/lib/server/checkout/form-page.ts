import { phaseOf } from '../../checkout/phase.ts';
import { markCheckout, markTerms } from '../templates/mark-checkout.ts';
import { describeDecline } from './describe/decline.ts';
import { isWorkedOn } from './describe/worked-on.ts';
import { oncePerRequest } from './once-per-request.ts';
import { openCheckout } from './open-checkout.ts';
import { goTo } from './read-order.ts';
import { patienceMs, sentCard } from './sent-card.ts';
import { fingerprint, statusAddress } from './status-address.ts';

/** The form, for an order that awaits a card; every other one shows its status. */
export const formPage = oncePerRequest(async ({ params, locals }) => {
  const nowMs = Date.now();
  const opened = await openCheckout({ params, locals }, nowMs);
  const { order, checkout, terms } = opened;
  const sent = sentCard(locals, nowMs);
  if (isWorkedOn(opened, sent, patienceMs())) goTo(statusAddress(order.id, sent));
  if (phaseOf(order.status) !== 'form') goTo(statusAddress(order.id));
  return {
    checkout: markCheckout(checkout, locals.own),
    terms: markTerms(terms, locals.own),
    notice: describeDecline(opened, locals.language.messages.form),
    asksEmail: order.customer?.email === undefined,
    from: locals.own.take(fingerprint(order)),
  };
});
