/**
 * Items of Adyen's webhooks as tests of libraries and shop plugins have them, with the members that matter. Each names
 * the payment, the amount and the account of the test, as far as the source names any; the payment waits for its
 * outcome.
 */
export interface PublishedItem {
  /** Where the item is published. */
  source: string;
  item: { eventCode: string; additionalData?: object; [member: string]: unknown };
  /**
   * The outcome of the attempt, as `describeEnd` writes it; `notice` or `dispute` and its step for an item that is about
   * something else.
   */
  ends: string;
}

const PAYMENT = 'PX';
const OWN = '8514853640987132';
/** A modification names the payment as its original one. */
const OF_PAYMENT = { pspReference: OWN, originalReference: PAYMENT };

type ItemRow = readonly [what: string, item: PublishedItem['item'], ends: string];

function itemsFrom(source: string, rows: readonly ItemRow[]): PublishedItem[] {
  return rows.map(([what, item, ends]) => ({ source: `${source}: ${what}`, item, ends }));
}

/** The events that a plugin's table has, with both results where it has both. */
const COMMERCETOOLS_EVENTS: readonly (readonly [event: string, success: string, ends: string])[] = [
  ['AUTHORISATION_ADJUSTMENT', 'false', 'notice'],
  ['AUTHORISATION_ADJUSTMENT', 'true', 'notice'],
  ['CANCELLATION', 'false', 'pending'],
  ['CANCELLATION', 'true', 'never_seen'],
  ['CANCEL_OR_REFUND', 'false', 'pending'],
  ['CANCEL_OR_REFUND', 'true', 'never_seen'],
  ['CAPTURE', 'false', 'notice'],
  ['CAPTURE', 'true', 'approved'],
  ['CAPTURE_FAILED', 'true', 'notice'],
  ['PAIDOUT_REVERSED', 'true', 'notice'],
  ['REFUND', 'false', 'notice'],
  ['REFUND', 'true', 'notice'],
  ['REFUND_FAILED', 'true', 'notice'],
  ['REFUNDED_REVERSED', 'true', 'notice'],
  ['DEACTIVATE_RECURRING', 'false', 'notice'],
  ['CHARGEBACK', 'true', 'dispute charged_back'],
  ['SECOND_CHARGEBACK', 'false', 'notice'],
  ['SECOND_CHARGEBACK', 'true', 'dispute charged_back_again'],
  ['CHARGEBACK_REVERSED', 'true', 'dispute won'],
  ['NOTIFICATION_OF_CHARGEBACK', 'true', 'dispute announced'],
  ['NOTIFICATION_OF_FRAUD', 'true', 'notice'],
  ['PREARBITRATION_WON', 'false', 'notice'],
  ['PREARBITRATION_WON', 'true', 'dispute arbitration_won'],
  ['PREARBITRATION_LOST', 'false', 'notice'],
  ['PREARBITRATION_LOST', 'true', 'dispute arbitration_lost'],
  ['REQUEST_FOR_INFORMATION', 'true', 'dispute inquiry_opened'],
  ['PAYOUT_EXPIRE', 'true', 'notice'],
  ['PAYOUT_DECLINE', 'true', 'notice'],
  ['PAYOUT_THIRDPARTY', 'false', 'notice'],
  ['PAYOUT_THIRDPARTY', 'true', 'notice'],
  ['REFUND_WITH_DATA', 'false', 'notice'],
  ['REFUND_WITH_DATA', 'true', 'notice'],
  ['HANDLED_EXTERNALLY', 'true', 'notice'],
  ['ORDER_OPENED', 'true', 'notice'],
  ['ORDER_CLOSED', 'true', 'notice'],
  ['PENDING', 'true', 'notice'],
  ['PROCESS_RETRY', 'true', 'notice'],
  ['REPORT_AVAILABLE', 'true', 'notice'],
];

/** Events that other plugins handle besides. */
const PLUGIN_EVENTS: readonly (readonly [event: string, ends: string])[] = [
  ['MANUAL_REVIEW_ACCEPT', 'notice'],
  ['MANUAL_REVIEW_REJECT', 'notice'],
  ['RECURRING_CONTRACT', 'notice'],
  ['VOID_PENDING_REFUND', 'notice'],
  ['DONATION', 'notice'],
  ['POS_APPROVED', 'notice'],
  ['AUTORESCUE', 'notice'],
  ['CANCEL_AUTORESCUE', 'notice'],
  ['POSTPONED_REFUND', 'notice'],
  ['TECHNICAL_CANCEL', 'never_seen'],
  ['EXPIRE', 'never_seen'],
  ['OFFER_CLOSED', 'never_seen'],
  ['recurring.token.created', 'notice'],
  // Not a code of Adyen's: the code of a returned refund is REFUNDED_REVERSED.
  ['REFUND_REVERSED', 'notice'],
];

export const PUBLISHED_ITEMS: readonly PublishedItem[] = [
  ...itemsFrom('Adyen/adyen-node-api-library', [
    [
      'authorisationTrue.json',
      {
        additionalData: {
          expiryDate: '12/2012',
          ' NAME1 ': 'VALUE1',
          authCode: '1234',
          totalFraudScore: '10',
          NAME2: '  VALUE2  ',
          'fraudCheck-6-ShopperIpUsage': '10',
          paymentLinkId: 'ABCDEFG',
          realtimeAccountUpdaterStatus: 'status',
        },
        eventCode: 'AUTHORISATION',
        eventDate: '2017-01-19T16:42:03+01:00',
        operations: ['CANCEL', 'CAPTURE', 'REFUND'],
        paymentMethod: 'visa',
        pspReference: PAYMENT,
        success: 'true',
      },
      'approved',
    ],
    [
      'captureFalse.json',
      {
        ...OF_PAYMENT,
        eventCode: 'CAPTURE',
        paymentMethod: 'visa',
        reason: 'Insufficient balance on payment',
        success: 'false',
      },
      'notice',
    ],
    [
      'captureTrue.json',
      { ...OF_PAYMENT, eventCode: 'CAPTURE', paymentMethod: 'visa', reason: '', success: 'true' },
      'approved',
    ],
    ['refundFalse.json', { ...OF_PAYMENT, eventCode: 'REFUND', success: 'false' }, 'notice'],
    ['refundTrue.json', { ...OF_PAYMENT, eventCode: 'REFUND', success: 'true' }, 'notice'],
  ]),
  ...itemsFrom('Adyen/adyen-commercetools', [
    [
      'an authorisation without a reason',
      { eventCode: 'AUTHORISATION', pspReference: PAYMENT, success: 'true' },
      'approved',
    ],
    [
      'a refused authorisation without a reason',
      { eventCode: 'AUTHORISATION', pspReference: PAYMENT, success: 'false' },
      'soft_decline other',
    ],
    [
      'an authorisation with metadata',
      {
        additionalData: { 'metadata.ctProjectKey': 'YOUR_PROJECT_KEY' },
        eventCode: 'AUTHORISATION',
        pspReference: PAYMENT,
        reason: '037397:1111:03/2030',
        success: 'true',
      },
      'approved',
    ],
    [
      "a cancellation with the payment's reference",
      { eventCode: 'CANCELLATION', pspReference: PAYMENT, success: 'true' },
      'never_seen',
    ],
    [
      "a capture with the payment's reference",
      { eventCode: 'CAPTURE', pspReference: PAYMENT, success: 'true' },
      'approved',
    ],
    [
      "a failed capture with the payment's reference",
      { eventCode: 'CAPTURE_FAILED', pspReference: PAYMENT, success: 'true' },
      'notice',
    ],
    [
      'a reversal that says in an unsigned member that it cancelled',
      {
        ...OF_PAYMENT,
        additionalData: { 'modification.action': 'cancel' },
        eventCode: 'CANCEL_OR_REFUND',
        success: 'true',
      },
      'never_seen',
    ],
    ...COMMERCETOOLS_EVENTS.map(
      ([eventCode, success, ends]) =>
        [`${eventCode} ${success}`, { ...OF_PAYMENT, eventCode, success }, ends] as const,
    ),
  ]),
  ...itemsFrom('Adyen/php-webhook-module and adyen-magento2', [
    ...PLUGIN_EVENTS.map(
      ([eventCode, ends]) =>
        [eventCode, { ...OF_PAYMENT, eventCode, success: 'true' }, ends] as const,
    ),
    [
      'an authorisation with an original reference',
      {
        additionalData: { some: 'data' },
        eventCode: 'AUTHORISATION',
        pspReference: PAYMENT,
        originalReference: 'psp-orig-001',
        reason: 'Authorised',
        success: 'true',
      },
      'approved',
    ],
  ]),
  ...itemsFrom('juspay/hyperswitch connectors/adyen', [
    [
      "a refusal in Adyen's words",
      {
        eventCode: 'AUTHORISATION',
        pspReference: PAYMENT,
        reason: 'Not enough balance',
        success: 'false',
      },
      'soft_decline insufficient_funds',
    ],
    [
      'a refusal in capitals',
      { eventCode: 'AUTHORISATION', pspReference: PAYMENT, reason: 'REFUSED', success: 'false' },
      'soft_decline other',
    ],
  ]),
];

/** Webhooks that are signed with a key that is published with them. */
export const SIGNED_ITEMS = [
  {
    source: 'Adyen/adyen-node-api-library hmacValidator.spec.ts',
    eventCode: 'REPORT_AVAILABLE',
    hmacSignature: 'ZNBPtI+oDyyRrLyD1XirkKnQgIAlFc07Vj27TeHsDRE=',
  },
  {
    source: 'Adyen/adyen-node-api-library hmacValidator.spec.ts',
    eventCode: 'EVENT',
    hmacSignature: 'ipnxGCaUZ4l8TUW75a71/ghd2Fe5ffvX0pV4TLTntIc=',
  },
].map(({ source, eventCode, hmacSignature }) => ({
  source,
  hmacKey: 'DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00',
  item: {
    pspReference: 'pspReference',
    originalReference: 'originalReference',
    merchantAccountCode: 'merchantAccount',
    merchantReference: 'reference',
    amount: { currency: 'EUR', value: 1_000 },
    eventCode,
    success: 'true',
    additionalData: { hmacSignature },
  },
}));

/** Whole bodies of which nothing may be taken: they are unsigned, or not of these webhooks. */
export const REFUSED_BODIES: readonly (readonly [source: string, body: object])[] = [
  [
    'Adyen/adyen-magento2 IndexTest.php',
    { notificationItems: [{ NotificationRequestItem: { eventCode: 'AUTHORISATION' } }] },
  ],
  [
    'Adyen/adyen-magento2 StandardWebhookAcceptorTest.php',
    {
      live: 'false',
      notificationItems: [
        {
          NotificationRequestItem: {
            additionalData: { some: 'data' },
            amount: { value: 1_000, currency: 'EUR' },
            eventCode: 'AUTHORISATION',
            merchantReference: '100000001',
            pspReference: 'psp-123',
            success: 'true',
          },
        },
      ],
    },
  ],
  [
    'Adyen/adyen-commercetools notification-refund-fail.json',
    {
      live: 'false',
      notificationItems: [
        {
          NotificationRequestItem: {
            additionalData: { 'metadata.ctProjectKey': 'YOUR_PROJECT_KEY' },
            amount: { currency: 'EUR', value: 200 },
            eventCode: 'REFUND',
            merchantAccountCode: 'YOUR_MERCHANT_ACCOUNT',
            merchantReference: '8313842560770001',
            originalReference: '883605782632488F',
            pspReference: '883606224931332F',
            success: 'false',
          },
        },
      ],
    },
  ],
  [
    'Adyen/adyen-node-api-library accountHolderCreated.json',
    {
      data: { balancePlatform: 'YOUR_BALANCE_PLATFORM', accountHolder: { status: 'active' } },
      environment: 'test',
      type: 'balancePlatform.accountHolder.created',
    },
  ],
  [
    'Adyen/adyen-node-api-library transactionWebhooks.spec.ts',
    {
      data: { amount: { value: 7_000, currency: 'EUR' }, status: 'booked' },
      environment: 'test',
      type: 'balancePlatform.transaction.created',
    },
  ],
];
