import type { DeclineReason } from '../card/decline-reason.ts';
import type { RefusedBy } from './attempt-limits.ts';
import type { OrderDirection } from './direction.ts';
import type { ResolutionCode } from './resolution.ts';
import { isFinal, type OrderStatus } from './status.ts';

/** Why a payment did not succeed, in words. The console, reports and docs share them. */
export interface Reason {
  /** The short label for lists and charts: "Not paid in time". */
  label: string;
  /** For the operator's staff. */
  explanation: string;
  /**
   * What support may tell the customer, word for word. It never reveals that a card is reported stolen or suspicious.
   */
  customer: string;
  /** What the merchant can do. */
  merchant: string;
}

const NOT_CHARGED = 'Nothing was charged.';
const ANOTHER_CARD =
  'Your bank declined this card. Please use another card, or contact your bank. Nothing was charged.';
const SHOP_IS_TOLD = `The shop could not start this payment, and has to correct it. ${NOT_CHARGED}`;

/** The reasons for each of the 21 resolution codes. */
export const RESOLUTION_REASONS: Readonly<Record<ResolutionCode, Reason>> = {
  ACCESS_DENIED: {
    label: 'Access denied',
    explanation:
      'The request was refused without effect: its key, signature, timestamp or scope does not allow it.',
    customer: SHOP_IS_TOLD,
    merchant: "Check the key, its scope, the signature and the server's clock.",
  },
  AMOUNT_OVER_LIMIT: {
    label: 'Amount too high',
    explanation: "The amount is above the method's maximum, or needs more than 100 parts.",
    customer: `This amount is more than can be paid this way. ${NOT_CHARGED}`,
    merchant: 'Split the payment, offer another method, or ask for a higher limit.',
  },
  AMOUNT_UNDER_LIMIT: {
    label: 'Amount too low',
    explanation:
      "The amount is below the method's minimum, not above its fee, or zero after conversion.",
    customer: `This amount is less than can be paid this way. ${NOT_CHARGED}`,
    merchant: 'Offer another method for small amounts, or ask for a lower limit.',
  },
  BALANCE_INSUFFICIENT: {
    label: 'Balance too low',
    explanation: "A payout's total was above its gate's available balance.",
    customer: 'The payout could not be made yet. The shop will try again.',
    merchant: 'Wait until money becomes available or add money, then create a new payout.',
  },
  BALANCE_UPDATE_FAILED: {
    label: 'Gate frozen',
    explanation: 'An operator froze the gate; it accepts no new orders.',
    customer: `Payments to this shop are paused. Please try again later. ${NOT_CHARGED}`,
    merchant: 'Contact the operator, who can thaw the gate.',
  },
  BLACKLISTED_INPUT_DATA: {
    label: 'Blocked',
    explanation:
      "The card, the account or the customer is on the merchant's block list, a card or order was attempted too often, or the card must not be tried again.",
    customer: `This payment cannot be made. Please use another card or another way to pay. ${NOT_CHARGED}`,
    merchant: 'Look at the block list; for too many attempts, wait before a new order.',
  },
  CURRENCY_INVALID: {
    label: 'Wrong currency',
    explanation: "The request was refused: its currency is not the method's. No order was created.",
    customer: SHOP_IS_TOLD,
    merchant: "Send the method's currency, or use a method in the currency you need.",
  },
  DESTINATION_ACCOUNT_INVALID: {
    label: 'Wrong payout account',
    explanation: 'The method cannot pay to the destination of the payout.',
    customer: 'The account number for your payout is not correct. Please send it again.',
    merchant: 'Ask for the account again and create a new payout.',
  },
  MERCHANT_MISCONFIGURATION: {
    label: 'Method not complete',
    explanation:
      'The request was refused: the method has no conversion rate, or its gate no account. No order was created.',
    customer: `This way to pay is not available. Please choose another. ${NOT_CHARGED}`,
    merchant: 'Contact the operator, who can complete the method.',
  },
  METHOD_INACTIVE: {
    label: 'Method switched off',
    explanation:
      'The request was refused: the method or its gate is switched off. No order was created; existing orders stay open.',
    customer: `This way to pay is not available. Please choose another. ${NOT_CHARGED}`,
    merchant: 'Offer another method, or ask the operator to switch this one on.',
  },
  METHOD_NOT_FOUND: {
    label: 'Unknown method',
    explanation: 'The request was refused: the merchant has no such method. No order was created.',
    customer: SHOP_IS_TOLD,
    merchant: "Check the method's id, and that the key belongs to this merchant.",
  },
  ORDER_CANNOT_BE_PROCESSED: {
    label: 'Declined',
    explanation:
      'The acquirer declined; or the order did not await this request, which changed nothing.',
    customer: ANOTHER_CARD,
    merchant: 'Create a new order, with another card or way to pay.',
  },
  ORDER_CANNOT_BE_ROUTED: {
    label: 'No acquirer available',
    explanation: 'No route of the method was available for the payment.',
    customer: `Payments are not possible at the moment. Please try again in a few minutes. ${NOT_CHARGED}`,
    merchant: 'Create a new order later, or offer another method.',
  },
  ORDER_FAILED_MANUALLY: {
    label: 'Failed by an operator',
    explanation: 'An operator marked the order as failed.',
    customer: 'The payment was stopped. If money was taken from your account, we are checking it.',
    merchant: 'Ask the operator why, and create a new order if the payment is still wanted.',
  },
  PAYMENT_METHOD_NOT_SUPPORTED: {
    label: 'Method does not fit',
    explanation:
      'The request was refused: the method is for the other direction, or not for cards. No order was created.',
    customer: SHOP_IS_TOLD,
    merchant:
      'Use a payin method for payins, a payout method for payouts, and cards for card methods.',
  },
  PROVIDER_NOT_SUPPORTED: {
    label: 'Acquirer not installed',
    explanation: "The adapter of the method's routes is not installed, or does not support this.",
    customer: `This way to pay is not available. Please choose another. ${NOT_CHARGED}`,
    merchant: 'Contact the operator, who can change the routes of the method.',
  },
  REPORT_GENERATION_FAILED: {
    label: 'Report failed',
    explanation: 'A report could not be read from the database, whole or in part.',
    customer: 'This is not about a payment.',
    merchant: 'Request the report again, for a shorter period if it fails again.',
  },
  RESOURCE_NOT_FOUND: {
    label: 'Not found',
    explanation:
      'The request was refused: there is no such order of this merchant, or no such path.',
    customer: 'The shop has no payment under this number. Please compare it with your receipt.',
    merchant: 'Check the id and the key: only the keys of its merchant find an order.',
  },
  UNKNOWN_ERROR: {
    label: 'Service error',
    explanation:
      "The service has a bug, or its database was unavailable. Find the request's id in the log. The same request can be repeated.",
    customer: 'It is not known yet whether the payment was made. Please do not pay again for now.',
    merchant: 'Repeat the same request with the same reference: it has no second effect.',
  },
  VALIDATION_FAILED: {
    label: 'Request not valid',
    explanation:
      'The request was not valid, or its reference was used for a different one. No order was created.',
    customer: SHOP_IS_TOLD,
    merchant: 'Correct the fields in the answer, or use a new reference.',
  },
  WORKFLOW_EXECUTION_SKIPPED: {
    label: 'Not paid in time',
    explanation:
      'The order was closed without payment: it expired, was cancelled, or its challenge was abandoned.',
    customer: `The payment was not completed in time. Please order again to pay. ${NOT_CHARGED}`,
    merchant: 'Create a new order if the customer still wants to pay.',
  },
};

/** The reasons for each decline reason, whichever acquirer it came from. */
export const DECLINE_REASONS_IN_WORDS: Readonly<Record<DeclineReason, Reason>> = {
  insufficient_funds: {
    label: 'Insufficient funds',
    explanation: 'The account or the credit line of the card does not cover the amount.',
    customer: `There was not enough money on the card. Please use another card. ${NOT_CHARGED}`,
    merchant: 'Offer another card or a smaller amount; the same card may work another day.',
  },
  incorrect_number: {
    label: 'Wrong card number',
    explanation: 'The issuer has no card with this number.',
    customer: `The card number is not correct. Please check it and try again. ${NOT_CHARGED}`,
    merchant: 'Ask the customer to enter the number again.',
  },
  incorrect_code: {
    label: 'Wrong security code',
    explanation: 'The security code, or the code of a payment app, is wrong.',
    customer: `The security code is not correct. Please check it and try again. ${NOT_CHARGED}`,
    merchant: 'Ask the customer to enter the code again.',
  },
  expired_card: {
    label: 'Expired card',
    explanation: 'The card has expired, or the entered date is wrong.',
    customer: `The card has expired, or its expiry date is not correct. Please use another card. ${NOT_CHARGED}`,
    merchant: 'Ask for a card that is valid.',
  },
  limit: {
    label: 'Card limit reached',
    explanation: "The amount or the number of payments is above what the card's issuer allows.",
    customer: `The payment is over a limit of your card. Please ask your bank, or use another card. ${NOT_CHARGED}`,
    merchant: 'Offer another card or a smaller amount.',
  },
  under_minimum: {
    label: 'Below the minimum',
    explanation: 'The acquirer or the issuer does not accept such a small amount.',
    customer: `The amount is too small to be paid this way. ${NOT_CHARGED}`,
    merchant: 'Offer another way to pay small amounts.',
  },
  not_permitted: {
    label: 'Not permitted for this card',
    explanation:
      'The issuer does not allow this kind of payment with the card: online, abroad, or with this kind of shop.',
    customer: `Your bank does not allow this payment with this card. Please ask your bank, or use another card. ${NOT_CHARGED}`,
    merchant: 'Ask for another card.',
  },
  not_authenticated: {
    label: 'Not confirmed by 3-D Secure',
    explanation: 'The payer did not pass 3-D Secure, or the issuer requires it.',
    customer: `The payment was not confirmed with your bank. Please try again and confirm it. ${NOT_CHARGED}`,
    merchant: 'Ask the customer to try again and confirm the payment with the bank.',
  },
  cancelled: {
    label: 'Cancelled by the payer',
    explanation: 'The payer cancelled the payment, at the bank or in the app.',
    customer: `The payment was cancelled. You can try again. ${NOT_CHARGED}`,
    merchant: 'If the order is still wanted, remind the customer.',
  },
  unanswered: {
    label: 'Not answered by the payer',
    explanation: 'The payer neither confirmed nor cancelled the payment in time.',
    customer: `The payment was not confirmed in time. You can try again. ${NOT_CHARGED}`,
    merchant: 'If the order is still wanted, remind the customer.',
  },
  stolen: {
    label: 'Card reported lost or stolen',
    explanation:
      'The issuer does not allow the card to be used. Do not tell the customer why: the person paying may not be its holder.',
    customer: ANOTHER_CARD,
    merchant: 'Do not ship or try again with this card.',
  },
  fraud: {
    label: 'Suspected fraud',
    explanation:
      'The issuer or the acquirer suspects fraud. Do not tell the customer why: the person paying may not be its holder.',
    customer: ANOTHER_CARD,
    merchant: 'Do not try again with this card; look at other orders of this customer.',
  },
  closed_account: {
    label: 'Account closed',
    explanation: 'The account of the card is closed.',
    customer: ANOTHER_CARD,
    merchant: 'Ask for another card, and delete this one where it is stored.',
  },
  try_later: {
    label: 'Bank not available',
    explanation: 'The issuer or the acquirer could not decide at that moment.',
    customer: `Your bank could not be reached. Please try again in a few minutes. ${NOT_CHARGED}`,
    merchant: 'Ask the customer to try again later.',
  },
  other: {
    label: 'Other reason',
    explanation:
      "The issuer gave no reason, or one that the adapter does not know: see the acquirer's message.",
    customer: ANOTHER_CARD,
    merchant: "Ask for another card; see the acquirer's message in the order.",
  },
};

const LATER_OR_ANOTHER_CARD = `Please use another card, or try again later. ${NOT_CHARGED}`;
const MAY_BE_TESTED =
  'Look at the other orders: somebody may be testing stolen cards. A customer can pay again later.';

/** The reasons for each limit that refuses a payment before an acquirer gets it. */
export const REFUSALS_IN_WORDS: Readonly<Record<RefusedBy, Reason>> = {
  block_list: {
    label: 'On the block list',
    explanation:
      "The card, the account, the payer or the customer is on the merchant's block list.",
    customer: `This payment cannot be made. Please use another card or another way to pay. ${NOT_CHARGED}`,
    merchant: 'Look at the block list, and remove the entry if it is wrong.',
  },
  do_not_try_again: {
    label: 'Bank refuses this card',
    explanation: "The card's bank advised, in the last 30 days, not to try the card again.",
    customer: ANOTHER_CARD,
    merchant: 'Ask for another card.',
  },
  card_declines_per_hour: {
    label: 'Card declined too often in an hour',
    explanation:
      "The card was declined too often in an hour; without a card, the payer's phone or tax number.",
    customer: `This card was declined too often within an hour. ${LATER_OR_ANOTHER_CARD}`,
    merchant: 'Ask for another card, or to try again in an hour.',
  },
  card_declines_per_day: {
    label: 'Card declined too often in a day',
    explanation: 'The card was declined too often at this merchant in 24 hours.',
    customer: `This card was declined too often within a day. ${LATER_OR_ANOTHER_CARD}`,
    merchant: 'Ask for another card, or to try again tomorrow.',
  },
  card_declines_per_30_days: {
    label: 'Card declined too often in 30 days',
    explanation: 'The card was declined too often at this merchant in 30 days.',
    customer: `This card was declined too often within 30 days. Please use another card. ${NOT_CHARGED}`,
    merchant: 'Ask for another card.',
  },
  failed_cards_per_address: {
    label: 'Too many different cards from one address',
    explanation: "Too many different cards were declined in an hour from the payer's IP address.",
    customer: `Too many different cards were tried from your internet connection. Please try again in an hour. ${NOT_CHARGED}`,
    merchant: MAY_BE_TESTED,
  },
  failed_cards_per_bin: {
    label: 'Too many different cards of one bank',
    explanation:
      'Too many different cards with the same first eight digits were declined in an hour.',
    customer: `Too many cards of this kind were declined. ${LATER_OR_ANOTHER_CARD}`,
    merchant: MAY_BE_TESTED,
  },
  failed_cards_per_email: {
    label: 'Too many different cards of one e-mail address',
    explanation:
      "Too many different cards were declined in 24 hours for the payer's e-mail address.",
    customer: `Too many different cards were declined for your e-mail address. Please try again tomorrow. ${NOT_CHARGED}`,
    merchant: MAY_BE_TESTED,
  },
  failed_cards_per_order: {
    label: 'Too many different cards for one order',
    explanation: 'Too many different cards were declined for the order, or its payment link.',
    customer: `Too many different cards were declined for this order. Please order again later. ${NOT_CHARGED}`,
    merchant: MAY_BE_TESTED,
  },
  address_declines_per_hour: {
    label: 'Too many declines from one address',
    explanation: "Cards were declined too often in an hour from the payer's IP address.",
    customer: `Too many payments from your internet connection were declined. Please try again in an hour. ${NOT_CHARGED}`,
    merchant: MAY_BE_TESTED,
  },
  attempts_per_order: {
    label: 'Too many attempts',
    explanation: 'The order was attempted as often as any order may be.',
    customer: `This payment was attempted too often. Please order again. ${NOT_CHARGED}`,
    merchant: 'Create a new order.',
  },
};

/** Returns a resolution code's label; for a code that this release does not know, the code in words. */
function resolutionLabel(code: string): string {
  return isKey(RESOLUTION_REASONS, code) ? RESOLUTION_REASONS[code].label : words(code);
}

/**
 * Returns why an order was not paid: of one that still waits, its last refusal or decline; null if nothing went wrong.
 */
export function whyNotPaid({
  status,
  resolution_code: code,
  decline_reason: decline,
  refused_by: refusedBy,
}: {
  status: OrderStatus;
  resolution_code: string | null;
  decline_reason: string | null;
  refused_by: string | null;
}): string | null {
  if (status === 'SUCCESS') return null;
  if (refusedBy !== null && saysLessThanARefusal(code)) return unpaidReasonLabel(refusedBy);
  const isDecline = !isFinal(status) || code === null || saysLessThanADecline(code);
  const reason = isDecline ? (decline ?? code) : code;
  return reason === null ? null : unpaidReasonLabel(reason);
}

/** Returns whether a limit that refused the last submission says more about an order than this code. */
function saysLessThanARefusal(code: string | null): boolean {
  return code === null || code === 'BLACKLISTED_INPUT_DATA' || saysLessThanADecline(code);
}

/** Returns the label of why an order was not paid: a decline reason, a limit or a resolution code. */
export function unpaidReasonLabel(reason: string): string {
  if (isKey(REFUSALS_IN_WORDS, reason)) return REFUSALS_IN_WORDS[reason].label;
  return isKey(DECLINE_REASONS_IN_WORDS, reason)
    ? `Declined: ${lowerFirst(DECLINE_REASONS_IN_WORDS[reason].label)}`
    : resolutionLabel(reason);
}

export function declineLabel(reason: string): string {
  return isKey(DECLINE_REASONS_IN_WORDS, reason)
    ? DECLINE_REASONS_IN_WORDS[reason].label
    : words(reason);
}

/** Codes of payins that ended without payment, about which an earlier decline says more. */
export const SAYS_LESS_THAN_A_DECLINE = [
  'WORKFLOW_EXECUTION_SKIPPED',
  'ORDER_CANNOT_BE_PROCESSED',
] as const satisfies ResolutionCode[];

/** Returns whether a decline before the order's end says more about it than this code. */
function saysLessThanADecline(code: string): code is (typeof SAYS_LESS_THAN_A_DECLINE)[number] {
  const codes: readonly string[] = SAYS_LESS_THAN_A_DECLINE;
  return codes.includes(code);
}

interface EndedOrder {
  direction: OrderDirection;
  code: string | null;
  /** The reason of its last declined attempt. */
  decline: string | null;
  /** The limit that refused what was submitted last. */
  refusedBy?: RefusedBy | null;
  /** The cause of its last transition. */
  cause: string | undefined;
  /** Whether any money arrived by a payment that the payer sends by hand. */
  hasReceived: boolean;
}

/** Returns the reason why an order did not succeed; undefined if it has no known code. */
export function reasonOf(order: EndedOrder): Reason | undefined {
  const reason = usualReason(order);
  return reason && order.hasReceived ? { ...reason, ...MONEY_ARRIVED } : reason;
}

const MONEY_ARRIVED: Pick<Reason, 'customer' | 'merchant'> = {
  customer:
    'Money arrived for this payment, but it was not complete in time. Please contact the shop about it.',
  merchant: 'Agree with the operator what to do with the money that arrived.',
};

function usualReason({
  direction,
  code,
  decline,
  refusedBy = null,
  cause,
}: EndedOrder): Reason | undefined {
  if (code === null || !isKey(RESOLUTION_REASONS, code)) return undefined;
  if (code === 'WORKFLOW_EXECUTION_SKIPPED' && cause === 'cancelled') return CANCELLED;
  if (refusedBy !== null && saysLessThanARefusal(code)) return REFUSALS_IN_WORDS[refusedBy];
  if (!saysLessThanADecline(code)) return RESOLUTION_REASONS[code];
  if (direction === 'payout' && code === 'ORDER_CANNOT_BE_PROCESSED') return PAYOUT_REFUSED;
  return decline !== null && isKey(DECLINE_REASONS_IN_WORDS, decline)
    ? DECLINE_REASONS_IN_WORDS[decline]
    : RESOLUTION_REASONS[code];
}

const CANCELLED: Reason = {
  label: 'Cancelled',
  explanation: 'The order was cancelled before it was paid.',
  customer: `The payment was cancelled. ${NOT_CHARGED}`,
  merchant: 'Create a new order if the customer still wants to pay.',
};

const PAYOUT_REFUSED: Reason = {
  label: 'Payout refused',
  explanation: 'The acquirer refused the payout; the reserved amount is available again.',
  customer: 'The payout was refused. Please check your account details with the shop.',
  merchant: "See the acquirer's message, check the destination, and create a new payout.",
};

function isKey<Key extends string>(table: Readonly<Record<Key, Reason>>, key: string): key is Key {
  return Object.hasOwn(table, key);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function words(name: string): string {
  const text = name.toLowerCase().replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
