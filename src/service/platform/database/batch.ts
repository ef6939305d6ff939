import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import type { Db } from './schema.ts';
import { COMPILER } from './statement.ts';
import { isConflict, isDatabaseUnavailable, TooManyWaiting } from './unavailable.ts';

/**
 * A statement that does for several inputs what it does for one.
 *
 * @returns for each input its row, undefined where it has none
 */
export type BatchedStatement<Input extends object, Row extends object> = (
  db: Db,
  inputs: readonly Input[],
) => Promise<(Row | undefined)[]>;

/** The inputs of a run, as SQL. */
export interface Given<Input> {
  /** Of a `with`, the table `given`: a row for each input, a column for each of its members, and its `position`. */
  table: RawBuilder<unknown>;
  /** A member of the input of a row of `given`. */
  of: (name: keyof Input & string) => RawBuilder<unknown>;
}

type ScalarType =
  | 'bigint'
  | 'boolean'
  | 'bytea'
  | 'integer'
  | 'jsonb'
  | 'numeric'
  | 'text'
  | 'timestamptz'
  | 'uuid';
/** What a value is to PostgreSQL. */
type SqlType = ScalarType | `${ScalarType}[]`;

export type ColumnTypes<Input> = { [Name in keyof Input]-?: SqlType };

/** So many inputs may stand in one statement; each number is prepared by itself, and so there are few. */
const SIZES = [16, 8, 4, 2, 1] as const;

/** How many of those that wait are best taken together. */
function batchSize(waiting: number): number {
  return SIZES.find((size) => size <= waiting) ?? 1;
}

/**
 * Like `statement`, for any number of inputs at once: what the database does for each statement, whatever is in it, it
 * does once for all of them. Rows name their input by a column `position`; an input has one row at most. An input
 * that its statement does nothing for must not keep it from doing the rest.
 */
export function batchedStatement<Input extends object, Row extends object>(
  { name, types, sortedBy }: Definition<Input>,
  build: (db: Db, given: Given<Input>) => CompiledQuery<Row & Position>,
): BatchedStatement<Input, Row> {
  const compiled = new Map<number, CompiledQuery<Row & Position>>();
  const ofSize = (size: number): CompiledQuery<Row & Position> => {
    const known = compiled.get(size);
    if (known !== undefined) return known;
    const query = build(COMPILER, givenOf(types, size));
    const named = { ...query, sql: `/* ${name}_${size} */ ${query.sql}` };
    compiled.set(size, named);
    return named;
  };
  async function runSome(db: Db, inputs: readonly Input[]) {
    const query = ofSize(inputs.length);
    const parameters = query.parameters.map((value) =>
      value instanceof InputPlaceholder ? value.in(inputs) : value,
    );
    const { rows } = await db.executeQuery<Row & Position>({ ...query, parameters });
    return rows;
  }
  return async (db, inputs) => {
    const sorted = [...inputs.entries()];
    if (sortedBy !== undefined) sorted.sort(([, a], [, b]) => compared(sortedBy(a), sortedBy(b)));
    const found = Array.from<Row | undefined>({ length: inputs.length });
    while (sorted.length > 0) {
      const some = sorted.splice(0, batchSize(sorted.length));
      const rows = await runSome(
        db,
        some.map(([, input]) => input),
      );
      for (const row of rows) found[some[row.position]?.[0] ?? -1] = row;
    }
    return found;
  };
}

export interface Definition<Input> {
  name: string;
  types: ColumnTypes<Input>;
  /** The rows that the statement locks, in the same order in every process, so that no two wait for each other. */
  sortedBy?: (input: Input) => string | number;
}

function compared(a: string | number, b: string | number): number {
  return a < b ? -1 : Number(a > b);
}

interface Position {
  position: number;
}

/**
 * One input is as good as values in the statement itself: the planner then looks nothing up in `given`. Of several, a
 * table is made.
 */
function givenOf<Input extends object>(types: ColumnTypes<Input>, size: number): Given<Input> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a mapped type are its members
  const names = Object.keys(types) as (keyof Input & string)[];
  const place = (position: number, name: keyof Input & string): RawBuilder<unknown> => {
    return sql`${new InputPlaceholder(position, name)}::${sql.raw(types[name])}`;
  };
  const row = (_: unknown, position: number) =>
    sql`(${sql.lit(position)}, ${sql.join(names.map((name) => place(position, name)))})`;
  const columns = sql.join(['position', ...names].map((name) => sql.ref(name)));
  const kept = sql.raw(size === 1 ? 'not materialized' : 'materialized');
  return {
    table: sql`given (${columns}) as ${kept} (values ${sql.join(Array.from({ length: size }, row))})`,
    of: (name) => sql.ref(`given.${name}`),
  };
}

/** A place for a member of an input. */
class InputPlaceholder {
  readonly position: number;
  readonly member: string;

  constructor(position: number, member: string) {
    this.position = position;
    this.member = member;
  }

  in(inputs: readonly object[]): unknown {
    return Reflect.get(inputs[this.position] ?? {}, this.member);
  }
}

/** Runs statements of busy requests: those of one kind that are asked for at the same time, together. */
export interface Batcher {
  /**
   * @param queue inputs with a name of their own wait for each other alone: for what all of them lock, such as an
   *   account. One statement of a named queue runs at a time, and its inputs go in the order in which they came
   * @returns the row of this input, undefined where it has none
   */
  run<Input extends object, Row extends object>(
    statement: BatchedStatement<Input, Row>,
    input: Input,
    queue?: string,
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
  db: Db,
  limit: WaitingLimit = { most: Infinity, waiting: 0 },
): Batcher {
  /** Each of the type of its statement. */
  const queues = new WeakMap<object, unknown>();
  return {
    async run<Input extends object, Row extends object>(
      statement: BatchedStatement<Input, Row>,
      input: Input,
      name = '',
    ) {
      if (limit.waiting >= limit.most) throw new TooManyWaiting();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept by the statement that they are queues of
      const known = queues.get(statement) as Queues<Input, Row> | undefined;
      const ofStatement: Queues<Input, Row> = known ?? new Map();
      if (known === undefined) queues.set(statement, ofStatement);
      const queue = ofStatement.get(name) ?? {
        users: 0,
        run: gather<Input, Row | undefined>({
          run: (inputs) => statement(db, inputs),
          sizeOf: batchSize,
          ...(name === '' && { slowMs: SLOW_MS }),
          mayBeOfOne: (error) => isConflict(error) || !isDatabaseUnavailable(error),
        }),
      };
      ofStatement.set(name, queue);
      limit.waiting += 1;
      queue.users += 1;
      try {
        return await queue.run(input);
      } finally {
        limit.waiting -= 1;
        queue.users -= 1;
        if (queue.users === 0) ofStatement.delete(name);
      }
    },
  };
}

type Queues<Input, Row> = Map<string, Queue<Input, Row>>;

interface Queue<Input, Row> {
  /** How many wait in it. */
  users: number;
  run: (input: Input) => Promise<Row | undefined>;
}
/** How what is asked for at the same time is done together. */
export interface Gathering<Input, Output> {
  /** @returns what came of each input, in their sequence */
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>;
  /** How many of those that wait are taken; at least one. */
  sizeOf: (waiting: number) => number;
  /** A run that takes longer is no longer waited for by the next. */
  slowMs?: number;
  /** Whether an error may be that of one input, so that each is to be run alone. */
  mayBeOfOne?: (error: unknown) => boolean;
}

interface Waiting<Input, Output> extends PromiseWithResolvers<Output> {
  input: Input;
}

/**
 * Does for several at once what costs little more than for one. The first is run at once; those that come meanwhile wait
 * until it has ended, and go together.
 */
export function gather<Input, Output>(
  gathering: Gathering<Input, Output>,
): (input: Input) => Promise<Output> {
  const waiting: Waiting<Input, Output>[] = [];
  let underWay = 0;

  function runNext(): void {
    underWay += 1;
    const leave = once(() => {
      underWay -= 1;
      if (waiting.length > 0 && underWay === 0) runNext();
    });
    const timer = gathering.slowMs === undefined ? undefined : setTimeout(leave, gathering.slowMs);
    const batch = waiting.splice(0, gathering.sizeOf(waiting.length));
    void runTogether(gathering, batch).finally(() => {
      clearTimeout(timer);
      leave();
    });
  }

  return (input) => {
    const next = { input, ...Promise.withResolvers<Output>() };
    waiting.push(next);
    if (underWay === 0) runNext();
    return next.promise;
  };
}

/** Never rejects. */
async function runTogether<Input, Output>(
  gathering: Gathering<Input, Output>,
  batch: readonly Waiting<Input, Output>[],
): Promise<void> {
  try {
    const outputs = await gathering.run(batch.map(({ input }) => input));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each input
    for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Output);
  } catch (error) {
    if (batch.length > 1 && gathering.mayBeOfOne?.(error) === true) {
      await Promise.all(batch.map((alone) => runTogether(gathering, [alone])));
    } else {
      for (const { reject } of batch) reject(error);
    }
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
