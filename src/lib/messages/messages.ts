import type { FieldError } from '../card-form/schema.ts';

/** The states that have a page, or a part of one, of their own. */
export const STATES = [
  'waiting',
  'challenge',
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

/** A state of a payment, in a heading and a sentence that says what to do. */
interface StateText {
  title: string;
  text: string;
}

/** Why banks decline, as far as a shopper can do something about it. */
export type DeclineReason = 'funds' | 'code' | 'expired' | 'authentication';

/** The form's own words: with the errors, all that travels on to the browser. */
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
  bankSaid: string;
  reasons: Record<DeclineReason, string>;
  notSent: string;
  notSentRetry: string;
  /** {time}, as minutes and seconds or in words */
  timeLeft: string;
}

export type ErrorMessages = Record<FieldError, string>;

/**
 * Everything the page says, in one language. A catalogue that lacks a key does not compile.
 * Words in braces are filled in by `fill`: {amount}, {merchant}.
 */
export interface Messages {
  form: FormMessages;
  errors: ErrorMessages;
  order: {
    heading: string;
    /** {merchant} */
    payTo: string;
    reference: string;
    /** {amount} */
    chargedAs: string;
    /** {merchant}, {amount} */
    whatHappens: string;
    safety: string;
    /** {merchant} */
    back: string;
    support: string;
    language: string;
  };
  states: Record<State, StateText>;
  actions: {
    /** {merchant} */
    leaving: string;
    /** {merchant} */
    leave: string;
    toBank: string;
    reload: string;
    still: string;
    /** Stands where the merchant's name is not known. */
    theShop: string;
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
