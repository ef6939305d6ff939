import { failure, success, type Result } from '#domain/result.ts';
import type { ServiceContext } from '../platform/context.ts';
import { unbatched, type Batcher } from '../platform/database/batch.ts';
import type { Db } from '../platform/database/schema.ts';
import type { WebhookDirection } from '../platform/database/tables/webhooks.ts';
import { inTransaction } from '../platform/database/transaction.ts';

/** Where a round of reading and writing runs. */
export interface Round {
  db: Db;
  batches: Batcher;
  /** Whether to lock what is read: the round is one transaction. */
  isLocked: boolean;
}

interface Rounds<State, Value> {
  /** By what conflicts are counted. */
  kind: Exclude<WebhookDirection, 'dispute'>;
  /** What was read before, by which the first round is decided; undefined if the first round reads. */
  state: State | undefined;
  /** Returns undefined if there is nothing to write about. */
  read: (round: Round) => Promise<State | undefined>;
  /**
   * Decides by what was read, and writes. Writes nothing and returns `changed` if that has changed meanwhile, and
   * `not_locked` if it has to be locked.
   */
  write: (round: Round, state: State) => Promise<Result<Value, 'changed' | 'not_locked'>>;
}

/**
 * `order`: as it is then; undefined if there is no such attempt. `left_open`: what was read changed each time before it
 * was written, so the attempt is open as after silence.
 */
export type SettleResult<Order> =
  | { kind: 'settled'; order: Order | undefined }
  | { kind: 'left_open' };

const MOST_ROUNDS = 5;
/** From this round on, what is read is locked: conflicts were too many to be chance. */
const FIRST_LOCKED_ROUND = 3;

/**
 * Reads, decides and writes, until what was read has not changed before it is written. Nearly always the first round is
 * enough. Each conflict is counted.
 *
 * @returns undefined if nothing was found to write about; `changed` if each of five rounds met a conflict. From the third on, only what is not locked can have caused
 *   them: the settings of the order's merchant
 */
export async function writeUnlessChanged<State, Value>(
  { db, batches, metrics }: Pick<ServiceContext, 'db' | 'batches' | 'metrics'>,
  { kind, state, read, write }: Rounds<State, Value>,
): Promise<Result<Value | undefined, 'changed'>> {
  let mustLock = false;
  for (let conflicts = 0; conflicts < MOST_ROUNDS;) {
    const isFirst = conflicts === 0 && !mustLock;
    const run = async (round: Round) => {
      const current = (isFirst ? state : undefined) ?? (await read(round));
      return current === undefined ? success(undefined) : write(round, current);
    };
    const written =
      mustLock || conflicts >= FIRST_LOCKED_ROUND - 1
        ? await inTransaction(db, (trx) =>
            run({ db: trx, batches: unbatched(trx), isLocked: true }),
          )
        : await run({ db, batches, isLocked: false });
    if (written.ok) return written;
    if (written.problem === 'not_locked') {
      mustLock = true;
    } else {
      conflicts += 1;
      metrics.settlementConflicted(kind);
    }
  }
  return failure('changed');
}
