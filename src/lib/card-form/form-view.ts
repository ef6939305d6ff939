import type { CardBrand } from '#domain/card/number.ts';

import type { ErrorMessages, FormMessages } from '../i18n/messages.ts';
import type { Needs } from './fields.ts';
import type { FieldErrors } from './validate.ts';
import type { Phase } from '../checkout/checkout.ts';

/** Why the form is shown again, in the shopper's language: what happened, and what to try. */
export interface Notice {
  title: string;
  /** A line each. */
  text: readonly string[];
}

/** All that the form is rendered from. */
export interface FormView {
  /** Address of the order's page: the form posts there. */
  action: string;
  /** As the button says it. */
  amount: string;
  asksEmail: boolean;
  /** What the shopper has to give beside the card. */
  needs: Needs | undefined;
  /** Of another form as well. */
  phone: { label: string; hint: string };
  acceptedBrands: readonly CardBrand[];
  attemptsLeft?: number | undefined;
  /** The server's, 2026-11-21. */
  today: string;
  /** Until the order expires, at the moment of rendering; undefined where it is not known. */
  secondsLeft?: number | undefined;
  messages: FormMessages;
  errorMessages: ErrorMessages;
  notice?: Notice | undefined;
  /** The server's findings when the form came back without JavaScript. */
  errors?: FieldErrors | undefined;
}

/** Where an order stands, as the page's scripts learn it. */
export interface FormAnswer {
  phase: Phase;
  /** The page to go on to, in every phase but `form`. */
  next?: string | undefined;
  /** What the server finds wrong with the fields. */
  errors?: FieldErrors | undefined;
  /** How the last attempt was declined, if one was. */
  notice?: Notice | undefined;
  /** One less than when the form was sent means that an attempt was made. */
  attemptsLeft?: number | undefined;
  /** Of an order with instructions how to pay it: their fingerprint, and what is written into the page as it is. */
  shown?: string | undefined;
  confirmations?: string | undefined;
}
