import type { CellAnswers } from '../../platform/cells/ask-cells.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { isRefused, NOT_FOUND, type OperatorAnswer, type Refused } from '../answer.ts';

/** Has all cells asked the same. */
export type AskAll = <Answer>(
  ask: (context: ServiceContext, cell: number) => Promise<Answer>,
  options?: { takesMinutes: boolean },
) => Promise<CellAnswers<Answer>>;

/** One at least. */
export type Several<Value> = readonly [Value, ...Value[]];

/** What cells said that know what was asked for. */
export interface Gathered<Value> {
  ok: true;
  values: Several<{ cell: number; value: Value }>;
  missing: readonly number[];
}

/**
 * What is refused by one cell is refused; what the input names is known if one of them knows it.
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

/** Names the cells that are not in the answer; where all are, nothing is said of cells. A bare list says it in an item. */
export function answerWithout(missing: readonly number[], result: unknown): OperatorAnswer {
  const isList = typeof result !== 'object' || Array.isArray(result);
  if (missing.length === 0 || isList) return { ok: true, result };
  return { ok: true, result: { ...result, missing_cells: missing } };
}

/** Of answers that count, one: of each number the sum, and what else the first has. */
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
 * Rows that count something, of several cells: those about the same thing made one, in the order of what they are about.
 * Of one cell they stay as they are.
 *
 * @param compare says by 0 that two rows are about the same
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
