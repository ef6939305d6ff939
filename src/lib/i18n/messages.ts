import type { PaymentSource } from '#domain/order/payment-source.ts';

/** The states that have a page, or a part of one, of their own. */
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

/** What can be wrong with what was typed: keys of the message catalogue, in which the remedy stands. */
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
  /** One of the two is needed. */
  'contactRequired',
  'phoneInvalid',
] as const;
export type FieldError = (typeof FIELD_ERRORS)[number];

/** A state of a payment, in a heading and a sentence that says what to do. */
interface StateText {
  title: string;
  text: string;
}

/** Why banks decline, as far as a shopper can do something about it. */
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

/** The sources of a payment that is not made by card. */
export type TransferSource = Exclude<PaymentSource, 'CARD'>;

/** The form's own words. */
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
  /** The same where it has to be given. */
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
  /** {count} */
  attemptsLeft: string;
  reasons: Record<ShownReason, string>;
  notSent: string;
  notSentRetry: string;
  /** The service takes no card of this shopper for a while. */
  tooManyCards: string;
  /** Nothing was sent, because there is no connection. */
  offline: string;
  offlineRetry: string;
  /** The form was sent, and no answer came. */
  findingOut: string;
  findingOutText: string;
  /** {time}, as minutes and seconds or in words */
  timeLeft: string;
}

export type ErrorMessages = Record<FieldError, string>;

/** What can be wrong with what begins a payment that is not made by card. */
export type TransferError = 'code' | 'phone' | 'cpf' | 'cpfDigits' | 'bank';

/** Words for the payment sources that are not cards. */
export interface TransferMessages {
  /** Heading, and what happens to the money: {amount} */
  sources: Record<TransferSource, { title: string; charge: string }>;
  /** On a receipt. BLIK and Pix are names, the same everywhere. */
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
  refusedRetry: string;
  refusedCode: string;
  reasons: Record<'funds' | 'limit' | 'code', string>;
  errors: Record<TransferError, string>;
  /** The acquirer has not said yet how to pay. */
  preparing: StateText;
  /** Instructions, a heading and a sentence for each kind. {amount} in the headings of the first and the third. */
  send: StateText;
  scan: StateText;
  sendTo: StateText;
  bankApp: StateText;
  phoneApp: StateText;
  /** To the acquirer's own page; and for a shopper who left it again. */
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
  yourCode: string;
  qr: string;
  /** {time}, a date with its time */
  payBy: string;
  /** The shopper says that the money is on its way, and what the page says then. */
  sent: string;
  sentAlready: StateText;
  /** {received}, {amount} and {missing} */
  arrived: string;
  /** {seen} and {needed} */
  confirmations: string;
  /** An order that was closed, where the shopper sends money by hand. */
  doNotSend: string;
  /** {received} and {amount} */
  expiredPartly: string;
  /** {received}, which is all of it */
  tooLate: string;
  overpaid: string;
}

/**
 * Everything the page says, in one language. A catalogue that lacks a key does not compile.
 * Words in braces are filled in by `fill`. A merchant's name is none of them: no language could inflect it.
 */
export interface Messages {
  form: FormMessages;
  /** What is wrong with a telephone number, `transfer` says. */
  errors: Omit<ErrorMessages, 'phoneInvalid'>;
  order: {
    heading: string;
    reference: string;
    /** What was ordered for, where the card is charged in another currency, and by which rate. */
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
    amount: string;
    merchant: string;
    date: string;
    card: string;
    copy: string;
    copied: string;
    print: string;
  };
  states: Record<State, StateText>;
  actions: {
    leaving: string;
    leave: string;
    toBank: string;
    anotherCard: string;
    reload: string;
    still: string;
  };
  transfer: TransferMessages;
  sandbox: {
    notice: string;
    cards: string;
    /** The way to the stand-in of the payer's bank, wallet or phone. */
    payer: string;
    codes: string;
    approved: string;
    softDecline: string;
    hardDecline: string;
    challenge: string;
    pending: string;
  };
}

/** `Pay {amount}` with values in place of its braces; a name without a value stays as it is. */
export function fill(message: string, values: Record<string, string>): string {
  return message.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
