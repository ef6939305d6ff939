import type { CellAnswers } from '../../platform/cells/ask-cells.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { isRefused, NOT_FOUND, type OperatorAnswer, type Refused } from '../answer.ts';

/** Asks all cells the same question. */
export type AskAll = <Answer>(
  ask: (context: ServiceContext, cell: number) => Promise<Answer>,
  options?: { takesMinutes: boolean },
) => Promise<CellAnswers<Answer>>;

/** A list with at least one item. */
export type Several<Value> = readonly [Value, ...Value[]];

/** The values of the cells that did not refuse, and the cells that did not answer. */
export interface Gathered<Value> {
  ok: true;
  values: Several<{ cell: number; value: Value }>;
  missing: readonly number[];
}

/**
 * Combines the cells' answers. A refusal by one cell is the refusal of all. `not_found` counts only if every cell that
 * answered says so.
 */
export function gathered<Value extends object>({
  answers,
  missing,
}: CellAnswers<Value | Refused>): Gathered<Value> | Refused {
  const values: { cell: number; value: Value }[] = [];
  const refusals: Refused[] = [];
  for (const { cell, answer } of answers) {
    if (isRefused(answer)) refusals.push(answer);
    else values.push({ cell, value: answer });
  }
  const [refusal = NOT_FOUND] = refusals.filter(({ problem }) => problem !== 'not_found');
  const [first, ...others] = values;
  if (first === undefined || refusal !== NOT_FOUND) return refusal;
  return { ok: true, values: [first, ...others], missing };
}

/**
 * Adds `missing_cells` to a result if cells are missing. A bare list is returned unchanged: it reports missing cells in
 * an item.
 */
export function answerWithout(missing: readonly number[], result: unknown): OperatorAnswer {
  const isList = typeof result !== 'object' || Array.isArray(result);
  if (missing.length === 0 || isList) return { ok: true, result };
  return { ok: true, result: { ...result, missing_cells: missing } };
}

/** Adds up answers: the sum of each number, and the other members of the first answer. */
export function addedUp([first, ...others]: Several<unknown>): object {
  const sum = new Map<string, unknown>(Object.entries(first ?? {}));
  for (const other of others) {
    for (const [name, count] of new Map<string, unknown>(Object.entries(other ?? {}))) {
      const before = sum.get(name);
      if (typeof count === 'number' && typeof before === 'number') sum.set(name, before + count);
    }
  }
  return Object.fromEntries(sum);
}

/**
 * Merges counted rows of several cells: rows about the same thing become one, in the order of `compare`. The rows of a
 * single cell are returned unchanged.
 *
 * @param compare returns 0 for two rows about the same thing
 */
export function mergeRows<Row>(
  parts: readonly (readonly Row[])[],
  compare: (one: Row, other: Row) => number,
  add: (one: Row, other: Row) => Row,
): Row[] {
  if (parts.length === 1) return parts.flat();
  const merged: Row[] = [];
  for (const row of parts.flat().toSorted(compare)) {
    const last = merged.at(-1);
    if (last !== undefined && compare(last, row) === 0) merged[merged.length - 1] = add(last, row);
    else merged.push(row);
  }
  return merged;
}
