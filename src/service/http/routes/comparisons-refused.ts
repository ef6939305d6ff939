import {
  CARD_COMPARISONS_PER_HOUR,
  type TooManyComparisons,
} from '../../orders/card-comparisons.ts';
import { refused, type HandlerResult } from '../handler.ts';

const DETAIL =
  `A key may compare ${String(CARD_COMPARISONS_PER_HOUR)} full card numbers an hour. ` +
  'By the masked number, as answers show it, payouts are listed without limit.';

/** The answer to a key that compared too many card numbers with those of its payouts (decision 010). */
export function comparisonsRefused({ retryAfterSeconds }: TooManyComparisons): HandlerResult {
  const headers = { 'retry-after': String(retryAfterSeconds) };
  return refused('too_many_requests', { detail: DETAIL }, headers);
}
