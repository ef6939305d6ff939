import type { FieldError } from '../card-form/schema.ts';

/** A state of a payment, in a heading and a sentence that says what to do. */
interface StateText {
  title: string;
  text: string;
}

/** The states that have a page, or a part of one, of their own. */
export const STATES = [
  'waiting',
  'challenge',
  'paid',
  'pending',
  'declined',
  'expired',
  'notFound',
  'unavailable',
  'refused',
  'broken',
] as const;
export type State = (typeof STATES)[number];

/** The form's own words: with the errors, all that travels on to the browser. */
export type FormMessages = Record<
  | 'title'
  | 'number'
  | 'expiry'
  | 'expiryHint'
  | 'code'
  | 'codeHintBack'
  | 'codeHintFront'
  | 'name'
  | 'email'
  | 'emailHint'
  | 'pay'
  | 'paying'
  | 'payingSlow'
  | 'acceptedCards'
  | 'safety'
  | 'summary'
  | 'declined'
  | 'declinedRetry'
  | 'bankSaid'
  | 'notSent'
  | 'notSentRetry',
  string
>;
export type ErrorMessages = Record<FieldError, string>;

/**
 * Everything the page says, in one language. A catalogue that lacks a key does not compile.
 * Text in braces is filled in by `fill`: {amount}, {merchant}.
 */
export interface Messages {
  form: FormMessages;
  errors: ErrorMessages;
  order: Record<'heading' | 'payTo' | 'reference' | 'back' | 'support' | 'test', string>;
  states: Record<State, StateText>;
  actions: Record<'leaving' | 'leave' | 'toBank' | 'reload' | 'theShop', string>;
}
