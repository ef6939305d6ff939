import type { FormTerms, Phase } from '../checkout/checkout.ts';
import type { AddressField, Needs } from './fields.ts';
import type { FieldErrors } from './validate.ts';

/** Why the form is shown again, in the shopper's language: what happened, and what to try. */
export interface Notice {
  title: string;
  /** One entry per line. */
  text: readonly string[];
}

/** The parts of the payer's address that the form asks for. */
export interface AddressView {
  asks: readonly AddressField[];
  /** The likely countries, the likeliest first; the others by name. */
  countries: readonly { id: string; name: string }[];
}

/** The data that the card form is rendered from, in addition to the order. */
export interface FormView extends FormTerms {
  asksEmail: boolean;
  /** The contact data that is required with the card. */
  needs?: Needs | undefined;
  /** Undefined if the form asks for no part of the address. */
  address?: AddressView | undefined;
  /** The order's fingerprint, for the form's hidden field. */
  from: string;
  notice?: Notice | undefined;
  /** The server's errors when the form came back without JavaScript. */
  errors?: FieldErrors | undefined;
}

/** An order's state for the page's scripts. */
export interface FormAnswer {
  phase: Phase;
  /** The page to go to, in every phase but `form`. */
  next?: string | undefined;
  /** The server's errors for the fields. */
  errors?: FieldErrors | undefined;
  /** How the last attempt was declined, if one was. */
  notice?: Notice | undefined;
  /** If it is one less than when the form was sent, an attempt was made. */
  attemptsLeft?: number | undefined;
  /** Seconds until the time on the page's countdown; undefined if there is none. */
  secondsLeft?: number | undefined;
  /** For an order with payment instructions: the instructions' fingerprint, and the text to write into the page. */
  shown?: string | undefined;
  confirmations?: string | undefined;
}
