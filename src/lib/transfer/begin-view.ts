import type { Notice } from '../card-form/form-view.ts';
import type { TransferError, TransferSource } from '../i18n/messages.ts';
import type { BeginField } from './begin-fields.ts';

/** What the form that begins a payment is rendered from. */
export interface BeginView {
  source: TransferSource;
  /** What is asked for; undefined where a button is all. */
  field: BeginField | undefined;
  /** To choose from, where a bank is asked for. */
  banks: readonly { id: string; name: string }[];
  /** The number that the request goes to, with most of its digits hidden, where it is known. */
  knownPhone: string | undefined;
  /** Whether the page's script begins when a person looks at the page. */
  beginsItself: boolean;
  secondsLeft: number | undefined;
  /** How the last attempt ended, if there was one. */
  notice: Notice | undefined;
  /** What the server found wrong with the field. */
  error?: TransferError | undefined;
}
