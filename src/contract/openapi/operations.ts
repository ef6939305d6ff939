import type { DeveloperName, PublishedName } from '../endpoints.ts';

export interface Operation {
  tag: string;
  summary: string;
  description: string;
  /** What its body is, where there is one. */
  request?: string;
  /** What 200 answers. */
  answer: string;
  /** Whether a repetition is answered what it made, marked by Idempotent-Replayed. */
  replays?: true;
  /** Refusals beside those that every operation may meet. */
  refusals: readonly RefusalStatus[];
}

const MADE = ['400', '409', '413', '415', '422'] as const;
const BY_ID = ['400', '404'] as const;
const QUERIED = ['400'] as const;

const CREATED_ONCE =
  'The reference names the request for ever: sent again it answers the order that it made, with ' +
  'Idempotent-Replayed; with another body it is refused. A business refusal is an order too, FAILED, ' +
  'so that it can be read back.';

const BY_ID_ALONE =
  "Answers the order as it is now. Another merchant's order is as unknown as none.";

/** The specification's endpoints, by their names in the endpoint table. */
export const OPERATIONS: Record<PublishedName, Operation> = {
  createPayin: {
    tag: 'Payins',
    summary: 'Create a payin order',
    description: `Makes the order for which a payer pays; send them to its \`pay_url\`. ${CREATED_ONCE}`,
    request: 'The payin to make.',
    answer: 'The order: CREATED, or FAILED with the rule of business that it breaks.',
    replays: true,
    refusals: MADE,
  },
  submitCardData: {
    tag: 'Payins',
    summary: 'Submit card data for an existing payin order',
    description:
      'For merchants with a card form of their own. Answered when the attempt is recorded, after up to 2 s ' +
      'for the provider; the outcome is read from the order. The very same bytes under the same ' +
      'timestamp and signature make one attempt, however often they are sent.',
    request: 'The card, its payer and their browser.',
    answer: 'The attempt is recorded; there is no body.',
    refusals: ['400', '404', '409', '413', '415', '422'],
  },
  getPayin: {
    tag: 'Payins',
    summary: 'Get one payin order',
    description: BY_ID_ALONE,
    answer: 'The order.',
    refusals: BY_ID,
  },
  findPayins: {
    tag: 'Payins',
    summary: 'Get payin orders by reference',
    description: 'Finds the order that a reference made, where its id is not known.',
    answer: 'The orders with the reference; an empty array when none has it.',
    refusals: QUERIED,
  },
  listPayins: {
    tag: 'Payins',
    summary: 'List payin orders',
    description: 'Newest first unless sorted; ties are ordered by id. Ranges include both ends.',
    answer: 'One page of the orders that match, and how many there are in all.',
    refusals: QUERIED,
  },
  createPayout: {
    tag: 'Payouts',
    summary: 'Create a payout order',
    description: `Pays somebody from the gate's balance. ${CREATED_ONCE}`,
    request: 'The payout to make.',
    answer:
      'The order, or the first of its group where the method splits large payouts; FAILED with the rule ' +
      'of business that it breaks.',
    replays: true,
    refusals: MADE,
  },
  getPayout: {
    tag: 'Payouts',
    summary: 'Get one payout order',
    description: BY_ID_ALONE,
    answer: 'The order.',
    refusals: BY_ID,
  },
  findPayouts: {
    tag: 'Payouts',
    summary: 'Get payout orders by reference',
    description: 'Finds all orders of a payout, a split one included.',
    answer: 'The orders with the reference; an empty array when none has it.',
    refusals: QUERIED,
  },
  listPayouts: {
    tag: 'Payouts',
    summary: 'List payout orders',
    description:
      'As for payins, and by destination accounts in any spelling, or card numbers as they are shown. ' +
      'A key may name 60 full card numbers an hour.',
    answer: 'One page of the orders that match, and how many there are in all.',
    refusals: QUERIED,
  },
  getBalances: {
    tag: 'Balances',
    summary: 'Get balances',
    description: 'What the merchant has, by currency and gate, at this moment.',
    answer: 'A balance for each currency in which the merchant has an account.',
    refusals: [],
  },
};

const IN_THE_SANDBOX = 'With test keys in the sandbox alone; otherwise it is answered 404.';

/** The developer API, by the names of the endpoint table. */
export const DEVELOPER_OPERATIONS: Record<DeveloperName, Operation> = {
  createRefund: {
    tag: 'Refunds',
    summary: 'Create a refund',
    description:
      'Gives a payin back to its payer, whole or in part; the payin stays SUCCESS. What it costs is taken from what is ' +
      'available at the gate, then from what this payin still leaves in hold and in rolling; where that is not enough it is ' +
      'FAILED, BALANCE_INSUFFICIENT. The reference names the request for ever: sent again it answers the refund that it made, ' +
      'with Idempotent-Replayed; with another body it is refused. A business refusal is a refund too, FAILED.',
    request: 'What to refund.',
    answer:
      'The refund: SUCCESS, PROCESS_PENDING while the provider is not done, or FAILED with the reason.',
    replays: true,
    refusals: ['400', '404', '409', '413', '415'],
  },
  listRefunds: {
    tag: 'Refunds',
    summary: 'List refunds',
    description: "The merchant's own, the latest first: all, those of a payin, or those of a time.",
    answer: 'Those that match, up to `size`; `next` where there are more.',
    refusals: ['400'],
  },
  getRefund: {
    tag: 'Refunds',
    summary: 'Get one refund',
    description: "As it is now. Another merchant's refund is as unknown as none.",
    answer: 'The refund.',
    refusals: ['400', '404'],
  },
  listDisputes: {
    tag: 'Disputes',
    summary: 'List disputes',
    description:
      "The merchant's own, the latest first: all, those of a payin, or those of a time. Without their history.",
    answer: 'Those that match, up to `size`; `next` where there are more.',
    refusals: ['400'],
  },
  getDispute: {
    tag: 'Disputes',
    summary: 'Get one dispute',
    description:
      "As it stands now, with its history. Another merchant's dispute is as unknown as none.",
    answer: 'The dispute.',
    refusals: ['400', '404'],
  },
  listWebhooks: {
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: "The merchant's own, the latest first, each with the last attempt to deliver it.",
    answer: 'Those that match, up to `size`; `next` where there are more.',
    refusals: ['400'],
  },
  getWebhook: {
    tag: 'Webhooks',
    summary: 'Get one webhook',
    description: 'With every attempt to deliver it, those before it was sent again included.',
    answer: 'The webhook.',
    refusals: ['400', '404'],
  },
  resendWebhook: {
    tag: 'Webhooks',
    summary: 'Send a webhook again',
    description:
      'The same bytes under the same `webhook-id`, newly signed; the schedule begins anew.',
    answer: 'How many are due now.',
    refusals: ['400', '404'],
  },
  listRequests: {
    tag: 'Requests',
    summary: "List an API key's requests",
    description: `Requests made with this key in the last 24 hours, newest first. ${IN_THE_SANDBOX}`,
    answer: 'Up to `size` of them; `next` where there are more.',
    refusals: ['400', '404'],
  },
  getClock: {
    tag: 'Clock',
    summary: 'Get the test clock',
    description: `The merchant's own time, which orders, lists and webhooks go by. ${IN_THE_SANDBOX}`,
    answer: 'The clock.',
    refusals: ['404'],
  },
  advanceClock: {
    tag: 'Clock',
    summary: 'Advance the test clock',
    description:
      'Goes from one due time to the next, and does at each what is due: orders expire, pending payments are ' +
      `decided, amounts are released, webhooks are sent. A long way takes several of the same request. ${IN_THE_SANDBOX}`,
    request: 'Where to.',
    answer: 'Where the clock came to: while `date` is before `to`, send the same request again.',
    refusals: ['400', '404', '413', '415'],
  },
  triggerCode: {
    tag: 'Codes',
    summary: 'Trigger a resolution code',
    description:
      'For the codes that take an operator or a fault. The payin is made by the very rules of creating one, as if its ' +
      'gate were frozen (BALANCE_UPDATE_FAILED), its method incomplete (MERCHANT_MISCONFIGURATION: refused with ' +
      '422), or its acquirer not installed (PROVIDER_NOT_SUPPORTED); it is made, then failed by hand ' +
      '(ORDER_FAILED_MANUALLY); or it is made, and the answer is 500 (UNKNOWN_ERROR): create a payin of the same ' +
      'reference, currency, amount and method and an empty customer, and it answers that order. ' +
      'REPORT_GENERATION_FAILED makes no payin: a report of the merchant fails. Nothing is changed of gates or ' +
      `methods. ${IN_THE_SANDBOX}`,
    request: 'The payin, and the code.',
    answer: 'What has come to the code.',
    replays: true,
    refusals: ['400', '404', '409', '413', '415', '422'],
  },
  triggerDispute: {
    tag: 'Disputes',
    summary: 'Dispute a payin',
    description:
      'What an acquirer tells of a dispute, on demand: by the code that takes the notices of real ones. An end opens the ' +
      `dispute first where it was not. A payin has one such dispute. ${IN_THE_SANDBOX}`,
    request: 'The payin, and what is said.',
    answer: 'The dispute, with its history.',
    refusals: ['400', '404', '413', '415'],
  },
};

export type RefusalStatus = keyof typeof REFUSALS;

/** By status; `resolution_code` and `type` of the problem say which case it is. No 4xx made anything. */
export const REFUSALS = {
  '400': 'A constraint is violated; `errors` names every one, by pointer or parameter.',
  '401': 'The key, the timestamp or the signature is not good.',
  '403': "The key's scope does not allow this.",
  '404': 'There is no such order, or it is of another merchant.',
  '409': 'The reference was used for a different request, or the order does not await this.',
  '413': 'The body is larger than 64 KiB.',
  '415': 'The body is not application/json, or is compressed.',
  '422': 'The payment method cannot be used for this request.',
  '429': 'Too many requests; Retry-After says when to come back.',
  '500': 'A mistake of the service. The effect is unknown: repeat the same request.',
  '503':
    'The service is not available for the moment. The effect is unknown: repeat the same request after ' +
    'the time in Retry-After.',
} as const;

export const DEVELOPER_REFUSALS = {
  ...REFUSALS,
  '404':
    "There is no such webhook, payin, refund or dispute, or it is another merchant's; or this is no sandbox, or the key is a live one.",
  '409': 'The reference was used for a different request, or nothing of the payin can be refunded.',
} as const;

/** What every operation may meet. */
export const COMMON_REFUSALS = ['401', '403', '429', '500', '503'] as const;
