import type { DeclineReason } from '#domain/card/decline-reason.ts';

import type { Notice } from '../../../card-form/form-view.ts';
import { fill } from '../../../i18n/fill.ts';
import type { FormMessages, ShownReason } from '../../../i18n/messages.ts';
import type { OpenCheckout } from '../open-checkout.ts';

/** What a shopper is told; who stole a card is told no more than that another one is wanted. */
const SHOWN: Readonly<Record<DeclineReason, ShownReason | undefined>> = {
  insufficient_funds: 'funds',
  incorrect_number: 'number',
  incorrect_code: 'code',
  expired_card: 'expired',
  limit: 'limit',
  under_minimum: 'minimum',
  not_permitted: 'notPermitted',
  not_authenticated: 'authentication',
  cancelled: 'cancelled',
  stolen: 'anotherCard',
  fraud: 'anotherCard',
  closed_account: 'anotherCard',
  try_later: 'later',
  other: undefined,
};

/**
 * How an order that awaits a card again was declined, as the form shows it. That it was, the order
 * says; why, the service, where it says so. The acquirer's own words are for the merchant.
 */
export const describeDecline = (
  { order, failure, terms }: Pick<OpenCheckout, 'order' | 'failure' | 'terms'>,
  messages: FormMessages,
): Notice | undefined => {
  if (!order.provider_error_message) return undefined;
  if (failure?.outcome === 'never_seen') {
    return { title: messages.notSent, text: [messages.notSentRetry] };
  }
  const reason = failure?.reason && SHOWN[failure.reason];
  return {
    title: messages.declined,
    text: [
      ...(reason ? [messages.reasons[reason]] : []),
      messages.declinedRetry,
      ...(terms.attemptsLeft
        ? [fill(messages.attemptsLeft, { count: String(terms.attemptsLeft) })]
        : []),
    ],
  };
};
