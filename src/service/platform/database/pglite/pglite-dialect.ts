import type { PGlite } from '@electric-sql/pglite';
import { PGliteAdapter, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { asKyselyUsesIt } from '../pooled-client.ts';
import { createPlanRenewal, DISCARD_PLANS } from '../plan-renewal.ts';
import { createStatementNames } from '../prepare.ts';
import { typeParsers } from '../type-parsers.ts';
import { PgliteStream } from './pglite-stream.ts';

/**
 * PGlite by the client that PostgreSQL has, so that statements that have a name are prepared here as there: to plan one takes
 * PGlite several times as long as to run it. By its own `query` they would be planned each time.
 */
export class PgliteDialect extends PostgresDialect {
  constructor(client: pg.Client) {
    super({ pool: poolOf(client) });
  }

  /** Takes turns at the one session. */
  override createAdapter(): PGliteAdapter {
    return new PGliteAdapter();
  }
}

/** @param onLost called when PGlite has broken: whatever is asked of it from then on is refused as unavailable */
export async function connectPglite(
  pglite: PGlite,
  onLost: (error: Error) => void,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...{ user: 'postgres', database: 'postgres', host: 'localhost', ssl: false },
    stream: () => new PgliteStream(pglite),
    types: typeParsers(),
  });
  client.on('error', onLost);
  await client.connect();
  return client;
}

function poolOf(client: pg.Client): PostgresPool {
  const usage = { nameOf: createStatementNames(), beginning: undefined, release: () => undefined };
  const usable = asKyselyUsesIt(client, usage, (query) => client.query(query));
  const renewal = createPlanRenewal();
  return {
    options: {},
    async connect() {
      if (renewal.isDue(client)) await client.query(DISCARD_PLANS);
      return usable;
    },
    end: () => client.end(),
  };
}
