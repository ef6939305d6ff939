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

/**
 * Everything the page says, in one language. A catalogue that lacks a key does not compile.
 * Words in braces are filled in by `fill`. A merchant's name is none of them: no language could inflect it.
 */
export interface Messages {
  form: FormMessages;
  errors: ErrorMessages;
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
  sandbox: {
    notice: string;
    cards: string;
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
