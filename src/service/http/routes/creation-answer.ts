import type { Creation } from '../../orders/duplicate.ts';
import { comparisonsRefused } from './comparisons-refused.ts';
import { answer, refused, REPLAYED, type HandlerResult } from '../handler.ts';

/** A new order, the one that the same request made before, or why there is none (decision 4). */
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
      return refused('duplicate', {
        detail: 'An order with this reference exists, made by a different request.',
        existing_order_id: problem.existingOrderId,
        differing_fields: problem.differingFields,
      });
    case 'method':
      return refused(problem.refusal);
    case 'too_many_comparisons':
      return comparisonsRefused(problem);
  }
}
