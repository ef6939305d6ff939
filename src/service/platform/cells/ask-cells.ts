import { isDatabaseUnavailable, StatementOverdue } from '../database/unavailable.ts';
import type { Cells } from './cells.ts';
import type { ReadinessDeps } from '../readiness.ts';
import type { Observation } from '../database/observe.ts';

/** The cells' answers to one question, in the order of their numbers. */
export interface CellAnswers<Answer> {
  answers: readonly CellAnswer<Answer>[];
  /** Numbers of the cells whose databases did not answer, or not in time. */
  missing: readonly number[];
}

export interface CellAnswer<Answer> {
  cell: number;
  answer: Answer;
}

/** How many cells are asked at once. Those at one address share its connections, which requests need too. */
const CELLS_AT_ONCE = 8;

/**
 * Asks all cells concurrently. Throws any error that does not mean an unavailable database.
 *
 * @param limitMs after this time, cells that have not answered are missing; undefined for work that takes minutes
 * @throws the first error if no cell answers
 */
export async function askCells<Value, Answer>(
  cells: Cells<Value>,
  ask: (value: Value, cell: number) => Promise<Answer>,
  limitMs: number | undefined,
): Promise<CellAnswers<Answer>> {
  if (cells.all.length === 1) {
    return { answers: [{ cell: 0, answer: await ask(cells.first, 0) }], missing: [] };
  }
  const limit = startLimit(limitMs);
  const waiting = cells.all.entries();
  const answers: CellAnswer<Answer>[] = [];
  const failures: { cell: number; error: unknown }[] = [];
  const askNext = async () => {
    for (const [cell, value] of waiting) {
      try {
        answers.push({ cell, answer: await limit.within(() => ask(value, cell)) });
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        failures.push({ cell, error });
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: CELLS_AT_ONCE }, askNext));
  } finally {
    limit.stop();
  }
  if (answers.length === 0) throw failures[0]?.error;
  return {
    answers: answers.toSorted((one, other) => one.cell - other.cell),
    missing: failures.map(({ cell }) => cell).toSorted((one, other) => one - other),
  };
}

/** Starts one time limit for all questions together, so that callers do not wait longer with more cells. */
function startLimit(limitMs: number | undefined) {
  const { promise: overdue, reject } = Promise.withResolvers<never>();
  // Prevents an unhandled rejection if no question is waiting any more.
  overdue.catch(() => undefined);
  let isOver = false;
  const end = () => {
    isOver = true;
    reject(new StatementOverdue('A cell did not answer in time'));
  };
  const timer = limitMs === undefined ? undefined : setTimeout(end, limitMs);
  return {
    within: <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
      isOver ? overdue : Promise.race([ask(), overdue]),
    stop: () => {
      clearTimeout(timer);
    },
  };
}

type Observe = ReadinessDeps['observe'];

class UnexpectedObservation extends Error {
  override name = 'UnexpectedObservation';
}

/**
 * Combines the observers of several databases. Returns the first observation of a database that takes writes and
 * answers every question with yes, because the process can serve the merchants there. If there is none, returns the
 * first observation that arrived.
 *
 * @throws the error of the first observer if no database answers
 */
export function observerOfAny(observers: readonly Observe[]): Observe {
  return async (questions) => {
    const others: Observation[] = [];
    const healthy = observers.map(async (observe) => {
      const observation = await observe(questions);
      if (isAsExpected(observation, Object.keys(questions))) return observation;
      others.push(observation);
      throw new UnexpectedObservation();
    });
    try {
      return await Promise.any(healthy);
    } catch (error) {
      const [other] = others;
      if (other !== undefined) return other;
      throw error instanceof AggregateError ? error.errors[0] : error;
    }
  };
}

function isAsExpected({ readOnly, yes }: Observation, questions: readonly string[]): boolean {
  return !readOnly && questions.every((name) => yes.has(name));
}
