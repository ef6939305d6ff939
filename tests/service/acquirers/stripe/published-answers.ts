/** Answers of Stripe's API, as tests of libraries and shops have them. */
import {
  answersFrom,
  PAGES,
  type AnswerRow,
  type PublishedAnswer,
} from '../conformance/published-answers.ts';
import type { Step } from './scripted-stripe.ts';

export interface PublishedStripeAnswer extends PublishedAnswer {
  step: Step;
}

function at(
  step: Step,
  source: string,
  rows: readonly AnswerRow[],
): readonly PublishedStripeAnswer[] {
  return answersFrom(source, rows).map((one) => ({ ...one, step }));
}

function cardError(code: string | undefined, more: object = {}) {
  return { error: { type: 'card_error', ...(code !== undefined && { code }), ...more } };
}

function requestError(code: string | undefined, more: object = {}) {
  return { error: { type: 'invalid_request_error', ...(code !== undefined && { code }), ...more } };
}

/** An intent of the test's payment: the test gives it the id of its attempt and the amount. */
function intent(status: string, more: object = {}) {
  return { object: 'payment_intent', status, ...more };
}

const VISA = { object: 'payment_method', card: { brand: 'visa', funding: 'credit' }, type: 'card' };

const NO_CHARGE = { object: 'list', has_more: false, total_count: 0 };

const CHARGE = {
  object: 'list',
  id: 'ch_1F2McmAWOtgoysogQgUS1YtH',
  paid: true,
  captured: true,
  outcome: { network_status: 'approved_by_network', risk_level: 'normal', type: 'authorized' },
  payment_method_details: { card: { brand: 'visa', three_d_secure: null }, type: 'card' },
  status: 'succeeded',
};

const ATTEMPTED = {
  ...CHARGE,
  payment_method_details: {
    card: {
      brand: 'visa',
      three_d_secure: {
        authenticated: false,
        authentication_flow: null,
        electronic_commerce_indicator: '06',
        result: 'attempt_acknowledged',
        version: '1.0.2',
      },
    },
    type: 'card',
  },
};

const PAID = { amount_received: 1_250, latest_charge: CHARGE };

/** A list in place of an object, as PHP writes an empty one. */
const NO_MEMBERS: unknown[] = [];

const NOT_AUTHENTICATED = {
  code: 'payment_intent_authentication_failure',
  payment_method: { ...VISA, metadata: NO_MEMBERS },
  type: 'invalid_request_error',
};

const REDIRECT = {
  redirect_to_url: {
    return_url: 'https://example.com/return-to-me',
    url: 'https://hooks.stripe.com/3d_secure_2_eap/begin_test/src_1F1wpGAWOtgoysog4f00umCp',
  },
  type: 'redirect_to_url',
};

const SDK = {
  type: 'use_stripe_sdk',
  use_stripe_sdk: { type: 'three_d_secure_redirect' },
};

const AM_INTENTS = 'activemerchant/active_merchant stripe_payment_intents_test.rb';
const AM_CHARGES = 'activemerchant/active_merchant stripe_test.rb';
const OMNIPAY = 'thephpleague/omnipay-stripe';
const HYPERSWITCH = 'juspay/hyperswitch connectors/stripe';
const PROXY = 'a server before Stripe';

const pagesThat = (ends: string): AnswerRow[] =>
  PAGES.map((row) =>
    row.length === 4 ? [row[0], row[1], row[2], ends] : [row[0], 200, row[1], ends],
  );

/** Answers to requests before the confirmation, which alone can take money. */
const BEFORE_CONFIRMATION: readonly PublishedStripeAnswer[] = [
  ...at('create', AM_INTENTS, [
    [
      'an account without a phone',
      400,
      requestError('validation_error'),
      'not_taken request_refused',
    ],
    ['a failed backend', 500, { error: { type: 'api_error' } }, 'not_taken unreachable'],
  ]),
  ...at('create', AM_CHARGES, [
    ['a wrong key', 401, requestError(undefined), 'not_taken credentials'],
    ['an error without a type', 400, { error: { code: 'generic' } }, 'not_taken request_refused'],
    ['a charge', 200, { id: 'ch_1', object: 'charge', status: 'failed', paid: false }, 'unknown'],
  ]),
  ...at('create', OMNIPAY, [
    ['RefundFailure.txt, with status 200', 200, { error: {} }, 'not_taken unreachable'],
  ]),
  ...at('create', HYPERSWITCH, [
    [
      'an amount too small',
      400,
      requestError('amount_too_small'),
      'soft_decline under_minimum another',
    ],
    ['an amount too large', 400, requestError('amount_too_large'), 'soft_decline limit another'],
    ['too many requests', 429, requestError('rate_limit'), 'not_taken rate_limited'],
  ]),
  ...at('card', AM_CHARGES, [
    [
      'failed_purchase_response',
      402,
      cardError('incorrect_number', { param: 'number' }),
      'soft_decline incorrect_number',
    ],
  ]),
  ...at('card', AM_INTENTS, [
    [
      'an account without a phone',
      400,
      requestError('validation_error'),
      'not_taken request_refused',
    ],
  ]),
  ...at('card', OMNIPAY, [
    [
      'CreatePaymentMethodFailure.txt',
      402,
      requestError('parameter_invalid_integer', { param: 'card[exp_year]' }),
      'not_taken request_refused',
    ],
  ]),
  ...at('card', HYPERSWITCH, [
    ['a wrong month', 402, cardError('invalid_expiry_month'), 'soft_decline expired_card'],
    ['a wrong code', 402, cardError('invalid_cvc'), 'soft_decline incorrect_code'],
    [
      'a card that is not for tests',
      402,
      cardError('card_declined', { decline_code: 'testmode_decline' }),
      'soft_decline not_permitted',
    ],
    ['no number', 400, requestError('parameter_invalid_empty'), 'not_taken request_refused'],
  ]),
  ...at('create', PROXY, [
    ...pagesThat('not_taken unreachable'),
    ['a payment without a body', 402, {}, 'not_taken request_refused'],
  ]),
  ...at('card', PROXY, [
    ['a page that asks for money', 402, '<html>402</html>', 'not_taken unreachable'],
    ['a payment without a body', 402, {}, 'not_taken request_refused'],
  ]),
];

const CONFIRMATIONS: readonly PublishedStripeAnswer[] = [
  ...at('confirm', AM_INTENTS, [
    ['successful_capture_response', intent('succeeded', PAID), 'approved'],
    [
      'successful_request_three_d_secure_response',
      intent('succeeded', { ...PAID, latest_charge: ATTEMPTED }),
      'approved',
    ],
    [
      'successful_create_intent_response',
      intent('requires_capture', { amount_capturable: 1_250, latest_charge: CHARGE }),
      'unknown',
    ],
    [
      'successful_create_3ds2_intent_response',
      intent('requires_confirmation', { latest_charge: NO_CHARGE }),
      'unknown',
    ],
    [
      'successful_confirm_3ds2_intent_response',
      intent('requires_action', { latest_charge: NO_CHARGE, next_action: REDIRECT }),
      'challenge',
    ],
    [
      'successful_void_response',
      intent('canceled', { canceled_at: 1_564_504_106, latest_charge: CHARGE }),
      'unknown',
    ],
    [
      'failed_cancel_response',
      400,
      requestError('payment_intent_unexpected_state', {
        payment_intent: intent('succeeded', PAID),
      }),
      'approved',
    ],
    [
      'failed_verify_response',
      402,
      cardError('incorrect_cvc', { param: 'cvc', payment_method: VISA, setup_intent: {} }),
      'soft_decline incorrect_code',
    ],
    ['failed_service_response', 500, { error: { type: 'api_error' } }, 'unknown'],
    ['an error that wants an action', 402, cardError(undefined), 'soft_decline other'],
  ]),
  ...at('confirm', AM_CHARGES, [
    [
      'pick up the card',
      402,
      cardError('card_declined', { decline_code: 'pickup_card' }),
      'hard_decline stolen',
    ],
    [
      'a decline that is not listed',
      402,
      cardError('card_declined', { decline_code: 'some_novelty' }),
      'soft_decline other',
    ],
    ['an error without a type', 402, { error: { code: 'generic' } }, 'unknown'],
    ['an error without a type, with 400', 400, { error: { code: 'generic' } }, 'unknown'],
    ['a failed charge with 200', { id: 'ch_1', object: 'charge', status: 'failed' }, 'unknown'],
    ['a wrong key', 401, requestError(undefined), 'not_taken credentials'],
    ['no such charge', 404, requestError(undefined, { param: 'id' }), 'not_taken request_refused'],
  ]),
  ...at('confirm', OMNIPAY, [
    [
      'ConfirmIntentMissingRedirect.txt',
      intent('requires_action', { next_action: SDK }),
      'unknown',
    ],
    [
      'FetchIntentPaymentMethodRequired.txt',
      intent('requires_payment_method', { last_payment_error: NOT_AUTHENTICATED }),
      'soft_decline not_authenticated',
    ],
    ['PurchaseFailureWithoutCode.txt', 402, cardError(undefined), 'soft_decline other'],
    ['CaptureFailure.txt', 400, requestError('payment_intent_unexpected_state'), 'unknown'],
    [
      'CancelPaymentIntentFailure.txt',
      400,
      requestError('payment_intent_unexpected_state', { payment_intent: intent('canceled') }),
      'not_taken request_refused',
    ],
    [
      'an intent whose metadata is a list',
      intent('succeeded', { metadata: NO_MEMBERS }),
      'unknown',
    ],
  ]),
  ...at('confirm', HYPERSWITCH, [
    ['processing', intent('processing'), 'pending'],
    ['a status that is not listed', intent('some_novelty', PAID), 'unknown'],
    [
      'succeeded with a part of the amount',
      intent('succeeded', { ...PAID, amount_received: 625 }),
      'contradiction',
    ],
    [
      'succeeded without what arrived',
      intent('succeeded', { amount_received: 0 }),
      'contradiction',
    ],
    ['a repeated key', 409, { error: { type: 'idempotency_error' } }, 'unknown'],
    ['a repeated key, with 400', 400, { error: { type: 'idempotency_error' } }, 'unknown'],
    ['a locked object', 429, requestError('lock_timeout'), 'unknown'],
    ['too many requests', 429, requestError('rate_limit'), 'not_taken rate_limited'],
    ['a key without the right', 403, requestError(undefined), 'not_taken credentials'],
    ['a failed dependency', 424, { error: { type: 'api_error' } }, 'unknown'],
    [
      'not authenticated',
      402,
      requestError('payment_intent_authentication_failure'),
      'soft_decline not_authenticated',
    ],
    ['a fault with 402', 402, { error: { type: 'api_error' } }, 'unknown'],
    [
      'a decline of an intent that has succeeded',
      402,
      cardError('card_declined', { payment_intent: intent('succeeded', PAID) }),
      'approved',
    ],
    [
      'a decline of an intent that is processing',
      402,
      cardError('card_declined', { payment_intent: intent('processing') }),
      'pending',
    ],
    [
      'a decline of an intent that waits for a challenge',
      402,
      cardError('card_declined', {
        payment_intent: intent('requires_action', { next_action: REDIRECT }),
      }),
      'challenge',
    ],
    [
      'a decline of an intent with a status that is not listed',
      402,
      cardError('card_declined', { payment_intent: intent('some_novelty') }),
      'unknown',
    ],
    [
      'a decline of a canceled intent',
      402,
      cardError('card_declined', { payment_intent: intent('canceled') }),
      'soft_decline other',
    ],
  ]),
  ...at('confirm', PROXY, [
    ...PAGES,
    ['a firewall', 403, '<html><h1>403 Forbidden</h1></html>', 'unknown'],
    ['a limit of a proxy', 429, '<html><h1>429 Too Many Requests</h1></html>', 'unknown'],
    ['a page that asks for money', 402, '<html>402</html>', 'unknown'],
    ['a payment without a body', 402, {}, 'unknown'],
  ]),
];

export const PAYMENT_ANSWERS: readonly PublishedStripeAnswer[] = [
  ...BEFORE_CONFIRMATION,
  ...CONFIRMATIONS,
];

/** Answers to an inquiry about a payment whose confirmation was not answered; what still waits is canceled. */
export const INQUIRY_ANSWERS: readonly PublishedStripeAnswer[] = [
  ...at('find', AM_INTENTS, [
    ['successful_capture_response', intent('succeeded', PAID), 'approved'],
    ['successful_create_intent_response', intent('requires_capture'), 'never_seen'],
    [
      'successful_confirm_3ds2_intent_response',
      intent('requires_action', { next_action: REDIRECT }),
      'challenge',
    ],
    ['successful_void_response', intent('canceled'), 'never_seen'],
    ['failed_service_response', 500, { error: { type: 'api_error' } }, 'unknown'],
  ]),
  ...at('find', OMNIPAY, [
    [
      'ConfirmIntentMissingRedirect.txt',
      intent('requires_action', { next_action: SDK }),
      'never_seen',
    ],
    [
      'FetchIntentPaymentMethodRequired.txt',
      intent('requires_payment_method', { last_payment_error: NOT_AUTHENTICATED }),
      'soft_decline not_authenticated',
    ],
    ['FetchIntentReadyToConfirm.txt', intent('requires_confirmation'), 'never_seen'],
    ['FetchIntentFailure.txt', 400, requestError('resource_missing'), 'unknown'],
    ['FetchTransactionFailure.txt', 404, requestError(undefined, { param: 'id' }), 'unknown'],
    [
      'FetchTransactionSuccess.txt, a charge',
      { id: 'ch_1', object: 'charge', paid: true },
      'unknown',
    ],
    ['FetchEventSuccess.txt, an event', { id: 'evt_1', object: 'event', data: {} }, 'unknown'],
  ]),
  ...at('find', HYPERSWITCH, [
    ['a wrong key', 401, requestError(undefined), 'unknown'],
    ['too many requests', 429, requestError('rate_limit'), 'unknown'],
    ['processing', intent('processing'), 'pending'],
  ]),
  ...at('find', PROXY, PAGES),
];

/** A refund of the test's payment: the test gives it its id and the amount. */
function refund(status: string | undefined, more: object = {}) {
  return { object: 'refund', ...(status !== undefined && { status }), ...more };
}

/** Answers to a refund, and what they mean for a void. */
export const REFUND_ANSWERS: readonly (PublishedStripeAnswer & { voids: string })[] = (
  [
    [
      AM_CHARGES,
      [
        [['a refund without a status', refund(undefined), 'unknown'], 'unknown'],
        [['a refunded fee', { id: 'fr_1', object: 'fee_refund' }, 'unknown'], 'unknown'],
        [['already refunded', 400, requestError(undefined), 'refused'], 'too_late'],
        [['no such charge', 404, requestError(undefined), 'refused'], 'too_late'],
        [['a wrong key', 401, requestError(undefined), 'not_taken credentials'], 'unknown'],
      ],
    ],
    [
      OMNIPAY,
      [
        [['RefundSuccess.txt, a charge', { id: 'ch_1', object: 'charge' }, 'unknown'], 'unknown'],
        [['RefundFailure.txt, with status 200', { error: {} }, 'unknown'], 'unknown'],
        [
          [
            'CreateTransferRequestFailure.txt',
            402,
            { error: { type: 'insufficient_funds' } },
            'refused',
          ],
          'too_late',
        ],
      ],
    ],
    [
      HYPERSWITCH,
      [
        [['made', refund('succeeded'), 'refunded'], 'voided'],
        [['on its way', refund('pending'), 'pending'], 'requested'],
        [['waits for an action', refund('requires_action'), 'pending'], 'requested'],
        [['failed', refund('failed', { failure_reason: 'unknown' }), 'refused'], 'too_late'],
        [['canceled', refund('canceled'), 'refused'], 'too_late'],
        [['a status that is not listed', refund('some_novelty'), 'pending'], 'unknown'],
        [['too much', 400, requestError('amount_too_large'), 'refused'], 'too_late'],
        [['refunded before', 400, requestError('charge_already_refunded'), 'refused'], 'voided'],
        [['declined', 402, cardError('card_declined'), 'refused'], 'too_late'],
        [['a fault', 500, { error: { type: 'api_error' } }, 'unknown'], 'unknown'],
        [['a fault with 402', 402, { error: { type: 'api_error' } }, 'unknown'], 'unknown'],
        [['a locked object', 429, requestError('lock_timeout'), 'unknown'], 'unknown'],
        [
          ['too many requests', 429, requestError('rate_limit'), 'not_taken rate_limited'],
          'unknown',
        ],
      ],
    ],
    [PROXY, PAGES.map((row) => [row, 'unknown'])],
  ] as readonly (readonly [string, readonly (readonly [AnswerRow, string])[]])[]
).flatMap(([source, rows]) =>
  rows.flatMap(([row, voids]) => at('refund', source, [row]).map((one) => ({ ...one, voids }))),
);
