import type { Cookies } from '@sveltejs/kit';

import { pageConfig } from '../settings.ts';
import { isWorkedOn } from './describe/worked-on.ts';
import { openCheckout, type OpenCheckout } from './open-checkout.ts';
import {
  orderAddress,
  readArrival,
  statusQuery,
  type Arrival,
  type ReadArrival,
} from './status-address.ts';

/** Beside an order's pages alone, and only for as long as another deployment may go on with a card. */
export const SENT_CARD = 'sent';

export const patienceMs = (): number => pageConfig().pendingAfterSeconds * 1000;

/** Has the browser say with its next requests for the order that its card was sent, and when. */
export const rememberSentCard = (
  cookies: Cookies,
  url: URL,
  id: string,
  arrival: Arrival,
): void => {
  cookies.set(SENT_CARD, statusQuery(arrival), {
    path: orderAddress(id),
    maxAge: pageConfig().pendingAfterSeconds,
    secure: url.protocol === 'https:',
  });
};

/** When a card was sent for the order before, as far as this browser says. */
export const sentCard = ({ sent = '' }: App.Locals, nowMs: number): ReadArrival =>
  readArrival(new URLSearchParams(sent), nowMs);

/** The order, where a card that was sent before is still worked on: no second one is sent then. */
export const openWorkedOn = async (
  request: { params: { id: string }; locals: App.Locals },
  nowMs: number,
): Promise<OpenCheckout | undefined> => {
  const sent = sentCard(request.locals, nowMs);
  if (sent.from === undefined) return undefined;
  const opened = await openCheckout(request, nowMs);
  return isWorkedOn(opened, sent, patienceMs()) ? opened : undefined;
};
