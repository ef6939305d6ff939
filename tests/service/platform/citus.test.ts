import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isCitus } from '../../support/database/citus.ts';
import { onServer } from '../../support/database/postgres-connection.ts';
import { newServiceData, type ServiceData } from '../../support/database/seeds/service-data.ts';
import { watchStatements } from '../../support/database/watch-statements.ts';
import { merchantIn, payTo } from '../../support/orders/merchant-in-cell.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

/** What became of a statement, as Citus itself says. */
interface Routed {
  text: string;
  /** Schemas of the shards that it was sent to. */
  cells: Set<string>;
}

const SHARD = /\b(cell_\d+)\.\w+_\d{6,}\b/g;

/** Tells of each statement from now on which cells Citus sends it to. @returns what ends it */
function watchRoutes(routed: Routed[]): () => void {
  const latest = new WeakMap<object, Routed>();
  const stopWatching = watchStatements((text, session) => {
    const statement = { text, cells: new Set<string>() };
    latest.set(session, statement);
    routed.push(statement);
  });
  const { emit } = pg.Client.prototype;
  pg.Client.prototype.emit = new Proxy(emit, {
    apply(unwatched, session: pg.Client, args: [string, ...unknown[]]): boolean {
      const statement = latest.get(session);
      if (args[0] === 'notice' && statement) addRoute(statement, args[1]);
      return Reflect.apply(unwatched, session, args);
    },
  });
  return () => {
    stopWatching();
    pg.Client.prototype.emit = emit;
  };
}

function addRoute(statement: Routed, notice: unknown): void {
  const command = notice instanceof Object && 'message' in notice ? String(notice.message) : '';
  for (const [, cell = ''] of command.matchAll(SHARD)) statement.cells.add(cell);
}

describe.skipIf(!isCitus(process.env['TEST_POSTGRES_URL'] ?? ''))('cells on Citus', () => {
  let data: ServiceData;
  let running: RunningService;
  beforeAll(async () => {
    data = await newServiceData();
    const url = data.directUrl ?? '';
    const name = new URL(url).pathname.slice(1);
    await onServer(url, async (client) => {
      for (const log of ['citus.log_remote_commands', 'citus.log_local_commands']) {
        await client.query(`ALTER DATABASE ${name} SET ${log} TO on`);
      }
    });
    running = await startService({ data });
  });
  afterAll(async () => {
    await running.close();
    await data.remove();
  });

  it('are on all nodes', async () => {
    const { rows } = await sql<{ nodes: number; homes: number }>`
      select (select count(*) from pg_dist_node where shouldhaveshards)::integer as nodes,
        (select count(distinct nodename || nodeport) from citus_shards)::integer as homes`.execute(
      running.context.db,
    );
    expect(rows[0]?.homes).toBe(rows[0]?.nodes);
    expect(rows[0]?.homes).toBeGreaterThan(1);
  });

  it('have each statement of a payment done in one cell', async () => {
    const cells = [1, 2, 3];
    const merchants = await Promise.all(cells.map((cell) => merchantIn(running.cells.at(cell))));
    const routed: Routed[] = [];
    const stopWatching = watchRoutes(routed);
    for (const merchant of merchants) {
      expect((await payTo(running.clientFor(merchant.key), merchant)).status).toBe('SUCCESS');
    }
    stopWatching();
    const spread = routed.filter((statement) => statement.cells.size > 1);
    expect(spread).toEqual([]);
    const touched = routed.flatMap((statement) => [...statement.cells]);
    expect(touched).toEqual(expect.arrayContaining(cells.map((cell) => `cell_${cell}`)));
  });
});
