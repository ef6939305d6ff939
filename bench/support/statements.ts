import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
} from 'kysely';
import type pg from 'pg';
import type { NewPayin, Tables } from '#service/database/schema.ts';
import { insertPayin, selectOwnPayin } from '#service/orders/queries.ts';

/** A statement of Tollgate's own as a prepared one, ready to be run without Tollgate. */
export type Statement<Input> = (input: Input) => pg.QueryConfig;

const ID = '00000000-0000-4000-8000-000000000001';
const REFERENCE = 'the reference of the request';

/** Needs one payin in the database: new ones are made in its likeness. */
export async function insertPayinStatement(
  pool: pg.Pool,
): Promise<Statement<{ id: string; reference: string }>> {
  const { merchant, payin } = await likeness(pool);
  const draft = { ...payin, id: ID, group_id: ID, reference_id: REFERENCE };
  const guard = { configVersion: merchant.config_version, fingerprints: [] };
  const { sql, parameters } = await capture((db) => insertPayin(db, draft, 'accepted', guard));
  return ({ id, reference }) => ({
    name: 'insert payin',
    text: sql,
    values: parameters.map((value) =>
      value === ID ? id : value === REFERENCE ? reference : value,
    ),
  });
}

export async function selectPayinStatement(pool: pg.Pool): Promise<Statement<{ id: string }>> {
  const { merchant } = await likeness(pool);
  const { sql, parameters } = await capture((db) => selectOwnPayin(db, merchant.id, ID));
  return ({ id }) => ({
    name: 'select payin',
    text: sql,
    values: parameters.map((value) => (value === ID ? id : value)),
  });
}

interface Likeness {
  merchant: { id: string; config_version: bigint };
  payin: NewPayin;
}

/** pg gives JSON back parsed; what is inserted is its text. */
async function likeness(pool: pg.Pool): Promise<Likeness> {
  const { rows: payins } = await pool.query<NewPayin & { seq_id: unknown }>(
    'select * from payins order by seq_id limit 1',
  );
  const [found] = payins;
  if (!found) throw new Error('The floor needs an order to take as its pattern');
  const { seq_id: _given, ...payin } = found;
  const { rows: merchants } = await pool.query<Likeness['merchant']>(
    'select id, config_version from merchants where id = $1',
    [payin.merchant_id],
  );
  const [merchant] = merchants;
  if (!merchant) throw new Error('The order has no merchant');
  const { customer, return_urls: returnUrls, request } = found;
  const json = {
    customer: JSON.stringify(customer),
    return_urls: JSON.stringify(returnUrls),
    request: JSON.stringify(request),
  };
  return { merchant, payin: { ...payin, ...json } };
}

/** What Tollgate would have sent: its own query function runs against a driver that answers nothing. */
async function capture(run: (db: Kysely<Tables>) => Promise<unknown>): Promise<CompiledQuery> {
  const sent: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      sent.push(query);
    },
  });
  await run(db);
  const [query] = sent;
  if (query === undefined || sent.length > 1) throw new Error('Expected one statement');
  return query;
}
