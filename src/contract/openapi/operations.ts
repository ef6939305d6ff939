import type { PublishedName } from '../endpoints.ts';

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

/** What the specification says of each endpoint, by its name in the endpoint table. */
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

/** What every operation may meet. */
export const COMMON_REFUSALS = ['401', '403', '429', '500', '503'] as const;
