import type { Decline } from '../card-form/form-props.ts';
import type { DeclineReason } from '../messages/messages.ts';

/** Words that acquirers use for what a shopper can mend; anything else is shown as it was said. */
const WORDS: readonly (readonly [RegExp, DeclineReason])[] = [
  [/insufficient|not enough/i, 'funds'],
  [/security code|cvv|cvc|csc/i, 'code'],
  [/expired/i, 'expired'],
  [/authenticat|3-?d ?secure/i, 'authentication'],
];

/** A bank's refusal as the form shows it: its own words, and ours where they mean something we know. */
export const describeDecline = (said: string, attemptsLeft: number | undefined): Decline => ({
  said,
  reason: WORDS.find(([words]) => words.test(said))?.[1],
  attemptsLeft,
});
