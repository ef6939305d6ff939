import {
  CARD_COMPARISONS_PER_HOUR,
  type TooManyComparisons,
} from '../../orders/card-comparisons.ts';
import type { Creation, Duplicate } from '../../orders/duplicate.ts';
import { answer, refused, REPLAYED, STALE_SETTINGS, type HandlerResult } from '../handler.ts';

/** Returns the new order, the order that the same request created before, or the refusal (decision 4). */
export function creationAnswer<Row>(
  creation: Creation<Row>,
  toOrder: (row: Row) => unknown,
): HandlerResult {
  if (creation.ok) {
    const { order, replayed } = creation.value;
    return answer(toOrder(order), replayed ? REPLAYED : {});
  }
  const { problem } = creation;
  switch (problem.code) {
    case 'duplicate':
      return duplicateRefused('an order', problem);
    case 'empty_reference_used':
      return EMPTY_REFERENCE_USED;
    case 'method':
      return refused(problem.refusal);
    case 'too_many_comparisons':
      return comparisonsRefused(problem);
    case 'stale_settings':
      return STALE_SETTINGS;
  }
}

const EMPTY_REFERENCE_DETAIL = 'An empty reference_id is taken: send a fresh one for each order.';

const EMPTY_REFERENCE_USED = refused('duplicate', {
  detail: EMPTY_REFERENCE_DETAIL,
  errors: [{ pointer: '/reference_id', code: 'reference_used', detail: EMPTY_REFERENCE_DETAIL }],
});

/** Refuses a different request under the reference of an order or a refund (decision 4). */
export function duplicateRefused(
  what: 'an order' | 'a refund',
  { existingOrderId, differingFields }: Omit<Duplicate, 'code'>,
): HandlerResult {
  return refused('duplicate', {
    detail: `A different request created ${what} with this reference.`,
    existing_order_id: existingOrderId,
    differing_fields: differingFields,
  });
}

const TOO_MANY_COMPARISONS =
  `A key may compare at most ${String(CARD_COMPARISONS_PER_HOUR)} full card numbers an hour. ` +
  'Listing payouts by the masked number of an answer has no limit.';

/** Refuses a key that compared too many card numbers with those of its payouts (decision 010). */
export function comparisonsRefused({ retryAfterSeconds }: TooManyComparisons): HandlerResult {
  const headers = { 'retry-after': String(retryAfterSeconds) };
  return refused('too_many_requests', { detail: TOO_MANY_COMPARISONS }, headers);
}

/** Returns one page of a list in the interface's format (*Paginated list object*). */
export function pageAnswer<Row>(
  page: { total: number; rows: Row[] },
  size: number,
  toOrder: (row: Row) => unknown,
): HandlerResult {
  return answer({
    total_elements: page.total,
    total_pages: Math.ceil(page.total / size),
    content: page.rows.map(toOrder),
  });
}
