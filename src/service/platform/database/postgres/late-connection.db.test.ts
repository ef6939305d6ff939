// @module-tag postgres-only
// oxlint-disable-next-line no-restricted-imports -- A request waits twice, each time for less than it may.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startTcpProxy } from '../../../../../tests/support/network/tcp-proxy.ts';
import { newServiceData } from '../../../../../tests/support/database/seeds/service-data.ts';
import { connectDatabase } from '../connect.ts';

const CONNECT_MS = 2_000;
const HELD_MS = 1_000;
const LATE_MS = 1_700;
/** Part of the first statement on each new connection. */
const FIRST_STATEMENT = 'pg_is_in_recovery';

it.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'a connection that arrives after its request timed out serves the next request',
  async () => {
    const data = await newServiceData();
    const url = new URL(data.directUrl ?? '');
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
    url.host = `127.0.0.1:${proxy.port}`;
    const database = await connectDatabase({
      databaseUrl: url.href,
      dataDirectory: data.directory,
      poolSize: 1,
      deadlines: {
        connectMs: CONNECT_MS,
        statementMs: 20_000,
        serverMs: 20_000,
        idleInTransactionMs: 20_000,
      },
      onConnectionLost: () => undefined,
    });
    const ask = () => sql`select 1`.execute(database.db);
    const isAnswered = () =>
      ask().then(
        () => true,
        () => false,
      );
    await expect.poll(isAnswered).toBe(true);
    const held = database.db.connection().execute(() => sleep(HELD_MS));
    // Waits for the only connection, and then for a new one: together longer than its deadline.
    const late = expect(ask()).rejects.toThrow('timeout exceeded');
    proxy.delay(FIRST_STATEMENT, LATE_MS);
    await proxy.restore();
    await held;
    await late;
    proxy.delay(FIRST_STATEMENT, 0);
    await expect.poll(isAnswered).toBe(true);
    await database.close();
    await proxy.close();
    await data.remove();
  },
);
