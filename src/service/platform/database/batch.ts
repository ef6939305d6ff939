import { sql, type AliasedRawBuilder, type CompiledQuery, type RawBuilder } from 'kysely';
import type { Db } from './schema.ts';
import { COMPILER } from './statement.ts';
import { machineTimers, type Timers } from '../timers.ts';
import { isConflict, isDatabaseUnavailable } from './unavailable.ts';

/**
 * A statement that runs for several inputs at once.
 *
 * @returns the row of each input, undefined if it has none
 */
export type BatchedStatement<Input extends object, Row extends object> = (
  db: Db,
  inputs: readonly Input[],
) => Promise<(Row | undefined)[]>;

/** The inputs of a run, as SQL. */
export interface Given<Input> {
  /** A `with` table named `given`: a row for each input, with a column for each of its members and its `position`. */
  table: RawBuilder<unknown>;
  /** A member of the input, as a column of `given`. */
  of: (name: keyof Input & string) => RawBuilder<unknown>;
  /** All members of the input, as columns of `given`. */
  all: RawBuilder<unknown>;
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
/** A PostgreSQL type, or an array of one. */
type SqlType = ScalarType | `${ScalarType}[]`;

export type ColumnTypes<Input> = { [Name in keyof Input]-?: SqlType };

declare const VALUE: unique symbol;

/** The type of a column in SQL, which also knows the type of its value. */
export type Column<Value> = SqlType & { readonly [VALUE]: Value };

export function column<Value>(type: SqlType): Column<Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of the value exists only for the compiler
  return type as Column<Value>;
}

/** The input of a statement whose columns are declared with `column`. */
export type InputOf<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends { readonly [VALUE]: infer Value } ? Value : never;
};

/**
 * Builds a table of rows that a statement has as one parameter: its text is the same however many there are. Members
 * that are not declared as columns are left out.
 */
export function recordset<Name extends string, Columns extends Record<string, SqlType>>(
  name: Name,
  columns: Columns,
  rows: readonly InputOf<Columns>[],
): AliasedRawBuilder<InputOf<Columns>, Name> {
  const json = rows.map((row) =>
    Object.fromEntries(Object.keys(columns).map((key) => [key, toJson(Reflect.get(row, key))])),
  );
  const declared = Object.entries<string>(columns).map(([key, type]) => `"${key}" ${type}`);
  return sql<InputOf<Columns>>`jsonb_to_recordset(${JSON.stringify(json)}::jsonb)`.as<Name>(
    sql`${sql.ref(name)} (${sql.raw(declared.join(', '))})`,
  );
}

/** Amounts become text, so that they lose no digit, and bytes become what `bytea` reads. */
function toJson(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return Array.isArray(value) ? value.map(toJson) : value;
}

/** The numbers of inputs that one statement may have. Each number is prepared separately, so there are few. */
const SIZES = [16, 8, 4, 2, 1] as const;

/** Returns how many of the waiting inputs to run together. */
function batchSize(waiting: number): number {
  return SIZES.find((size) => size <= waiting) ?? 1;
}

/**
 * Creates a statement like `statement` does, for any number of inputs: what a statement costs whatever its content, the
 * database pays once for all of them. Rows name their input in a column `position`; an input has one row at most. An
 * input for which the statement does nothing must not keep it from handling the rest.
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
  async function runStatement(db: Db, inputs: readonly Input[]) {
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
      const rows = await runStatement(
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
  /**
   * The sort key of the rows that the statement locks. Every process locks them in this order, which prevents
   * deadlocks.
   */
  sortedBy?: (input: Input) => string | number;
}

function compared(a: string | number, b: string | number): number {
  return a < b ? -1 : Number(a > b);
}

interface Position {
  position: number;
}

/**
 * Builds `given`. One input is not materialized: to the planner its values are part of the statement. Several inputs
 * are materialized as a table.
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
    all: sql.join(names.map((name) => sql.ref(`given.${name}`))),
  };
}

/** A placeholder for a member of an input. */
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

/** Runs the statements of busy requests; concurrent runs of the same statement are batched. */
export interface Batcher {
  /**
   * @param queue names the inputs that lock the same thing, such as an account; they wait only for each other. A named
   *   queue runs one statement at a time, with its inputs in the order of their arrival
   * @returns the row of this input, undefined if it has none
   */
  run<Input extends object, Row extends object>(
    statement: BatchedStatement<Input, Row>,
    input: Input,
    queue?: string,
  ): Promise<Row | undefined>;
}

/** Returns a batcher that runs each statement alone, in a transaction. */
export function unbatched(trx: Db): Batcher {
  return {
    async run(statement, input) {
      const [row] = await statement(trx, [input]);
      return row;
    },
  };
}

/** A statement that takes longer is probably waiting for a lock; the next does not wait for it. */
const SLOW_MS = 50;

export function createBatcher(db: Db, timers: Timers = machineTimers): Batcher {
  /** The queues of each statement, with the types of the statement. */
  const queues = new WeakMap<object, unknown>();
  return {
    async run<Input extends object, Row extends object>(
      statement: BatchedStatement<Input, Row>,
      input: Input,
      name = '',
    ) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept by the statement that they are queues of
      const known = queues.get(statement) as Queues<Input, Row> | undefined;
      const ofStatement: Queues<Input, Row> = known ?? new Map();
      if (known === undefined) queues.set(statement, ofStatement);
      const queue = ofStatement.get(name) ?? {
        users: 0,
        run: batchConcurrentInputs<Input, Row | undefined>({
          run: (inputs) => statement(db, inputs),
          sizeOf: batchSize,
          ...(name === '' && { slow: { ms: SLOW_MS, timers } }),
          mayBeCausedByOneInput: (error) => isConflict(error) || !isDatabaseUnavailable(error),
        }),
      };
      ofStatement.set(name, queue);
      queue.users += 1;
      try {
        return await queue.run(input);
      } finally {
        queue.users -= 1;
        if (queue.users === 0) ofStatement.delete(name);
      }
    },
  };
}

type Queues<Input, Row> = Map<string, Queue<Input, Row>>;

interface Queue<Input, Row> {
  /** How many inputs wait in it. */
  users: number;
  run: (input: Input) => Promise<Row | undefined>;
}
/** How concurrent inputs are run together. */
export interface BatchingOptions<Input, Output> {
  /** @returns the output of each input, in the same order */
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>;
  /** How many of the waiting inputs the next run takes; at least one. */
  sizeOf: (waiting: number) => number;
  /** The next run does not wait for a run that takes longer. */
  slow?: { ms: number; timers: Timers };
  /** Whether a single input may have caused an error; then each input runs again alone. */
  mayBeCausedByOneInput?: (error: unknown) => boolean;
}

interface Waiting<Input, Output> extends PromiseWithResolvers<Output> {
  input: Input;
}

/**
 * Combines inputs into runs, for work that costs little more for several inputs than for one. The first input runs at
 * once; those that arrive meanwhile wait until that run has ended, and then run together.
 */
export function batchConcurrentInputs<Input, Output>(
  options: BatchingOptions<Input, Output>,
): (input: Input) => Promise<Output> {
  const waiting: Waiting<Input, Output>[] = [];
  let underWay = 0;

  function runNext(): void {
    underWay += 1;
    const release = once(() => {
      underWay -= 1;
      if (waiting.length > 0 && underWay === 0) runNext();
    });
    const cancel = options.slow?.timers.after(options.slow.ms, release);
    const batch = waiting.splice(0, options.sizeOf(waiting.length));
    void runBatch(options, batch).finally(() => {
      cancel?.();
      release();
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
async function runBatch<Input, Output>(
  options: BatchingOptions<Input, Output>,
  batch: readonly Waiting<Input, Output>[],
): Promise<void> {
  try {
    const outputs = await options.run(batch.map(({ input }) => input));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each input
    for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Output);
  } catch (error) {
    if (batch.length > 1 && options.mayBeCausedByOneInput?.(error) === true) {
      await Promise.all(batch.map((alone) => runBatch(options, [alone])));
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
