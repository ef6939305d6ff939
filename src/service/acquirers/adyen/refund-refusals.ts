import { ownValue } from '#domain/own-value.ts';
import { declineMessage } from '../decline-message.ts';

/** Returns why Adyen refused a refund request, in words. */
export function refusedRequest(errorCode: string | undefined): string {
  const words = errorCode === undefined ? undefined : ownValue(ERRORS, errorCode);
  return words ?? `The acquirer refused the refund, with its error code ${errorCode ?? 'missing'}.`;
}

/**
 * Adyen's error codes for modifications (docs.adyen.com/development-resources/error-codes, as of 25 November 2026; 167
 * as in the tests of Adyen's libraries).
 */
const ERRORS: Readonly<Record<string, string | undefined>> = {
  100: 'The refund has no amount.',
  137: 'The amount is invalid.',
  138: 'The currency is not supported.',
  167: 'The acquirer does not know the payment.',
  901: 'The merchant account is invalid.',
};

/**
 * Returns why a refund was not made or came back, in words: Adyen's own if its reason has any, and is not a reference
 * or an empty mark.
 */
export function refusedByEvent(event: string, reason: string | undefined): string {
  const words = reason?.trim().includes(' ') === true ? reason : undefined;
  return declineMessage(words, ownValue(EVENTS, event));
}

/** What the events mean without a reason (docs.adyen.com/online-payments/refund, November 2026). */
const EVENTS: Readonly<Record<string, string | undefined>> = {
  REFUND: 'The acquirer refused the refund.',
  CANCEL_OR_REFUND: 'The acquirer refused to cancel or refund the payment.',
  REFUND_FAILED: 'The card scheme or the bank rejected the refund.',
  REFUNDED_REVERSED: 'The refund could not be paid out, and the money was returned.',
};
