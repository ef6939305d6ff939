import type { DeveloperName, PublishedName } from '../endpoints.ts';

export interface Operation {
  tag: string;
  summary: string;
  description: string;
  /** Description of the request body, if there is one. */
  request?: string;
  /** Description of the 200 answer. */
  answer: string;
  /** Whether a repeated request returns the original result, marked by Idempotent-Replayed. */
  replays?: true;
  /** Refusals in addition to the common ones. */
  refusals: readonly RefusalStatus[];
}

const MADE = ['400', '409', '413', '415', '422'] as const;
const BY_ID = ['400', '404'] as const;
const QUERIED = ['400'] as const;

const CREATED_ONCE =
  'The reference is unique forever: the same request returns the order that it created, with ' +
  'Idempotent-Replayed; a different body is refused. A business refusal is also an order, FAILED, ' +
  'so that it can be read back.';

const BY_ID_ALONE =
  "Returns the order in its current state. Another merchant's order is not found.";

/** Operations of the specification's endpoints, by their names in the endpoint table. */
export const OPERATIONS: Record<PublishedName, Operation> = {
  createPayin: {
    tag: 'Payins',
    summary: 'Create a payin order',
    description: `Creates an order; send the payer to its \`pay_url\`. ${CREATED_ONCE}`,
    request: 'The payin to create.',
    answer: 'The order: CREATED, or FAILED with the business rule that it breaks.',
    replays: true,
    refusals: MADE,
  },
  submitCardData: {
    tag: 'Payins',
    summary: 'Submit card data for an existing payin order',
    description:
      'For merchants with their own card form. Answered when the attempt is recorded, after up to 2 s ' +
      'for the acquirer; read the order for the outcome. The same bytes with the same ' +
      'timestamp and signature make only one attempt.',
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
    description:
      'Newest first unless sorted; ties are ordered by id. Ranges include both ends. A new order moves those below ' +
      'it towards the next page, where a row repeats: to read every page, sort by `createDate,asc`, or give each ' +
      'the same `endDate`, before now.',
    answer: 'One page of the matching orders, and their total number.',
    refusals: QUERIED,
  },
  createPayout: {
    tag: 'Payouts',
    summary: 'Create a payout order',
    description: `Pays a recipient from the gate's balance. ${CREATED_ONCE}`,
    request: 'The payout to create.',
    answer:
      'The order, or the first of its group where the method splits large payouts; FAILED with the rule ' +
      'that it breaks.',
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
    answer: 'One page of the matching orders, and their total number.',
    refusals: QUERIED,
  },
  getBalances: {
    tag: 'Balances',
    summary: 'Get balances',
    description: 'Current balances by currency and gate.',
    answer: 'A balance for each currency in which the merchant has an account.',
    refusals: [],
  },
};

const TRIGGERED = ['400', '404', '409', '413', '415'] as const;
const IN_THE_SANDBOX = 'Only in a sandbox, with test keys; otherwise answered 404.';

/** Operations of the developer API, by their names in the endpoint table. */
export const DEVELOPER_OPERATIONS: Record<DeveloperName, Operation> = {
  createRefund: {
    tag: 'Refunds',
    summary: 'Create a refund',
    description:
      'Refunds a payin in full or in part; the payin stays SUCCESS. Its cost is taken from what is ' +
      'available at the gate, then from what this payin still leaves in hold and in rolling; where that is not enough it is ' +
      'FAILED, BALANCE_INSUFFICIENT. The reference is unique forever: the same request returns the refund that it created, ' +
      'with Idempotent-Replayed; a different body is refused. A business refusal is also a refund, FAILED.',
    request: 'What to refund.',
    answer:
      'The refund: SUCCESS, PROCESS_PENDING while the acquirer is not done, or FAILED with the reason.',
    replays: true,
    refusals: ['400', '404', '409', '413', '415'],
  },
  listRefunds: {
    tag: 'Refunds',
    summary: 'List refunds',
    description: 'Newest first: all, of a payin, or of a period.',
    answer: 'Those that match, up to `size`; `next` where there are more.',
    refusals: ['400'],
  },
  getRefund: {
    tag: 'Refunds',
    summary: 'Get one refund',
    description: "The refund in its current state. Another merchant's refund is not found.",
    answer: 'The refund.',
    refusals: ['400', '404'],
  },
  listDisputes: {
    tag: 'Disputes',
    summary: 'List disputes',
    description: 'Newest first: all, of a payin, or of a period. Without history.',
    answer: 'Those that match, up to `size`; `next` where there are more.',
    refusals: ['400'],
  },
  getDispute: {
    tag: 'Disputes',
    summary: 'Get one dispute',
    description:
      "The dispute in its current state, with its history. Another merchant's dispute is not found.",
    answer: 'The dispute.',
    refusals: ['400', '404'],
  },
  cancelPayin: {
    tag: 'Payments',
    summary: 'Cancel a payin',
    description:
      'Ends a payin that still awaits its payer: CLOSED, SYSTEM_ERROR, WORKFLOW_EXECUTION_SKIPPED, "Cancelled by the ' +
      'merchant.", with its webhook. One that is CLOSED is answered as it is. 409 if it is SUCCESS or FAILED, or its payment is ' +
      'under way; of a card that is sent at the same moment and a cancellation, exactly one wins.',
    answer: 'The order, CLOSED.',
    refusals: ['400', '404', '409'],
  },
  createLink: {
    tag: 'Links',
    summary: 'Create a link to pay',
    description:
      'Returns a link; give its `url` to the payers. Its page shows what there is to pay, and makes a payin when a payer ' +
      'goes on. At most 20 payins an hour of one network, and 200 in a row without a payment.',
    request: 'What there is to pay, and for how long.',
    answer: 'The link, open.',
    refusals: ['400', '413', '415', '422'],
  },
  listLinks: {
    tag: 'Links',
    summary: 'List links',
    description: 'Newest first: all, or those of a period.',
    answer: 'Those that match, up to `size`; `next` where there are more.',
    refusals: ['400'],
  },
  getLink: {
    tag: 'Links',
    summary: 'Get one link',
    description:
      "The link in its current state, with its latest payins. Another merchant's link is not found.",
    answer: 'The link.',
    refusals: ['400', '404'],
  },
  closeLink: {
    tag: 'Links',
    summary: 'Close a link',
    description:
      'The link makes no more payins. Those that it made stay as they are: cancel one that must not be paid. A link that ' +
      'is closed is answered as it is.',
    answer: 'The link.',
    refusals: ['400', '404'],
  },
  listMethods: {
    tag: 'Payments',
    summary: 'List payment methods',
    description: "The merchant's payment methods, also those that are switched off, by name.",
    answer: 'All of them.',
    refusals: [],
  },
  listWebhooks: {
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: 'Newest first, each with its last delivery attempt.',
    answer: 'Those that match, up to `size`; `next` where there are more.',
    refusals: ['400'],
  },
  getWebhook: {
    tag: 'Webhooks',
    summary: 'Get one webhook',
    description: 'With every delivery attempt, including those before it was sent again.',
    answer: 'The webhook.',
    refusals: ['400', '404'],
  },
  resendWebhook: {
    tag: 'Webhooks',
    summary: 'Send a webhook again',
    description:
      'The same bytes with the same `webhook-id`, signed again; the schedule starts again.',
    answer: 'Number of webhooks that are due now.',
    refusals: ['400', '404'],
  },
  listRequests: {
    tag: 'Requests',
    summary: "List an API key's requests",
    description: `Requests made with this key in the last 24 hours, newest first. ${IN_THE_SANDBOX}`,
    answer: 'Up to `size` of them; `next` where there are more.',
    refusals: ['400', '404'],
  },
  triggerCode: {
    tag: 'Codes',
    summary: 'Trigger a resolution code',
    description:
      'For the codes that need an operator or a fault. The payin is created by the usual rules, as if its ' +
      'gate were frozen (BALANCE_UPDATE_FAILED), its method incomplete (MERCHANT_MISCONFIGURATION: refused with ' +
      '422), or its acquirer not installed (PROVIDER_NOT_SUPPORTED); it is created, then marked as failed ' +
      '(ORDER_FAILED_MANUALLY); or it is created, and the answer is 500 (UNKNOWN_ERROR): create a payin with the same ' +
      'reference, currency, amount and method and an empty customer to get that order. ' +
      'REPORT_GENERATION_FAILED creates no payin: a report of the merchant fails. It changes no gates or ' +
      `methods. ${IN_THE_SANDBOX}`,
    request: 'The payin and the code.',
    answer: 'The order or report with the code.',
    replays: true,
    refusals: ['400', '404', '409', '413', '415', '422'],
  },
  triggerDispute: {
    tag: 'Disputes',
    summary: 'Dispute a payin',
    description:
      'A dispute notice of an acquirer, on demand, handled like a real one. An end opens the ' +
      `dispute first where it was not. A payin has one such dispute. ${IN_THE_SANDBOX}`,
    request: 'The payin and the event.',
    answer: 'The dispute, with its history.',
    refusals: ['400', '404', '413', '415'],
  },
  triggerExpiry: {
    tag: 'Time',
    summary: 'End the waiting time of a payin',
    description:
      'The payin expires now: a CREATED one is CLOSED; of one that is PROCESS_PENDING the acquirer is asked, and an ' +
      `open challenge or transfer is given up. 409 if it has ended, or its waiting time is over. ${IN_THE_SANDBOX}`,
    request: 'The payin.',
    answer: 'The payin. It stays PROCESS_PENDING if the acquirer has not decided.',
    refusals: TRIGGERED,
  },
  triggerRelease: {
    tag: 'Time',
    summary: 'Release what is retained of a payin',
    description: `Its hold, its rolling reserve or both become available now. 409 if nothing of it is retained. ${IN_THE_SANDBOX}`,
    request: 'The payin, and what to release.',
    answer: 'The payin; the balances show the release.',
    refusals: TRIGGERED,
  },
  triggerRedelivery: {
    tag: 'Time',
    summary: "Make the next attempt at an order's webhooks",
    description:
      'The next attempt at the webhooks of an order and of its refunds is due now; the schedule continues after it. ' +
      `409 if no attempt is to come: ended webhooks can be sent again. ${IN_THE_SANDBOX}`,
    request: 'The order.',
    answer: 'The payin or payout.',
    refusals: TRIGGERED,
  },
  triggerDisputeDeadline: {
    tag: 'Time',
    summary: 'Bring the deadline of a dispute near',
    description:
      "The deadline to answer becomes tomorrow, so that the operators' reminders come. " +
      `409 if no answer is awaited, or the deadline is as near already. ${IN_THE_SANDBOX}`,
    request: 'The dispute.',
    answer: 'The dispute, with its history.',
    refusals: TRIGGERED,
  },
};

export type RefusalStatus = keyof typeof REFUSALS;

/** Refusals by status. The problem's `resolution_code` and `type` tell the cases apart. A 4xx never has an effect. */
export const REFUSALS = {
  '400': 'A constraint is violated; `errors` lists every one, by pointer or parameter.',
  '401': 'The key, the timestamp or the signature is not valid.',
  '403': "The key's scope does not allow this.",
  '404': 'There is no such order, or it belongs to another merchant.',
  '409': 'The reference was used for a different request, or the order does not await this.',
  '413': 'The body is larger than 64 KiB.',
  '415': 'The body is not application/json, or is compressed.',
  '422': 'The payment method cannot be used for this request.',
  '429': 'Too many requests: repeat the request after the time in Retry-After.',
  '500': 'An error of the service. The effect is unknown: repeat the same request.',
  '503':
    'The service is temporarily unavailable. The effect is unknown: repeat the same request after ' +
    'the time in Retry-After.',
} as const;

export const DEVELOPER_REFUSALS = {
  ...REFUSALS,
  '404':
    'There is no such webhook, payin, link, refund or dispute, or it belongs to another merchant; or this is not a sandbox, or the key is a live key.',
  '409':
    'The reference was used for a different request, nothing of the payin can be refunded, it cannot be cancelled, or there is nothing to trigger.',
} as const;

/** Refusals that every operation may return. */
export const COMMON_REFUSALS = ['401', '403', '429', '500', '503'] as const;
