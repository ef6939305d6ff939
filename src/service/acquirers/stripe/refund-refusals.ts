import { ownValue } from '#domain/own-value.ts';
import { declineMessage } from '../decline-message.ts';
import { hadNoEffect, isDecline, type StripeFailure } from './client.ts';

/** Whether Stripe refused the refund itself: because of the payment, the amount, the balance or the bank. */
export function refusesRefund(failure: StripeFailure): boolean {
  const { statusCode } = failure;
  if (isDecline(failure)) return true;
  return (statusCode === 400 || statusCode === 404) && hadNoEffect(failure);
}

/** Returns why a refund was refused or failed, in words: by Stripe's code, or else in Stripe's own words. */
export function refundRefusal(code: string | undefined, message?: string): string {
  const words = code === undefined ? undefined : ownValue(REFUSALS, code);
  return words ?? declineMessage(message, code?.replaceAll('_', ' '));
}

/**
 * Stripe's reasons for a failed refund and its statuses (docs.stripe.com/api/refunds/object and /refunds, November
 * 2026), then the error codes of docs.stripe.com/error-codes that a refund request gets.
 */
const REFUSALS: Readonly<Record<string, string | undefined>> = {
  lost_or_stolen_card: 'The card was reported lost or stolen.',
  expired_or_canceled_card: 'The card has expired or was canceled.',
  charge_for_pending_refund_disputed: 'The payer disputed the payment before the refund was made.',
  insufficient_funds: "The acquirer's account did not have enough money for the refund.",
  declined: 'The bank declined the refund.',
  merchant_request: 'The refund was canceled on request.',
  unknown: 'The refund failed, and the reason is unknown.',
  failed: 'The refund failed.',
  canceled: 'The refund was canceled.',

  amount_too_large: 'The amount is above what is left of the payment.',
  amount_too_small: 'The amount is below the smallest that the acquirer refunds.',
  balance_insufficient: "The acquirer's account does not have enough money for the refund.",
  card_declined: 'The bank declined the refund.',
  charge_already_refunded: 'The payment is already refunded.',
  charge_disputed: 'The payment is disputed.',
  charge_not_refundable: 'The payment cannot be refunded.',
  payment_intent_unexpected_state: 'The payment is not in a state in which it can be refunded.',
  refund_disputed_payment: 'The payment is disputed.',
  resource_missing: 'The acquirer does not know the payment.',
};
