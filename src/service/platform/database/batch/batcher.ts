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

/** How many may be asked for, and not yet answered, of whatever shares this. */
export interface Room {
  most: number;
  asked: number;
}

/** One that takes longer waits, perhaps for a lock; the next does not. */
const SLOW_MS = 50;

/**
 * @param rooms those of the cell and of its address, where there are several: what waits for a database that is lost is not to
 *   take the place of the others' requests
 * @throws TooManyWaiting by `run`
 */
export function createBatcher(db: Kysely<Tables>, rooms: readonly Room[] = []): Batcher {
  /** Each of the type of its statement. */
  const queues = new WeakMap<object, unknown>();
  return {
    async run<Input extends object, Row extends object>(
      statement: BatchedStatement<Input, Row>,
      input: Input,
    ) {
      if (rooms.some(({ asked, most }) => asked >= most)) throw new TooManyWaiting();
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
      for (const room of rooms) room.asked += 1;
      try {
        return await queue(input);
      } finally {
        for (const room of rooms) room.asked -= 1;
      }
    },
  };
}

type Queue<Input, Row> = (input: Input) => Promise<Row | undefined>;
