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

/** A place in a statement for what differs from one run to the next. */
export type Slot<Input> = <Name extends keyof Input & string>(
  name: Name,
) => RawBuilder<Input[Name]>;

export type Statement<Input, Row> = (db: Kysely<Tables>, input: Input) => Promise<Row[]>;

/**
 * A statement of the busiest requests, written with Kysely like others, but compiled once instead of at
 * each run, and prepared once per connection: its name, a comment in front of its text, asks for that
 * (`createStatementNames`). It names its columns rather than `*`: the plan of a prepared one must not change.
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
 * same: an update of these columns or those, a list by this or that sort. It names its columns too.
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

/** Compiles for both engines, which are one dialect; it is connected to nothing. */
export const COMPILER = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** What `statement` and `prepared` put in front of a text. */
const NAME = /^\/\* (\w+) \*\//;
/** Instead of a name: the text itself identifies the statement. */
export const BY_TEXT = 'by_text';

/**
 * Statements that carry a name are prepared under it, once per connection: after a few runs PostgreSQL
 * no longer plans them. The others are few, or too different from run to run, and get no name.
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
