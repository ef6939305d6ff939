import type { Notice } from '../card-form/form-view.ts';
import type { TransferError, TransferSource } from '../i18n/messages.ts';
import type { BeginField } from './begin-fields.ts';

/** The data that the form which begins a payment is rendered from. */
export interface BeginView {
  source: TransferSource;
  /** The field to ask for; undefined if a button is enough. */
  field: BeginField | undefined;
  /** The banks to choose from, if the form asks for one. */
  banks: readonly { id: string; name: string }[];
  /** The phone that gets the request, with most of its digits hidden, if known. */
  knownPhone: string | undefined;
  /** Whether the page's script submits the form once a person looks at the page. */
  beginsItself: boolean;
  secondsLeft: number | undefined;
  /** How the last attempt ended, if there was one. */
  notice: Notice | undefined;
  /** The server's error for the field. */
  error?: TransferError | undefined;
}
