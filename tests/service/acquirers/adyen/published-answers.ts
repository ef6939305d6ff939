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
    [
      'not authenticated',
      refused('3D Not Authenticated', { additionalData: NOT_AUTHENTICATED }),
      'soft_decline not_authenticated',
    ],
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
      'an adjustment, which has no result code',
      {
        additionalData: { authCode: '70125' },
        pspReference: '8835574118820108',
        response: 'Authorised',
      },
      'unknown',
    ],
    ['a capture', { pspReference: PSP, response: '[capture-received]' }, 'unknown'],
    ['error 0', 422, error('0'), 'unknown'],
    ['error 10', 422, error('10'), REQUEST_REFUSED],
    ['error 101', 422, error('101'), 'soft_decline incorrect_number'],
    ['error 103', 422, error('103'), 'soft_decline incorrect_code'],
    ['error 702', 500, error('702'), 'unknown'],
  ]),
  ...answersFrom('Adyen/adyen-node-api-library', [
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
    ['error 14_012', 422, error('14_012', 'validation', { statusCode: 422 }), REQUEST_REFUSED],
    ['error 901', 403, error('901', 'security', { statusCode: 403 }), CREDENTIALS],
    ['error 171', 401, error('171', 'validationError', { status: 401 }), CREDENTIALS],
    ['a refused key without a code', 401, {}, CREDENTIALS],
    ['a refused key in words', 401, 'fail', 'unknown'],
    ['a problem with a key', 401, { title: 'Unauthorized', errorCode: '00_401' }, CREDENTIALS],
    ['a forbidden problem', 403, { title: 'Forbidden', errorCode: '00_403' }, CREDENTIALS],
    ['an error without a code', 422, { status: 422 }, 'unknown'],
  ]),
  ...answersFrom('Adyen/adyen-magento2', [
    ['Refused', { resultCode: 'Refused', pspReference: 'ABC12345' }, 'soft_decline other'],
    ['Cancelled', { resultCode: 'Cancelled', pspReference: 'ABC12345' }, 'soft_decline cancelled'],
    ['Pending', { resultCode: 'Pending', pspReference: 'ABC12345' }, 'pending'],
    ['Received', { resultCode: 'Received', pspReference: 'ABC12345' }, 'pending'],
    ['PresentToShopper', { resultCode: 'PresentToShopper', pspReference: 'ABC12345' }, 'unknown'],
    ['an unknown code', { resultCode: 'UNKNOWN_RESULT_CODE', pspReference: 'ABC1' }, 'unknown'],
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
