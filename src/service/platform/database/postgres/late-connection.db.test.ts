import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newServiceData } from '../../../../../tests/support/database/seeds/service-data.ts';
import { connectDatabase } from '../connect.ts';

const CONNECT_MS = 6_000;
const HELD_MS = 3_000;
const LATE_MS = 5_000;

interface SlowServer {
  url: string;
  /** From now on new sessions get their settings late, by so many milliseconds. */
  delay(ms: number): void;
  /** Breaks all connections; takes new ones. */
  breakAll(): void;
  close(): void;
}

async function startSlowServer(databaseUrl: string): Promise<SlowServer> {
  const url = new URL(databaseUrl);
  const { hostname, port } = url;
  const links = new Set<Socket>();
  let delayMs = 0;
  const server: Server = createServer((near) => {
    const far = connect(Number(port || 5432), hostname);
    near.on('data', (bytes) => {
      const isFirst = bytes.includes('pg_is_in_recovery');
      setTimeout(() => far.write(bytes), isFirst ? delayMs : 0);
    });
    far.pipe(near);
    links.add(near);
    near.on('error', () => far.destroy());
    near.on('close', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    delay(ms) {
      delayMs = ms;
    },
    breakAll() {
      for (const link of links) link.destroy();
      links.clear();
    },
    close: () => server.close(),
  };
}

it.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'a connection that comes after its request has given up serves the next',
  async () => {
    const data = await newServiceData();
    const server = await startSlowServer(data.directUrl ?? '');
    const database = await connectDatabase({
      ...{ databaseUrl: server.url, dataDirectory: data.directory, poolSize: 1 },
      deadlines: {
        ...{ connectMs: CONNECT_MS, statementMs: 20_000, serverMs: 20_000 },
        idleInTransactionMs: 20_000,
      },
      onConnectionLost: () => undefined,
    });
    const ask = () => sql`select 1`.execute(database.db);
    await ask();
    const held = database.db.connection().execute(() => sleep(HELD_MS));
    // Waits for the only connection, then for a new one: longer than it may.
    const late = expect(ask()).rejects.toThrow('timeout exceeded');
    server.delay(LATE_MS);
    server.breakAll();
    await held;
    await late;
    server.delay(0);
    await expect
      .poll(() =>
        ask().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await database.close();
    server.close();
    await data.remove();
  },
);
