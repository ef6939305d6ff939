import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import { isConflict, isDatabaseUnavailable, TooManyWaiting } from '../unavailable.ts';
import { batchSize, type BatchedStatement } from './batched-statement.ts';
import { gather } from './gather.ts';

/** Runs statements of busy requests: those of one kind that are asked for at the same time, together. */
export interface Batcher {
  /** @returns the row of this input, undefined where it has none */
  run<Input extends object, Row extends object>(
    statement: BatchedStatement<Input, Row>,
    input: Input,
  ): Promise<Row | undefined>;
}

/** How many inputs may wait for one database, of all batchers that share this. */
export interface WaitingLimit {
  most: number;
  waiting: number;
}

/** One that takes longer waits, perhaps for a lock; the next does not. */
const SLOW_MS = 50;

/**
 * @param limit a batch waits for one connection, whatever is in it, so its inputs are counted here
 * @throws TooManyWaiting by `run`, beyond the limit
 */
export function createBatcher(
  db: Kysely<Tables>,
  limit: WaitingLimit = { most: Infinity, waiting: 0 },
): Batcher {
  /** Each of the type of its statement. */
  const queues = new WeakMap<object, unknown>();
  return {
    async run<Input extends object, Row extends object>(
      statement: BatchedStatement<Input, Row>,
      input: Input,
    ) {
      if (limit.waiting >= limit.most) throw new TooManyWaiting();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept by the statement that it is a queue of
      const known = queues.get(statement) as Queue<Input, Row> | undefined;
      const queue =
        known ??
        gather<Input, Row | undefined>({
          run: (inputs) => statement(db, inputs),
          sizeOf: batchSize,
          slowMs: SLOW_MS,
          mayBeOfOne: (error) => isConflict(error) || !isDatabaseUnavailable(error),
        });
      if (known === undefined) queues.set(statement, queue);
      limit.waiting += 1;
      try {
        return await queue(input);
      } finally {
        limit.waiting -= 1;
      }
    },
  };
}

type Queue<Input, Row> = (input: Input) => Promise<Row | undefined>;
