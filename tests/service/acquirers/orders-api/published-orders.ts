/** Orders in the specification's form, and orders of other interfaces as tests of other programs have them. */
import { answersFrom, PAGES, type PublishedAnswer } from '../conformance/published-answers.ts';

interface OrderRow {
  what: string;
  /** The members besides the id, the reference, the amount and the currency. */
  order: object;
  /** The outcome for a card, and for a transfer. */
  ends: readonly [card: string, transfer: string];
}

const FEES = {
  fee_percent: 2.9,
  fee_fixed: 0.3,
  fee_min: 0.5,
  fee_max: 100,
  fee_total: 0.66,
  total: 11.84,
};

/** Every member that the specification lists for a payin, with a value of its type. */
const EVERY_MEMBER = {
  ...FEES,
  group_id: '0f2e0901-6de9-4bcc-85ec-832f4f62ca36',
  seq_id: 7,
  payment_method_currency: 'USD',
  payment_method_amount: 13.5,
  conversion_rate: 1.08,
  hold_amount: 1.18,
  settlement_period: 7,
  rolling_percent: 5,
  rolling_amount: 0.59,
  merchant_gate_method_id: 'a46502d0-80ba-425b-a6db-2c57e9de91da',
  merchant_id: 'a46502d0-80ba-425b-a6db-2c57e9de91db',
  payment_method_data: { bank_id: 'bank', iban: 'DE89370400440532013000', pix_key: 'key' },
  card_number: '411111******1111',
  customer: { first_name: 'Ada', address: { country: 'PL', city: 'Warszawa' } },
  return_url: 'https://shop.test/back',
  rrn: '403311223344',
  create_date: 1_764_300_000,
  update_date: 1_764_300_060,
  comment: '',
};

const NO_VALUES = Object.fromEntries(Object.keys(EVERY_MEMBER).map((name) => [name, null]));

const UNKNOWN = ['unknown', 'unknown'] as const;
const WAITING = ['pending', 'waiting'] as const;

/** By the specification's states and enumerations. */
export const ORDERS: readonly OrderRow[] = [
  { what: 'SUCCESS', order: { status: 'SUCCESS' }, ends: ['approved', 'approved'] },
  {
    what: 'SUCCESS with every member',
    order: { ...EVERY_MEMBER, status: 'SUCCESS', resolution: 'OK' },
    ends: ['approved', 'approved'],
  },
  {
    what: 'SUCCESS with null for what has no value',
    order: { ...NO_VALUES, status: 'SUCCESS', resolution_code: null, provider_error_message: null },
    ends: ['approved', 'approved'],
  },
  {
    what: 'SUCCESS with members that the specification lacks',
    order: { status: 'SUCCESS', company_id: 'x', terminal: { id: 1 }, tags: ['a'] },
    ends: ['approved', 'approved'],
  },
  { what: 'CREATED', order: { status: 'CREATED' }, ends: WAITING },
  {
    what: 'CREATED with every member',
    order: { ...EVERY_MEMBER, status: 'CREATED' },
    ends: WAITING,
  },
  { what: 'CREATED with nulls', order: { ...NO_VALUES, status: 'CREATED' }, ends: WAITING },
  { what: 'IN_PROGRESS', order: { status: 'IN_PROGRESS' }, ends: WAITING },
  { what: 'PROCESS_PENDING', order: { status: 'PROCESS_PENDING' }, ends: WAITING },
  {
    what: 'CREATED with a message',
    order: { status: 'CREATED', provider_error_message: 'no funds' },
    ends: ['soft_decline other', 'waiting'],
  },
  {
    what: 'FAILED by the acquirer',
    order: { status: 'FAILED', resolution: 'PROVIDER_ERROR', provider_error_message: 'no' },
    ends: ['hard_decline other', 'hard_decline other'],
  },
  {
    what: 'FAILED with an empty message',
    order: { status: 'FAILED', resolution: 'PROVIDER_ERROR', provider_error_message: '' },
    ends: ['hard_decline other', 'hard_decline other'],
  },
  ...(
    [
      ['ACCESS_DENIED', 'other'],
      ['AMOUNT_OVER_LIMIT', 'limit another'],
      ['AMOUNT_UNDER_LIMIT', 'limit another'],
      ['BALANCE_INSUFFICIENT', 'other'],
      ['BALANCE_UPDATE_FAILED', 'try_later another'],
      ['BLACKLISTED_INPUT_DATA', 'fraud'],
      ['CURRENCY_INVALID', 'other'],
      ['DESTINATION_ACCOUNT_INVALID', 'other'],
      ['MERCHANT_MISCONFIGURATION', 'other'],
      ['METHOD_INACTIVE', 'other'],
      ['METHOD_NOT_FOUND', 'other'],
      ['ORDER_CANNOT_BE_PROCESSED', 'other'],
      ['ORDER_CANNOT_BE_ROUTED', 'try_later another'],
      ['ORDER_FAILED_MANUALLY', 'other'],
      ['PAYMENT_METHOD_NOT_SUPPORTED', 'other'],
      ['PROVIDER_NOT_SUPPORTED', 'try_later another'],
      ['REPORT_GENERATION_FAILED', 'other'],
      ['RESOURCE_NOT_FOUND', 'other'],
      ['UNKNOWN_ERROR', 'other'],
      ['VALIDATION_FAILED', 'other'],
      ['WORKFLOW_EXECUTION_SKIPPED', 'other'],
    ] as const
  ).map(([code, reason]) => ({
    what: `FAILED with ${code}`,
    order: { status: 'FAILED', resolution: 'SYSTEM_ERROR', resolution_code: code },
    ends: [`hard_decline ${reason}`, `hard_decline ${reason}`] as const,
  })),
  {
    what: 'CLOSED',
    order: { status: 'CLOSED', resolution: 'SYSTEM_ERROR' },
    ends: ['pending', 'not_taken request_refused'],
  },
  { what: 'a status that is not listed', order: { status: 'REFUNDED' }, ends: UNKNOWN },
  { what: 'a status in small letters', order: { status: 'success' }, ends: UNKNOWN },
  {
    what: 'FAILED with a code that is not listed',
    order: { status: 'FAILED', resolution_code: 'SOME_NOVELTY' },
    ends: UNKNOWN,
  },
  { what: 'no status', order: { status: undefined }, ends: UNKNOWN },
  { what: 'SUCCESS without an id', order: { status: 'SUCCESS', id: undefined }, ends: UNKNOWN },
  { what: 'SUCCESS, amount as text', order: { status: 'SUCCESS', amount: '12.50' }, ends: UNKNOWN },
  {
    what: 'SUCCESS without an amount',
    order: { status: 'SUCCESS', amount: undefined },
    ends: UNKNOWN,
  },
  {
    what: 'SUCCESS in no currency',
    order: { status: 'SUCCESS', currency: undefined },
    ends: UNKNOWN,
  },
  { what: 'SUCCESS in GBP', order: { status: 'SUCCESS', currency: 'GBP' }, ends: UNKNOWN },
];

/** Orders in the specification's form that are not the test's. */
export const OTHER_ORDERS: readonly (readonly [what: string, changes: object])[] = [
  ['another reference', { reference_id: 'mid_164546381445' }],
  ['an empty reference', { reference_id: '' }],
  ['a cent less', { amount: 12.49 }],
  ['minor units', { amount: 1_250 }],
  ['a part of a cent more', { amount: 12.504 }],
  ['a part of a cent less', { amount: 12.496 }],
  ['nothing', { amount: 0 }],
  ['a negative amount', { amount: -12.5 }],
  ['another currency', { currency: 'KZT' }],
];

const CARD = { expiry_month: '09', brand: 'visa', card_type: 'credit', cvc_check: 'pass' };

/** Answers of other interfaces. They say nothing about an order of ours, whatever they say. */
export const FOREIGN_ANSWERS: readonly PublishedAnswer[] = [
  ...answersFrom('activemerchant/active_merchant worldpay_online_payments_test.rb', [
    [
      'successful_purchase_response',
      {
        orderCode: '0f2e0901-6de9-4bcc-85ec-832f4f62ca36',
        amount: 1_250,
        currencyCode: 'EUR',
        paymentStatus: 'SUCCESS',
        paymentResponse: { type: 'ObfuscatedCard', cardType: 'VISA_CREDIT' },
        environment: 'TEST',
      },
      'unknown',
    ],
    [
      'successful_authorize_response',
      {
        orderCode: 'a46502d0-80ba-425b-a6db-2c57e9de91da',
        amount: 0,
        authorizeOnly: true,
        paymentStatus: 'AUTHORIZED',
        authorizedAmount: 1_250,
      },
      'unknown',
    ],
    [
      'failed_authorize_response',
      200,
      { httpStatusCode: 400, customCode: 'BAD_REQUEST' },
      'unknown',
    ],
  ]),
  ...answersFrom('activemerchant/active_merchant airwallex_test.rb', [
    [
      'successful_purchase_response',
      {
        id: 'int_hkdmtp6bpg79nn35u43',
        amount: 12.5,
        currency: 'EUR',
        merchant_order_id: 'mid_164546381445',
        status: 'SUCCEEDED',
        captured_amount: 12.5,
        latest_payment_attempt: { status: 'AUTHORIZED', payment_method: { card: CARD } },
      },
      'unknown',
    ],
    [
      'successful_payment_intent_response',
      { id: 'int_1', amount: 12.5, currency: 'EUR', status: 'REQUIRES_PAYMENT_METHOD' },
      'unknown',
    ],
    [
      'successful_void_response',
      { id: 'int_1', amount: 12.5, currency: 'EUR', status: 'CANCELLED' },
      'unknown',
    ],
    ['failed_purchase_response', { code: 'issuer_declined' }, 'unknown'],
  ]),
  ...answersFrom('activemerchant/active_merchant rapyd_test.rb', [
    [
      'successful_purchase_response',
      {
        status: { error_code: '', status: 'SUCCESS', operation_id: '1' },
        data: { id: 'payment_1', amount: 12.5, currency_code: 'EUR', status: 'CLO', paid: true },
      },
      'unknown',
    ],
    [
      'failed_purchase_response',
      { status: { error_code: 'ERROR_PROCESSING_CARD - [05]', status: 'ERROR' } },
      'unknown',
    ],
  ]),
  ...answersFrom('activemerchant/active_merchant openpay_test.rb', [
    [
      'successful_purchase_response',
      { id: 'tay1mauq3re4iuuk8bm4', amount: 12.5, currency: 'EUR', status: 'completed' },
      'unknown',
    ],
  ]),
  ...answersFrom('juspay/hyperswitch', [
    [
      'a payment that succeeded',
      { payment_id: 'pay_1', status: 'succeeded', amount: 1_250, amount_received: 1_250 },
      'unknown',
    ],
    [
      'a payment that failed',
      { payment_id: 'pay_1', status: 'failed', error_code: '2', unified_code: 'UE_3000' },
      'unknown',
    ],
  ]),
  ...answersFrom('thephpleague/omnipay-stripe', [
    ['PurchaseSuccess.txt', { id: 'ch_1', object: 'charge', paid: true, amount: 1_250 }, 'unknown'],
  ]),
  ...answersFrom('pay-rails/pay lemon_squeezy', [
    [
      'order_created.json',
      { meta: { event_name: 'order_created' }, data: { type: 'orders', id: '1' } },
      'unknown',
    ],
  ]),
  ...answersFrom('a server before the acquirer', PAGES),
];

/** Refusals of a request that carries card data. */
export const CARD_REFUSALS: readonly PublishedAnswer[] = [
  ...answersFrom('activemerchant/active_merchant worldpay_online_payments_test.rb', [
    [
      'BAD_REQUEST',
      400,
      { httpStatusCode: 400, customCode: 'BAD_REQUEST' },
      'not_taken request_refused',
    ],
    [
      'UNAUTHORIZED',
      401,
      { httpStatusCode: 401, customCode: 'UNAUTHORIZED' },
      'not_taken credentials',
    ],
    [
      'ORDER_NOT_FOUND',
      404,
      { httpStatusCode: 404, customCode: 'ORDER_NOT_FOUND' },
      'not_taken request_refused',
    ],
  ]),
  ...answersFrom('juspay/hyperswitch', [
    [
      'IR_14',
      400,
      { error: { type: 'invalid_request', code: 'IR_14' } },
      'not_taken request_refused',
    ],
    ['too many requests', 429, { error: {} }, 'not_taken rate_limited'],
    ['a conflict', 409, { error: { type: 'invalid_request' } }, 'unknown'],
    ['a server error', 500, { error: { type: 'api' } }, 'unknown'],
  ]),
  ...answersFrom(
    'a server before the acquirer',
    PAGES.filter((row) => row.length === 4 && row[1] >= 400),
  ),
];

/** Payouts in the specification's form: the orders with the reference, and the outcome. */
export const PAYOUTS: readonly (readonly [what: string, parts: readonly object[], ends: string])[] =
  [
    ['one that succeeded', [{ status: 'SUCCESS' }], 'paid'],
    ['one with nulls', [{ ...NO_VALUES, status: 'SUCCESS', resolution_code: null }], 'paid'],
    ['one that failed', [{ status: 'FAILED', resolution_code: 'BALANCE_INSUFFICIENT' }], 'refused'],
    ['one that was closed', [{ status: 'CLOSED' }], 'refused'],
    ['one that waits', [{ status: 'PROCESS_PENDING' }], 'pending'],
    [
      'two parts',
      [
        { status: 'SUCCESS', amount: 10 },
        { status: 'SUCCESS', amount: 2.5 },
      ],
      'paid',
    ],
    [
      'two parts, one of which waits',
      [
        { status: 'SUCCESS', amount: 10 },
        { status: 'IN_PROGRESS', amount: 2.5 },
      ],
      'pending',
    ],
    [
      'two parts, one of which failed',
      [
        { status: 'SUCCESS', amount: 10 },
        { status: 'FAILED', amount: 2.5 },
      ],
      'contradiction',
    ],
    ['another reference', [{ status: 'SUCCESS', reference_id: 'mid_1' }], 'contradiction'],
    [
      'another reference that failed',
      [{ status: 'FAILED', reference_id: 'mid_1' }],
      'contradiction',
    ],
    [
      'a part of another payout',
      [
        { status: 'SUCCESS', amount: 10 },
        { status: 'SUCCESS', amount: 2.5, reference_id: 'mid_1' },
      ],
      'contradiction',
    ],
    ['a cent less', [{ status: 'SUCCESS', amount: 12.49 }], 'contradiction'],
    ['a part of a cent less', [{ status: 'SUCCESS', amount: 12.496 }], 'contradiction'],
    ['minor units', [{ status: 'FAILED', amount: 1_250 }], 'contradiction'],
    ['another currency', [{ status: 'SUCCESS', currency: 'USD' }], 'contradiction'],
    ['a status that is not listed', [{ status: 'RETURNED' }], 'unknown'],
  ];

/** Bodies of others' webhooks. Signed or not, nothing in them is one of ours. */
export const FOREIGN_WEBHOOKS: readonly (readonly [source: string, body: unknown])[] = [
  [
    'juspay/hyperswitch outgoing webhook',
    { event_type: 'payment_succeeded', content: { object: { payment_id: 'pay_1' } } },
  ],
  [
    'pay-rails/pay order_created.json',
    { meta: { event_name: 'order_created' }, data: { type: 'orders' } },
  ],
  ['stripe', { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', data: {} }],
  ['Adyen', { live: 'false', notificationItems: [{ NotificationRequestItem: {} }] }],
  ['worldpay', [{ orderCode: '1', paymentStatus: 'SUCCESS', amount: 1_250 }]],
  ['a list of text', ['SUCCESS']],
  ['text', 'SUCCESS'],
];
