import type { ErrorMessages, FormMessages } from '../messages/messages.ts';
import type { CardFormValues, FieldErrors } from './validate.ts';

/** Why the form is shown again. `declined`: the bank refused; `not-sent`: it never got there. */
export type Notice = { kind: 'declined'; reason?: string } | { kind: 'not-sent' };

/** All that the form needs, on the server and, as JSON in the page, in the browser. */
export interface CardFormProps extends Record<string, unknown> {
  /** Address of the order's page: the form posts there. */
  action: string;
  /** As the button says it. */
  amount: string;
  asksEmail: boolean;
  messages: FormMessages;
  errorMessages: ErrorMessages;
  notice?: Notice | undefined;
  /** The server's findings when the form came back without JavaScript. */
  errors?: FieldErrors | undefined;
  /** What was typed before the form came alive in the browser. */
  typed?: Partial<CardFormValues> | undefined;
}
