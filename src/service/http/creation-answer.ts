import type { Creation } from '../orders/duplicate.ts';
import { comparisonsRefused } from './comparisons-refused.ts';
import { answer, refused, REPLAYED, type Answer } from './exchange.ts';

/** A new order, the one that the same request made before, or why there is none (decision 4). */
export function creationAnswer<Row>(
  creation: Creation<Row>,
  toOrder: (row: Row) => unknown,
): Answer {
  switch (creation.kind) {
    case 'created':
      return answer(toOrder(creation.order));
    case 'replayed':
      return answer(toOrder(creation.order), REPLAYED);
    case 'conflict':
      return refused('duplicate', {
        detail: 'An order with this reference exists, made by a different request.',
        existing_order_id: creation.existingOrderId,
        differing_fields: creation.differingFields,
      });
    case 'refused':
      return refused(creation.refusal);
    case 'too_many_comparisons':
      return comparisonsRefused(creation);
    case 'settings_changed':
      return creation;
  }
}
