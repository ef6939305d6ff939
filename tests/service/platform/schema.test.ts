import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../../support/process/service.ts';

let running: RunningService;

beforeAll(async () => {
  running = await startService();
});
afterAll(() => running.close());

/** Neither PostgreSQL's own nor an extension's. */
const ours = (
  oid: string,
) => `namespace.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
  and not exists (select from pg_depend where objid = ${oid} and deptype = 'e')`;

/** What stands in the schema beside tables, their constraints and indexes. */
const NAMES = {
  triggers: `select tgname as name from pg_trigger
    join pg_class class on class.oid = tgrelid
    join pg_namespace namespace on namespace.oid = class.relnamespace
    where not tgisinternal and ${ours('class.oid')}`,
  functions: `select proname as name from pg_proc routine
    join pg_namespace namespace on namespace.oid = routine.pronamespace where ${ours('routine.oid')}`,
  'sequences that belong to no identity column': `select relname as name from pg_class class
    join pg_namespace namespace on namespace.oid = class.relnamespace
    where relkind = 'S' and ${ours('class.oid')} and not exists (
      select from pg_depend
      where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'i')`,
  views: `select relname as name from pg_class class
    join pg_namespace namespace on namespace.oid = class.relnamespace
    where relkind in ('v', 'm') and ${ours('class.oid')}`,
  rules: `select rulename as name from pg_rewrite
    join pg_class class on class.oid = ev_class
    join pg_namespace namespace on namespace.oid = class.relnamespace where ${ours('class.oid')}`,
};

describe('the schema has no', () => {
  it.each(Object.entries(NAMES))('%s', async (_what, query) => {
    const { rows } = await sql<{ name: string }>`${sql.raw(query)}`.execute(running.db);
    expect(rows.map(({ name }) => name)).toEqual([]);
  });
});
