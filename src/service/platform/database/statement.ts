import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
  type RawBuilder,
} from 'kysely';
import { BY_TEXT } from './prepare.ts';
import type { Tables } from './schema.ts';

/** A place in a statement for what differs from one run to the next. */
export type Slot<Input> = <Name extends keyof Input & string>(
  name: Name,
) => RawBuilder<Input[Name]>;

export type Statement<Input, Row> = (db: Kysely<Tables>, input: Input) => Promise<Row[]>;

/**
 * A statement of the busiest requests, written with Kysely like others, but compiled once instead of at
 * each run, and prepared once per connection: its name, a comment in front of its text, asks for that
 * (see prepare.ts). It names its columns rather than `*`: the plan of a prepared one must not change.
 */
export function statement<Input extends object, Row>(
  name: string,
  build: (compiler: Kysely<Tables>, slot: Slot<Input>) => CompiledQuery<Row>,
): Statement<Input, Row> {
  const compiled = build(COMPILER, (slotName) => sql`${new Placeholder(slotName)}`);
  const text = `/* ${name} */ ${compiled.sql}`;
  return async (db, input) => {
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? value.in(input) : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, sql: text, parameters });
    return rows;
  };
}

/**
 * Runs a query of a busy request as a prepared statement, where its text is one of few but not always the
 * same: an update of these columns or those. It names its columns too. Lists, whose plans differ with
 * their values, are not for this.
 */
export async function prepared<Row>(
  db: Pick<Kysely<unknown>, 'executeQuery'>,
  query: CompiledQuery<Row>,
): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>({ ...query, sql: `/* ${BY_TEXT} */ ${query.sql}` });
  return rows;
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
export type SqlType = ScalarType | `${ScalarType}[]`;

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  in(input: object): unknown {
    return Reflect.get(input, this.name);
  }
}

/** Compiles for both engines, which are one dialect; it is connected to nothing. */
export const COMPILER = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
