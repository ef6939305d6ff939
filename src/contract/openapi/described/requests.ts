import { browserInfo, cardDataRequest } from '../../schemas/card-data.ts';
import { createPayinRequest } from '../../schemas/payin.ts';
import { createPayoutRequest } from '../../schemas/payout.ts';
import { described } from './described.ts';

const REFERENCE =
  "The merchant's name for this one payment, for ever: unique among its payins, or among its payouts. A fresh UUID does well.";
const CURRENCY = "The currency of `amount`, which must be the payment method's own.";
const AMOUNT =
  'What is to be paid, in major units of `currency`: 12.5 is 12 euros 50. Above zero, at most 12 digits before the point and 2 after it, written without exponent.';
const PAYIN_METHOD =
  "The id of one of the merchant's payin methods, from the operator or from sandbox.json.";
const METHOD_DATA = 'What the payment method is told beside the order; none of it is needed.';

const RETURN_URL = 'Absolute http or https address without credentials; empty for none.';

/** What an order is made of, whoever asks for one. */
export const ORDERED = {
  reference: REFERENCE,
  currency: CURRENCY,
  amount: AMOUNT,
  payinMethod: PAYIN_METHOD,
} as const;

/** The bodies of requests. Members that are not described here are refused. */
export const REQUESTS = [
  described(
    'CreatePayinRequest',
    createPayinRequest,
    'A payment that a merchant expects from a payer.',
    {
      reference_id: REFERENCE,
      currency: CURRENCY,
      amount: AMOUNT,
      merchant_gate_method_id: PAYIN_METHOD,
      payment_method_data: METHOD_DATA,
      customer: 'The payer, as far as the merchant knows them; `{}` for nothing.',
      callback_url:
        "Where this order's webhook goes, in place of the merchant's own address: an absolute http or https address without credentials; empty for none.",
      return_urls: 'Where the payment page sends the shopper afterwards.',
    },
  ),
  described(
    'ReturnUrls',
    createPayinRequest.shape.return_urls.unwrap(),
    'Addresses of the shop, by outcome. Without one there is no way back to the shop in that case.',
    {
      success: `Where the shopper goes once the order is paid. ${RETURN_URL}`,
      pending: `Where the shopper goes when they leave an order that is still open. ${RETURN_URL}`,
      fail: `Where the shopper goes once the order is FAILED or CLOSED. ${RETURN_URL}`,
    },
  ),
  described(
    'CreatePayoutRequest',
    createPayoutRequest,
    "A payment that a merchant makes from its gate's balance.",
    {
      reference_id: REFERENCE,
      currency: CURRENCY,
      amount: AMOUNT,
      destination_account:
        "Where the money goes, in the spelling of the method's payment source: a card number (spaces, dots and dashes are taken out), a TRON address, a telephone number with its plus sign, a PIX key, an account. Whether it fits the method, the order says.",
      merchant_gate_method_id:
        "The id of one of the merchant's payout methods, from the operator or from sandbox.json.",
      payment_method_data: METHOD_DATA,
      customer: 'The payee, as far as the merchant knows them; `{}` for nothing.',
      comment: "The merchant's own words about the payout, shown with the order.",
    },
  ),
  described(
    'CardDataRequest',
    cardDataRequest,
    'A card for an order that awaits one. Only for merchants who may see card data.',
    {
      order_id: 'The id of the payin, from the answer that created it.',
      card_number:
        'The card number as it was typed: 12 to 19 digits with a right check digit, with spaces and hyphens where they like.',
      first_name: "The cardholder's first name, as it is printed on the card.",
      last_name: "The cardholder's last name, as it is printed on the card.",
      cvv: "The card's security code, 3 or 4 digits.",
      exp_month: "The month of the card's expiry, 01 to 12.",
      exp_year:
        "The last two digits of the year of the card's expiry. A card that has expired by the service's clock is refused.",
      customer: 'The payer; `{}` for nothing.',
      browser_info: "The payer's browser, for 3-D Secure.",
    },
  ),
  described(
    'BrowserInfo',
    browserInfo,
    "What the payer's browser says of itself, as EMV 3-D Secure wants it.",
    {
      color_depth: 'Bits of colour per pixel, in digits: `screen.colorDepth`.',
      java_enabled: 'Whether Java can run: `navigator.javaEnabled()`.',
      screen_height: "The screen's height in CSS pixels, in digits: `screen.height`.",
      screen_width: "The screen's width in CSS pixels, in digits: `screen.width`.",
      timezone:
        'Minutes from local time to UTC, negative east of Greenwich: `Date.prototype.getTimezoneOffset()`.',
      device_channel:
        'How the payer came: 01 by an app, 02 by a browser, 03 not at all (the merchant asks alone).',
      window_height: "The browser window's height in CSS pixels, in digits: `innerHeight`.",
      window_width: "The browser window's width in CSS pixels, in digits: `innerWidth`.",
    },
  ),
];
