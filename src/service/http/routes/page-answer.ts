import { answer, type HandlerResult } from '../handler.ts';

/** One page of a list as the interface shows it (*Paginated list object*). */
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
