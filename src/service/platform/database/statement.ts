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
import type { Tables } from './schema.ts';

/** A placeholder in a statement for a value that differs between runs. */
export type Slot<Input> = <Name extends keyof Input & string>(
  name: Name,
) => RawBuilder<Input[Name]>;

export type Statement<Input, Row> = (db: Kysely<Tables>, input: Input) => Promise<Row[]>;

/**
 * Creates a statement for the busiest requests. It is written with Kysely like any other, but compiled only once, and
 * prepared once per connection under its name (`createStatementNames`), a comment before its text. It must name its
 * columns instead of using `*`: the result type of a prepared statement must not change.
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
 * Runs a query of a busy request as a prepared statement, if it has one of a few texts: an update of varying columns,
 * or a list with varying sorts. It must name its columns too.
 */
export async function prepared<Row>(
  db: Pick<Kysely<unknown>, 'executeQuery'>,
  query: CompiledQuery<Row>,
): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>({ ...query, sql: `/* ${BY_TEXT} */ ${query.sql}` });
  return rows;
}

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  in(input: object): unknown {
    return Reflect.get(input, this.name);
  }
}

/** Compiles queries for both engines, which share one dialect. Not connected to a database. */
export const COMPILER = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The comment that `statement` and `prepared` put before a text. */
const NAME = /^\/\* (\w+) \*\//;
/** Instead of a name: the text itself identifies the statement. */
export const BY_TEXT = 'by_text';

/**
 * Returns a function that tells the name under which a statement is prepared, once per connection: after a few runs
 * PostgreSQL no longer plans it. Statements without a name are few, or differ too much between runs.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const written = NAME.exec(text)?.[1];
    if (written !== BY_TEXT) return written;
    const name = names.get(text) ?? `${BY_TEXT}_${names.size}`;
    names.set(text, name);
    return name;
  };
}
