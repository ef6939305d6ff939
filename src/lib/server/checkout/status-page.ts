import { pageConfig } from '../settings.ts';
import { markCheckout, markReceipt, markView } from '../templates/mark-checkout.ts';
import { closed } from './closed.ts';
import { describeStatus } from './describe/status.ts';
import { oncePerRequest } from './once-per-request.ts';
import { openCheckout } from './open-checkout.ts';
import { goTo } from './read-order.ts';
import { foreignParameters, orderAddress, readArrival } from './status-address.ts';
import { takeBack } from './take-back.ts';

/** Waiting, result, and the way back to the shop, as the order stands now. */
export const statusPage = oncePerRequest(async ({ params, url, locals }) => {
  const nowMs = Date.now();
  const returned = foreignParameters(url.searchParams);
  if (returned.length > 0) await takeBack(params.id, returned);
  const { order, checkout, terms, receipt, endedBy, isOwn } = await openCheckout(
    { params, locals },
    nowMs,
  );
  const view = describeStatus(order, readArrival(url.searchParams, nowMs), {
    pendingAfterMs: pageConfig().pendingAfterSeconds * 1000,
    attemptsLeft: terms.attemptsLeft,
    endedBy,
    isOwn,
  });
  if (view === undefined) return goTo(orderAddress(order.id));
  if (view.state === 'expired' || view.state === 'cancelled')
    return closed(checkout, view, receipt);
  return {
    checkout: markCheckout(checkout, locals.own),
    view: markView(view, locals.own),
    receipt: markReceipt(receipt, locals.own),
  };
});
