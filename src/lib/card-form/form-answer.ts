import type { Phase } from '../checkout/phase.ts';
import type { Notice } from './form-view.ts';
import type { FieldErrors } from './validate.ts';

/** Where an order stands, as the page's scripts are told it. */
export interface FormAnswer {
  phase: Phase;
  /** The page to go on to, in every phase but `form`. */
  next?: string | undefined;
  /** What the server finds wrong with the fields. */
  errors?: FieldErrors | undefined;
  /** How the last attempt was declined, if one was. */
  notice?: Notice | undefined;
  /** A number that fell since the form was sent tells that an attempt was made. */
  attemptsLeft?: number | undefined;
}
