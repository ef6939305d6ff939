import { cardDataCustomer, createCustomer, customer } from '../../schemas/customer.ts';
import { createPaymentMethodData, paymentMethodData } from '../../schemas/payment-method-data.ts';
import { webhookPaymentMethodData } from '../../schemas/webhook.ts';
import { described } from './described.ts';

const REFERENCE = "The merchant's own id of its customer; the service only keeps it.";
const EMAIL =
  "The customer's e-mail address, of at most 64 characters before the @; block lists are compared with it.";
const PHONE =
  "The customer's telephone number: a plus sign, then 5 to 30 digits; block lists are compared with it.";
const COUNTRY = 'The country, as an assigned ISO 3166-1 alpha-2 code in upper case.';
const LATIN = "Letters of the Latin script, spaces, hyphens and apostrophes (' or ’).";
const ANY_SCRIPT = 'Letters of any script, spaces, dots, hyphens and apostrophes.';
const LATIN_PLACE = 'Letters of the Latin script, digits, spaces, hyphens and dots.';

const create = createCustomer.shape;
const card = cardDataCustomer.shape;
const shown = customer.shape;

const METHOD_DATA = {
  bank_id: "The bank's id in the scheme of the payment method, from the provider.",
  cpf: 'The Brazilian taxpayer number of the payer or payee, 11 digits, from the provider.',
  iban: 'The account, as an IBAN without spaces, from the provider.',
  ifsc: "The Indian bank branch's code in lower case, from the provider.",
  pix_key: 'The PIX key of the account, from the provider.',
  tckn: 'The Turkish identity number of the payer or payee, 11 digits, from the provider.',
};

/** What merchants say of their payers and payees, and give for a payment method. */
export const GIVEN_CUSTOMERS = [
  described(
    'CreateCustomer',
    createCustomer,
    'The payer or payee, as far as the merchant knows them when it creates an order; `{}` for nothing.',
    {
      reference_id: REFERENCE,
      first_name: `The customer's first name. ${LATIN}`,
      last_name: `The customer's last name. ${LATIN}`,
      email: EMAIL,
      phone: PHONE,
      address: "The customer's address.",
    },
  ),
  described(
    'CreateAddress',
    create.address.unwrap(),
    'An address in a create request, of Latin letters.',
    {
      country: COUNTRY,
      city: `The city. ${LATIN_PLACE}`,
      street: `Street and house number. ${LATIN_PLACE}`,
      post_code: 'The postal code, as it is written in that country.',
    },
  ),
  described(
    'CardDataCustomer',
    cardDataCustomer,
    "The payer, as the card form knows them; it is added to what the order's customer holds, member by member. `{}` for nothing.",
    {
      reference_id: REFERENCE,
      first_name: `The payer's first name. ${ANY_SCRIPT}`,
      last_name: `The payer's last name. ${ANY_SCRIPT}`,
      email: EMAIL,
      phone: PHONE,
      address: "The payer's address, as the card's issuer knows it.",
    },
  ),
  described(
    'CardDataAddress',
    card.address.unwrap(),
    'An address in card data, of letters of any script.',
    {
      country: COUNTRY,
      city: `The city. ${ANY_SCRIPT}`,
      street: 'Street and house number.',
      post_code: 'The postal code, as it is written in that country.',
    },
  ),
  described(
    'CreatePaymentMethodData',
    createPaymentMethodData,
    'What the payment method is told beside the order.',
    {
      payment_url:
        "Absolute http or https address, without credentials, of the merchant's website or of the page where the payer started; empty for none.",
    },
  ),
];

/** What answers show of them. */
export const ANSWERED_CUSTOMERS = [
  described(
    'Customer',
    customer,
    'What is known of the payer or payee: from the create request, brought up to date by card data. Members that nobody gave are left out.',
    {
      reference_id: REFERENCE,
      first_name: 'The first name, as it was given last.',
      last_name: 'The last name, as it was given last.',
      email: 'The e-mail address, as it was given last.',
      phone: 'The telephone number, with its plus sign, as it was given last.',
      address: 'The address, as it was given last.',
    },
  ),
  described('Address', shown.address.unwrap(), 'An address, as far as it was given.', {
    country: 'The country, as an ISO 3166-1 alpha-2 code in upper case.',
    city: 'The city.',
    street: 'Street and house number.',
    post_code: 'The postal code.',
  }),
  described(
    'PaymentMethodData',
    paymentMethodData,
    'What the payment method says beside the order. Left out where it says nothing.',
    METHOD_DATA,
  ),
  described(
    'WebhookPaymentMethodData',
    webhookPaymentMethodData,
    'The same as an extended webhook carries it, with what the create request gave.',
    {
      ...METHOD_DATA,
      date_of_birth: 'The date of birth of the payer or payee, YYYY-MM-DD, from the provider.',
      payment_url: 'The address from the create request.',
    },
  ),
];
