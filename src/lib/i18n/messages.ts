import type { LinkStatus } from '#domain/order/link.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';

/** The states with a page, or part of a page, of their own. */
export const STATES = [
  'waiting',
  'challenge',
  'bankWaits',
  'paid',
  'pending',
  'declined',
  'expired',
  'cancelled',
  'notFound',
  'unavailable',
  'tooMany',
  'refused',
  'broken',
] as const;
export type State = (typeof STATES)[number];

/** The errors of fields: keys of the message catalogue, whose texts say how to correct them. */
export const FIELD_ERRORS = [
  'numberRequired',
  'numberIncomplete',
  'numberInvalid',
  'numberNotAccepted',
  'numberNotAgain',
  'expiryRequired',
  'expiryInvalid',
  'expiryMonth',
  'expiryPast',
  'codeRequired',
  'codeThreeDigits',
  'codeFourDigits',
  'nameRequired',
  'nameIsCardNumber',
  'nameInvalid',
  'emailInvalid',
  /** E-mail or telephone number is required. */
  'contactRequired',
  'phoneInvalid',
  'countryInvalid',
  'streetInvalid',
  'cityInvalid',
  'postcodeInvalid',
] as const;
export type FieldError = (typeof FIELD_ERRORS)[number];

/** The texts of a state: a heading, and a sentence that says what to do. */
export interface StateText {
  title: string;
  text: string;
}

/** Decline reasons that a shopper can act on. */
export type ShownReason =
  | 'funds'
  | 'number'
  | 'code'
  | 'expired'
  | 'limit'
  | 'minimum'
  | 'notPermitted'
  | 'authentication'
  | 'cancelled'
  | 'anotherCard'
  | 'later';

/** The payment sources other than cards. */
export type TransferSource = Exclude<PaymentSource, 'CARD'>;

/** The texts of the card form. */
export interface FormMessages {
  title: string;
  number: string;
  expiry: string;
  expiryHint: string;
  code: string;
  codeHintBack: string;
  codeHintFront: string;
  name: string;
  email: string;
  /** The label if the e-mail address is required. */
  emailNeeded: string;
  emailHint: string;
  /** {amount} */
  pay: string;
  /** {amount} */
  paying: string;
  acceptedCards: string;
  summary: string;
  declined: string;
  declinedRetry: string;
  /** For a reason that no detail of the card can change. */
  declinedOther: string;
  /** {count} */
  attemptsLeft: string;
  reasons: Record<ShownReason, string>;
  notSent: string;
  notSentRetry: string;
  /** The service accepts no card from this shopper for a while. */
  tooManyCards: string;
  /** Nothing was sent, because there is no connection. */
  offline: string;
  offlineRetry: string;
  /** The form was sent, and no answer came. */
  findingOut: string;
  findingOutText: string;
  /** Another window had sent a card or a code before, which is the one that counts. */
  notUsed: string;
  /** {time}, as minutes and seconds or in words */
  timeLeft: string;
}

/** The parts of the payer's address. */
export interface AddressMessages {
  heading: string;
  country: string;
  /** The field for a country that the list does not have without JavaScript. */
  otherCountry: string;
  street: string;
  city: string;
  postcode: string;
}

export type ErrorMessages = Record<FieldError, string>;

/** Errors of the form that begins a payment by another method. */
export type TransferError = 'code' | 'phone' | 'cpf' | 'cpfDigits' | 'bank';

/** Texts for the payment sources that are not cards. */
export interface TransferMessages {
  /** Heading, and what happens to the money: {amount} */
  sources: Record<TransferSource, { title: string; charge: string }>;
  /** On a receipt. BLIK and Pix have the same name everywhere. */
  method: string;
  names: Record<Exclude<TransferSource, 'BLIK' | 'PIX'>, string>;
  code: string;
  codeHint: string;
  phone: string;
  phoneHint: string;
  /** {phone}, with most of its digits hidden */
  phoneKnown: string;
  cpfHint: string;
  bank: string;
  bankChoice: string;
  begin: string;
  beginning: string;
  refused: string;
  /** Where the payer declined the payment. */
  declinedInApp: string;
  declinedOnPhone: string;
  declinedInWallet: string;
  /** What to do after a refusal. */
  refusedCode: string;
  refusedPhone: string;
  refusedDetails: string;
  reasons: Record<'funds' | 'limit' | 'code', string>;
  errors: Record<TransferError, string>;
  /** The acquirer has not sent instructions yet. */
  preparing: StateText;
  /** Instructions: a heading and a sentence for each kind. `send` and `sendTo` have {amount} in their headings. */
  send: StateText;
  scan: StateText;
  sendTo: StateText;
  bankApp: StateText;
  phoneApp: StateText;
  /** While leaving for the acquirer's own page, and for a shopper who came back from it. */
  leaving: StateText;
  waits: StateText;
  /** {asset} and {network} */
  only: string;
  onward: string;
  receiverBank: string;
  holder: string;
  account: string;
  address: string;
  network: string;
  reference: string;
  referenceHint: string;
  pixCode: string;
  copyCode: string;
  copyAll: string;
  yourCode: string;
  qr: string;
  showQr: string;
  /** Beside the sign that something is under way. */
  watching: string;
  /** {time}, a date with its time */
  payBy: string;
  /** The link that says that the money is on its way, and the text after it. */
  sent: string;
  sentAlready: StateText;
  /** {received}, {amount} and {missing} */
  arrived: string;
  /** Below the amount that is still to pay, after a part of {amount} arrived. */
  left: string;
  /** The ways out of waiting for a confirmation in an app. */
  anotherCode: string;
  wrongNumber: string;
  confirmOver: StateText;
  /** After the payer took a way out, until the acquirer says that nothing was taken. */
  stillAsking: StateText;
  /** The network has seen the money. The heading has {seen} and {needed}. */
  seen: StateText;
  /** For a closed order whose payer sends money by hand. */
  doNotSend: string;
  /** {received} and {amount} */
  expiredPartly: string;
  /** {received}, which is all of it */
  tooLate: string;
  overpaid: string;
}

/**
 * All texts of the page in one language. A catalogue that lacks a key does not compile. `fill` replaces words in
 * braces. A merchant's name is never among them, since no language could inflect it.
 */
export interface Messages {
  form: FormMessages;
  /** `transfer` has the error for telephone numbers. */
  errors: Omit<ErrorMessages, 'phoneInvalid'>;
  address: AddressMessages;
  order: {
    heading: string;
    reference: string;
    /** The order's own amount and the conversion rate, if the card is charged in another currency. */
    orderAmount: string;
    rate: string;
    /** {amount} */
    whatHappens: string;
    safety: string;
    back: string;
    support: string;
    terms: string;
    privacy: string;
    language: string;
  };
  receipt: {
    /** What arrived, if it is more than the amount. */
    received: string;
    amount: string;
    merchant: string;
    date: string;
    card: string;
    copy: string;
    copied: string;
    /** The browser does not copy by itself, so that the text is selected. */
    selected: string;
    print: string;
  };
  states: Record<State, StateText>;
  actions: {
    leaving: string;
    /** On a final page without a shop to return to. */
    close: string;
    leave: string;
    toBank: string;
    anotherCard: string;
    reload: string;
    still: string;
  };
  /** The page of a link to pay. */
  link: Record<LinkStatus, StateText> & {
    /** {min} and {max}, between which the payer chooses the amount. */
    range: string;
    /** The error of an amount: {min} and {max} */
    amount: string;
    /** The button, if the payer chooses the amount. */
    pay: string;
    /** The way from a payment that has ended back to its link. */
    payAgain: string;
  };
  transfer: TransferMessages;
  sandbox: {
    notice: string;
    cards: string;
    /** The link to the stand-in for the payer's bank, wallet or phone. */
    payer: string;
    codes: string;
    approved: string;
    softDecline: string;
    hardDecline: string;
    challenge: string;
    pending: string;
  };
}

/** Replaces the braces in `Pay {amount}` by values; leaves a name without a value unchanged. */
export function fill(message: string, values: Record<string, string>): string {
  return message.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
