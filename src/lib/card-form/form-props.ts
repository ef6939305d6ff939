import type { CardBrand } from '#domain/card/number.ts';

import type { DeclineReason, ErrorMessages, FormMessages } from '../messages/messages.ts';
import type { CardFormValues } from './fields.ts';
import type { FieldErrors } from './validate.ts';

/** Why the form is shown again. `declined`: the bank refused; `not-sent`: it never got there. */
export type Notice = { kind: 'declined'; decline: Decline } | { kind: 'not-sent' };

/** A bank's refusal, as far as it is known. */
export interface Decline {
  /** In the bank's own words. */
  said?: string | undefined;
  reason?: DeclineReason | undefined;
  attemptsLeft?: number | undefined;
}

/** All that the form needs, on the server and, as JSON in the page, in the browser. */
export interface CardFormProps extends Record<string, unknown> {
  /** Address of the order's page: the form posts there. */
  action: string;
  /** As the button says it. */
  amount: string;
  language: string;
  asksEmail: boolean;
  acceptedBrands: readonly CardBrand[];
  /** Until the order expires, at the moment of rendering; undefined where nobody says. */
  secondsLeft?: number | undefined;
  messages: FormMessages;
  errorMessages: ErrorMessages;
  notice?: Notice | undefined;
  /** The server's findings when the form came back without JavaScript. */
  errors?: FieldErrors | undefined;
  /** What was typed before the form came alive in the browser. */
  typed?: CardFormValues | undefined;
}
