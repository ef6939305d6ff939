/** Answers of Adyen's Checkout API and of its older APIs, as tests of libraries and shop plugins have them. */
import { answersFrom, PAGES, type PublishedAnswer } from '../conformance/published-answers.ts';

const PSP = '8535296650153317';
const REQUEST_REFUSED = 'not_taken request_refused';
const CREDENTIALS = 'not_taken credentials';

function refused(refusalReason: string | null, more: object = {}) {
  return { pspReference: PSP, refusalReason, resultCode: 'Refused', ...more };
}

function error(errorCode: string, errorType = 'validation', more: object = {}) {
  return { errorCode, errorType, ...more };
}

function raw(refusalReasonRaw: string | null, more: object = {}) {
  return { additionalData: { refusalReasonRaw, ...more } };
}

const ACQUIRER_DATA = {
  authCode: '034788',
  'retry.attempt1.acquirer': 'TestPmmAcquirer',
  'retry.attempt1.responseCode': 'Approved',
  'retry.attempt1.rawResponse': 'AUTHORISED',
  acquirerAccountCode: 'TestPmmAcquirerAccount',
};

const NOT_AUTHENTICATED = {
  'threeds2.threeDS2Result.eci': '07',
  'threeds2.threeDS2Result.transStatusReason': '01',
  'threeds2.threeDS2Result.messageVersion': '2.1.0',
  'threeds2.threeDS2Result.transStatus': 'N',
};

const REDIRECT = {
  type: 'redirect',
  paymentMethodType: 'scheme',
  url: 'https://checkoutshopper-test.adyen.com/checkoutshopper/threeDS/redirect',
};

/** Answers to a request for a card payment of 12.50 EUR. Those with a reference or an amount have that of the test. */
export const PAYMENT_ANSWERS: readonly PublishedAnswer[] = [
  ...answersFrom('activemerchant/active_merchant adyen_test.rb', [
    ['authorised', { pspReference: PSP, resultCode: 'Authorised', authCode: '98696' }, 'approved'],
    [
      'authorised with checks',
      {
        additionalData: { cvcResult: '1 Matches', avsResult: '0 Unknown', cvcResultRaw: 'M' },
        pspReference: PSP,
        resultCode: 'Authorised',
        authCode: '50055',
      },
      'approved',
    ],
    [
      'authorised with the network reference',
      {
        additionalData: {
          ...ACQUIRER_DATA,
          liabilityShift: 'false',
          avsResult: '2 Neither postal code nor address match',
          threeDOffered: 'false',
          threeDAuthenticated: 'false',
          networkTxReference: '858435661128555',
          recurringProcessingModel: 'Subscription',
        },
        pspReference: '853623109930081E',
        resultCode: 'Authorised',
        authCode: '034788',
      },
      'approved',
    ],
    [
      'a payout that was authorised',
      {
        additionalData: { ...ACQUIRER_DATA, avsResult: '0 Unknown', authorisationMid: '50' },
        pspReference: 'GMTN2VTQGJHKGK82',
        resultCode: 'Authorised',
        authCode: '081439',
      },
      'approved',
    ],
    [
      'authorised and stored',
      {
        additionalData: { 'recurring.recurringDetailReference': '8315202663743702' },
        pspReference: PSP,
        resultCode: 'Authorised',
        authCode: '94571',
      },
      'approved',
    ],
    ['a credit', { pspReference: '883614109029400G', resultCode: 'Received' }, 'pending'],
    [
      'a challenge of 3-D Secure 1',
      {
        pspReference: PSP,
        resultCode: 'RedirectShopper',
        issuerUrl: 'https://test.adyen.com/hpp/3d/validate.shtml',
        md: 'md',
        paRequest: 'request',
      },
      'unknown',
    ],
    ['an expired card', refused('Expired Card'), 'soft_decline expired_card'],
    [
      'not authenticated',
      refused('3D Not Authenticated', { additionalData: NOT_AUTHENTICATED }),
      'soft_decline not_authenticated',
    ],
    ['refer to issuer', refused('Refused', raw('01: Refer to card issuer')), 'soft_decline other'],
    ["the issuer's N7", refused('Refused', raw('N7 : FRAUD')), 'soft_decline other'],
    ['no raw reason', refused('Unlisted reason', raw(null)), 'soft_decline other'],
    ['no reason at all', refused(null, raw(null)), 'soft_decline other'],
    [
      "the scheme's advice",
      refused(
        'Refused',
        raw('01: Refer to card issuer', {
          merchantAdviceCode: '01 : New account information available',
        }),
      ),
      'soft_decline other confirm_card_data',
    ],
    [
      'do not honor',
      refused('Refused', {
        ...raw('05 : Do not honor', { fraudResultType: 'GREEN', avsResultRaw: 'U' }),
        fraudResult: { accountScore: 0 },
      }),
      'soft_decline other',
    ],
    ['a refused verification', refused('Refused'), 'soft_decline other'],
    [
      'an adjustment, which has no result code',
      {
        additionalData: { authCode: '70125' },
        pspReference: '8835574118820108',
        response: 'Authorised',
      },
      'unknown',
    ],
    [
      'a refused adjustment, which has no result code',
      {
        additionalData: { authCode: '90745', refusalReasonRaw: '2' },
        pspReference: '8835574120337117',
        response: 'Refused',
      },
      'unknown',
    ],
    ['a capture', { pspReference: PSP, response: '[capture-received]' }, 'unknown'],
    ['a refund', { pspReference: PSP, response: '[refund-received]' }, 'unknown'],
    ['a cancellation', { pspReference: PSP, response: '[cancel-received]' }, 'unknown'],
    ['a reversal', { pspReference: PSP, response: '[cancelOrRefund-received]' }, 'unknown'],
    ['checks alone', { additionalData: { cvcResult: '1 Matches', avsResultRaw: 'M' } }, 'unknown'],
    ['a stored card', { aliasType: 'Default', pspReference: PSP, result: 'Success' }, 'unknown'],
    ['a removed card', { response: '[detail-successfully-disabled]' }, 'unknown'],
    ['error 0', 422, error('0'), 'unknown'],
    ['error 10', 422, error('10'), REQUEST_REFUSED],
    ['error 100', 422, error('100'), REQUEST_REFUSED],
    ['error 101', 422, error('101'), 'soft_decline incorrect_number'],
    [
      'error 101 of a payment with a reference',
      422,
      error('101', 'validation', { status: 422, pspReference: PSP }),
      'soft_decline incorrect_number',
    ],
    ['error 103', 422, error('103'), 'soft_decline incorrect_code'],
    ['error 104', 422, error('104'), REQUEST_REFUSED],
    ['error 130', 422, error('130'), REQUEST_REFUSED],
    ['error 132', 422, error('132'), REQUEST_REFUSED],
    ['error 167', 422, error('167'), REQUEST_REFUSED],
    ['error 702', 500, error('702'), 'unknown'],
    ['error 800', 422, error('800'), REQUEST_REFUSED],
  ]),
  ...answersFrom('Adyen/adyen-node-api-library', [
    [
      'authorised after fraud checks',
      {
        additionalData: {
          fraudResultType: 'GREEN',
          fraudManualReview: 'false',
          aliasType: 'Default',
          cardPaymentMethod: 'visa',
          cardIssuingCountry: 'NL',
        },
        fraudResult: {
          accountScore: 0,
          results: [
            { FraudCheckResult: { accountScore: 0, checkId: 2, name: 'CardChunkUsage' } },
            { FraudCheckResult: { accountScore: 0, checkId: 25, name: 'CVCAuthResultCheck' } },
          ],
        },
        pspReference: PSP,
        resultCode: 'Authorised',
      },
      'approved',
    ],
    ['authorised alone', { pspReference: PSP, resultCode: 'Authorised' }, 'approved'],
    [
      'authorised with an exemption',
      {
        additionalData: {
          scaExemptionRequested: 'transactionRiskAnalysis',
          'checkout.cardAddedBrand': 'visa',
        },
        pspReference: 'JVBXGSDM53RZNN82',
        resultCode: 'Authorised',
        authCode: '011381',
      },
      'approved',
    ],
    [
      'authorised without a reference',
      { resultCode: 'Authorised', additionalData: { refusalReasonRaw: 'AUTHORISED' } },
      'pending',
    ],
    [
      'a voucher',
      {
        additionalData: {
          'comprafacil.deadline': '3',
          'comprafacil.amount': '101.01',
          paymentMethod: 'multibanco',
        },
        pspReference: '8111111111111111',
        resultCode: 'Received',
      },
      'pending',
    ],
    [
      'a redirect to the issuer',
      {
        additionalData: {
          'threeds2.threeDS2ResponseData.messageVersion': '2.1.0',
          'threeds2.cardEnrolled': 'true',
          paymentMethod: 'mc',
          merchantReference: 'Your order number',
        },
        pspReference: 'JLCMPCQ8HXSKGK82',
        resultCode: 'RedirectShopper',
        action: { ...REDIRECT, method: 'GET' },
      },
      'challenge',
    ],
    [
      'a fingerprint',
      {
        action: { type: 'threeDS2', subtype: 'fingerprint', paymentMethodType: 'scheme' },
        pspReference: 'JLCMPCQ8HXSKGK82',
        resultCode: 'IdentifyShopper',
      },
      'unknown',
    ],
    [
      'a payout that was submitted',
      {
        additionalData: { fraudResultType: 'GREEN', fraudManualReview: 'false' },
        pspReference: '8515131751004933',
        resultCode: '[payout-submit-received]',
      },
      'unknown',
    ],
    [
      'a payout that was confirmed',
      { pspReference: '8815131762537886', response: '[payout-confirm-received]' },
      'unknown',
    ],
    ['a stored detail', { pspReference: PSP, resultCode: 'Success' }, 'unknown'],
    ['error 14_012', 422, error('14_012', 'validation', { statusCode: 422 }), REQUEST_REFUSED],
    ['error 14_018', 422, error('14_018', 'validation', { statusCode: 422 }), REQUEST_REFUSED],
    [
      'error 200 with a reference',
      422,
      error('200', 'validation', { status: 422, pspReference: 'DMB552CV6JHKGK82' }),
      REQUEST_REFUSED,
    ],
    ['error 901', 403, error('901', 'security', { statusCode: 403 }), CREDENTIALS],
    [
      'error 901 with a reference',
      403,
      error('901', 'security', { status: 403, pspReference: 'H9833RR6FASAAA82' }),
      CREDENTIALS,
    ],
    ['error 171', 401, error('171', 'validationError', { status: 401 }), CREDENTIALS],
    ['a refused key without a code', 401, {}, CREDENTIALS],
    ['a refused key in words', 401, 'fail', 'unknown'],
    ['a problem with a key', 401, { title: 'Unauthorized', errorCode: '00_401' }, CREDENTIALS],
    ['a forbidden problem', 403, { title: 'Forbidden', errorCode: '00_403' }, CREDENTIALS],
    ['an error without a code', 422, { status: 422 }, 'unknown'],
  ]),
  ...answersFrom('Adyen/adyen-magento2', [
    ['Refused', { resultCode: 'Refused', pspReference: 'ABC12345' }, 'soft_decline other'],
    ['Error', { resultCode: 'Error', pspReference: 'ABC12345' }, 'soft_decline other'],
    ['Cancelled', { resultCode: 'Cancelled', pspReference: 'ABC12345' }, 'soft_decline cancelled'],
    ['Pending', { resultCode: 'Pending', pspReference: 'ABC12345' }, 'pending'],
    [
      'Pending with a QR code',
      { resultCode: 'Pending', pspReference: 'ABC12345', action: { type: 'qrCode' } },
      'pending',
    ],
    ['Received', { resultCode: 'Received', pspReference: 'ABC12345' }, 'pending'],
    ['PresentToShopper', { resultCode: 'PresentToShopper', pspReference: 'ABC12345' }, 'unknown'],
    [
      'RedirectShopper with a QR code',
      { resultCode: 'RedirectShopper', pspReference: 'ABC12345', action: { type: 'qrCode' } },
      'unknown',
    ],
    ['IdentifyShopper', { resultCode: 'IdentifyShopper', action: { type: 'qrCode' } }, 'unknown'],
    ['ChallengeShopper', { resultCode: 'ChallengeShopper', action: { type: 'qrCode' } }, 'unknown'],
    ['Success, of a terminal', { resultCode: 'Success', pspReference: 'ABC12345' }, 'unknown'],
    ['GiftcardRefused', { resultCode: 'GiftcardRefused', pspReference: 'ABC12345' }, 'unknown'],
    ['an unknown code', { resultCode: 'UNKNOWN_RESULT_CODE', pspReference: 'ABC1' }, 'unknown'],
    ['another unknown code', { resultCode: 'UNRECOGNISED_RESULT_CODE' }, 'unknown'],
    ['a code in capitals', { resultCode: 'AUTHORISED', pspReference: 'ABC12345' }, 'unknown'],
    ['an error with 200', { resultCode: '', pspReference: 'ABC1', errorCode: '124' }, 'unknown'],
    ['error 000 with 200', { resultCode: '', pspReference: 'A', errorCode: '000' }, 'unknown'],
    ['an error and nothing else', { error: 'some error' }, 'unknown'],
    [
      'an amount that is a list',
      { additionalData: [], amount: [], resultCode: 'Authorised', pspReference: 'ABC12345' },
      'contradiction',
    ],
    [
      'a refusal with an amount that is a list',
      { additionalData: [], amount: [], resultCode: 'Refused', pspReference: 'ABC12345' },
      'contradiction',
    ],
    ['error 000', 422, error('000'), 'unknown'],
    ['error 000 about the key', 401, error('000', 'security', { status: 401 }), CREDENTIALS],
    ['error 124', 422, error('124'), REQUEST_REFUSED],
  ]),
  ...answersFrom('Adyen/adyen-commercetools', [
    [
      'authorised',
      {
        additionalData: { authCode: '010800', paymentMethod: 'visa', authorisationMid: '1000' },
        pspReference: '853587031437598F',
        resultCode: 'Authorised',
        amount: { currency: 'EUR', value: 1_250 },
        merchantReference: 'YOUR_REFERENCE',
        donationToken: 'testToken',
      },
      'approved',
    ],
    [
      'an acquirer error',
      {
        pspReference: '852587371926074H',
        refusalReason: 'Acquirer Error',
        resultCode: 'Error',
        refusalReasonCode: '4',
        merchantReference: '933',
      },
      'soft_decline try_later another',
    ],
    [
      'an expired card',
      {
        pspReference: PSP,
        refusalReason: 'Expired Card',
        resultCode: 'Refused',
        refusalReasonCode: '6',
        merchantReference: '933',
      },
      'soft_decline expired_card',
    ],
    [
      'a form that leads to the issuer',
      {
        resultCode: 'RedirectShopper',
        action: { ...REDIRECT, method: 'POST', data: { MD: 'md', PaReq: 'request' } },
        details: [{ key: 'MD', type: 'text' }],
        redirect: { method: 'POST', url: REDIRECT.url },
      },
      'unknown',
    ],
    [
      'a native challenge',
      {
        resultCode: 'ChallengeShopper',
        action: { paymentMethodType: 'scheme', type: 'threeDS2Challenge' },
        details: [{ key: 'threeds2.challengeResult', type: 'text' }],
      },
      'unknown',
    ],
    ['error 172', 422, error('172'), REQUEST_REFUSED],
  ]),
  ...answersFrom('juspay/hyperswitch connectors/adyen', [
    [
      'refused by code 2',
      {
        pspReference: PSP,
        resultCode: 'Refused',
        amount: { value: 1_250, currency: 'EUR' },
        merchantReference: 'pay_1',
        refusalReason: 'Refused',
        refusalReasonCode: '2',
      },
      'soft_decline other',
    ],
    [
      'a part',
      {
        pspReference: PSP,
        resultCode: 'PartiallyAuthorised',
        amount: { value: 1_250, currency: 'EUR' },
        merchantReference: 'pay_1',
      },
      'unknown',
    ],
    ['authenticated', { pspReference: PSP, resultCode: 'AuthenticationFinished' }, 'unknown'],
    ['unasked', { pspReference: PSP, resultCode: 'AuthenticationNotRequired' }, 'unknown'],
    ['a declined payout', { resultCode: '[payout-decline-received]' }, 'unknown'],
    ['error 905', 500, error('905', 'configuration', { status: 500 }), 'unknown'],
    ['an internal error', 422, error('905', 'internal', { status: 422 }), 'unknown'],
    ['a repeated request', 422, error('704', 'validation', { status: 422 }), 'unknown'],
    ['too many requests', 429, error('10_003', 'validation'), 'not_taken rate_limited'],
    ['a request that is no JSON', 400, error('702'), REQUEST_REFUSED],
  ]),
  ...answersFrom('a server before Adyen', [
    ...PAGES,
    ['a firewall', 403, '<html><h1>403 Forbidden</h1></html>', 'unknown'],
    ['a limit of a proxy', 429, '<html><h1>429 Too Many Requests</h1></html>', 'unknown'],
    ['a path that does not exist', 404, '<html><h1>404 Not Found</h1></html>', 'unknown'],
  ]),
];

/** Answers to requests that give money back or cancel. */
export const MODIFICATION_ANSWERS: readonly (PublishedAnswer & { voids: string })[] = [
  ...answersFrom('Adyen/adyen-node-api-library modification.spec.ts', [
    ['received', 201, { pspReference: '863620292981235B', status: 'received' }, 'pending'],
    ['error 167', 422, error('167', 'validation', { status: 422 }), 'refused'],
  ]).map((one) => ({ ...one, voids: one.status === 201 ? 'requested' : 'too_late' })),
  ...answersFrom('Adyen/adyen-magento2 AbstractModificationsResponseValidatorTest.php', [
    ['no reference', 201, { status: 'received' }, 'unknown'],
    ['failed', 201, { status: 'failed', pspReference: 'mock_pspreference' }, 'unknown'],
  ]).map((one, index) => ({ ...one, voids: index === 0 ? 'requested' : 'unknown' })),
  ...answersFrom('activemerchant/active_merchant adyen_test.rb', [
    ['a refund', { pspReference: '8514775559925128', response: '[refund-received]' }, 'unknown'],
    ['a cancellation', { pspReference: PSP, response: '[cancel-received]' }, 'unknown'],
    ['error 0', 422, error('0'), 'unknown'],
  ]).map((one) => ({ ...one, voids: 'unknown' })),
  ...answersFrom('a server before Adyen', PAGES).map((one) => ({ ...one, voids: 'unknown' })),
];
