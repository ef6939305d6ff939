import { ENDPOINTS } from '../../endpoints.ts';
import { balance, gateBalance } from '../../schemas/balance.ts';
import { completePayinOrder } from '../../schemas/payin.ts';
import { completePayoutOrder } from '../../schemas/payout.ts';
import { described, id, instant, money, percent, seconds, type Member } from './described.ts';
import { extendedPayinOrder, extendedPayoutOrder } from '../../schemas/webhook.ts';

const RESOLUTION = {
  resolution:
    "How the order ended: OK, SYSTEM_ERROR (a rule of the service's) or PROVIDER_ERROR (the provider's no). Left out while it is open.",
  resolution_code: 'Why the order did not succeed. Left out while it is open, and of one that did.',
  resolution_message: 'The same in a sentence for people; the wording may change.',
  provider_error_message:
    'What the provider said of the last attempt that it declined, in its own words, for people. An order that awaits its payer again has it too.',
};

const FEES = {
  fee_percent: percent("The fee's share of the amount, from the payment method."),
  fee_fixed: money("The fee's fixed part, from the payment method."),
  fee_min: money('The least that the fee comes to, from the payment method; left out for none.'),
  fee_max: money('The most that the fee comes to, from the payment method; left out for none.'),
  fee_total: money(
    'The fee: percentage and fixed part together, within its least and most, rounded half up once.',
  ),
};

const ORDER = {
  id: id('The order, named by the service.'),
  group_id: id('Shared by the orders that one request made; equal to `id` where there is but one.'),
  reference_id: "The merchant's own name for the payment, from the create request.",
  status:
    'Where the order is in its life; SUCCESS, FAILED and CLOSED are final and are told by webhook.',
  payment_source: 'Where the money comes from or goes to, from the payment method.',
  currency: 'The currency of the amounts, from the create request.',
  amount: money('What was asked for, from the create request.'),
  customer: 'The payer or payee, as far as they are known.',
};

const PAYIN_MONEY = {
  total: money('What the merchant gets: `amount` less `fee_total`.'),
  hold_amount: money('What of `total` is held back until the settlement period is over.'),
  rolling_percent: percent(
    'The share of `amount` that goes to the rolling reserve, from the method.',
  ),
  rolling_amount: money('What of `total` goes to the rolling reserve.'),
};

const PAY_URL: Member = {
  says: 'Where to send the payer: the payment page, or a 3-D Secure challenge while there is one. Whoever has it can pay. Left out for methods without a page.',
  constraints: { format: 'uri' },
};
const RETURN_URL: Member = {
  says: 'That of the return URLs of the create request which fits the status now; left out where it was not given.',
  constraints: { minLength: 1 },
};
const COMMENT = 'A comment on the order: of a payout the one from its create request.';
const METHOD_DATA = 'What the payment method says beside the order.';
const PAYOUT_TOTAL = money(
  "What the payout takes from the gate's balance: `amount` and `fee_total`.",
);
const DESTINATION =
  'Where the money goes, from the create request; a card number as its first six and last four digits.';
const MADE = 'When the order was made.';
const CHANGED = 'When the order last changed.';
const DATES = { create_date: seconds(MADE), update_date: seconds(CHANGED) };
const EXTENDED_DATES = { create_date: instant(MADE), update_date: instant(CHANGED) };

/** What answers and webhooks show. */
export const ORDERS = [
  described(
    'PayinOrder',
    completePayinOrder,
    'A payin: an order by which a payer pays a merchant. Members without a value are left out, never null.',
    {
      ...ORDER,
      seq_id:
        'A number of its own for each payin, growing by the time of creation; from the service.',
      ...RESOLUTION,
      payment_method_currency:
        'The currency in which the payer is charged, from the payment method.',
      payment_method_amount: money(
        'What the payer is charged, in `payment_method_currency`: `amount` at `conversion_rate`, rounded half up.',
      ),
      conversion_rate: {
        says: 'Units of `payment_method_currency` for one of `currency`, from the payment method; 1 where they are the same.',
        constraints: { exclusiveMinimum: 0 },
      },
      ...FEES,
      ...PAYIN_MONEY,
      settlement_period: {
        says: 'How many days `hold_amount` is held back after success, from the payment method.',
        constraints: { minimum: 0 },
      },
      merchant_gate_method_id: id('The payment method, from the create request.'),
      merchant_id: id('The merchant that the order belongs to, from the key.'),
      payment_method_data: METHOD_DATA,
      card_number: {
        says: 'The card that the payer used last, as its first six and last four digits; left out until there is one.',
        constraints: { pattern: '^[0-9]{6}\\*{2,9}[0-9]{4}$' },
      },
      pay_url: PAY_URL,
      return_url: RETURN_URL,
      rrn: 'The retrieval reference number of the successful attempt, from the acquirer, where it gives one.',
      ...DATES,
      comment: COMMENT,
    },
  ),
  described(
    'PayoutOrder',
    completePayoutOrder,
    'A payout: an order by which a merchant pays somebody. Members without a value are left out, never null.',
    {
      ...ORDER,
      ...RESOLUTION,
      destination_account: DESTINATION,
      ...FEES,
      total: PAYOUT_TOTAL,
      payment_method_data: METHOD_DATA,
      ...DATES,
      comment: COMMENT,
    },
  ),
  described(
    'ExtendedPayinOrder',
    extendedPayinOrder,
    'A payin as the extended webhook carries it: with ids that answers do not show, and dates as text.',
    {
      ...ORDER,
      ...FEES,
      ...PAYIN_MONEY,
      company_id: id('The company that the merchant belongs to; a merchant is its own.'),
      merchant_id: id('The merchant that the order belongs to, from the key.'),
      gate_id: id('The gate that the payment method belongs to.'),
      payment_method_id: id('The payment method, from the create request.'),
      payment_method_data: METHOD_DATA,
      terminal_id: id('The terminal that took the last attempt; left out where there is none.'),
      routing_id: id('The route that led to it; left out where there is none.'),
      comment_internal: "The operator's own comment, where it is meant to be seen.",
      comment_external: COMMENT,
      pay_url: PAY_URL,
      return_url: RETURN_URL,
      ...EXTENDED_DATES,
    },
  ),
  described(
    'ExtendedPayoutOrder',
    extendedPayoutOrder,
    'A payout as the extended webhook carries it: without its code, and dates as text.',
    {
      ...ORDER,
      resolution: RESOLUTION.resolution,
      resolution_message: RESOLUTION.resolution_message,
      provider_error_message: RESOLUTION.provider_error_message,
      destination_account: DESTINATION,
      ...FEES,
      total: PAYOUT_TOTAL,
      payment_method_data: METHOD_DATA,
      ...EXTENDED_DATES,
      comment: COMMENT,
    },
  ),
  described('Balance', balance, "The merchant's money in one currency, from the ledger.", {
    currency: 'The currency of the amounts.',
    wallet_balance: money('What lies outside the gates.'),
    gate_balances: "What lies at each of the merchant's gates that has an account in the currency.",
  }),
  described('GateBalance', gateBalance, 'The money of one gate in one currency, from the ledger.', {
    merchant_gate_id: id('The gate.'),
    available_balance: money('What new payouts can take.'),
    hold_balance: money('What is in its settlement period, or reserved by payouts under way.'),
    rolling_balance: money('What the rolling reserve keeps.'),
    total_balance: money('The three together.'),
  }),
  described(
    'PayinPage',
    ENDPOINTS.listPayins.response,
    'One page of a list of payins.',
    page('payins'),
  ),
  described(
    'PayoutPage',
    ENDPOINTS.listPayouts.response,
    'One page of a list of payouts.',
    page('payouts'),
  ),
];

function page(orders: string) {
  return {
    total_elements: { says: `How many ${orders} match the filter.`, constraints: { minimum: 0 } },
    total_pages: {
      says: 'How many pages of the size that was asked for they fill.',
      constraints: { minimum: 0 },
    },
    content: `The ${orders} of this page, in the order of the list; none beyond the last page.`,
  };
}
