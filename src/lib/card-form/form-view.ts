import type { CardBrand } from '#domain/card/number.ts';

import type { ErrorMessages, FormMessages } from '../i18n/messages.ts';
import type { AddressField, Needs } from './fields.ts';
import type { FieldErrors } from './validate.ts';
import type { Phase } from '../checkout/checkout.ts';

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

/** The data that the form is rendered from. */
export interface FormView {
  /** Address of the order's page: the form posts there. */
  action: string;
  /** The amount as the button shows it. */
  amount: string;
  asksEmail: boolean;
  /** The contact data that is required with the card. */
  needs: Needs | undefined;
  /** The parts of the address that the form asks for. */
  asksAddress: readonly AddressField[];
  /** Texts that the form for other payment methods uses as well. */
  phone: { label: string; hint: string };
  acceptedBrands: readonly CardBrand[];
  attemptsLeft?: number | undefined;
  /** The server's date, such as 2026-11-21. */
  today: string;
  /** Seconds until the order expires, at the time of rendering; undefined if unknown. */
  secondsLeft?: number | undefined;
  messages: FormMessages;
  errorMessages: ErrorMessages;
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
