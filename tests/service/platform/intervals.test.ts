// @module-tag postgres-only
// @module-tag apart
// oxlint-disable-next-line no-restricted-imports -- It counts what an idle process does in a while.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onServer } from '../../support/database/postgres-connection.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const WATCHED_SECONDS = 10;
const SETTLING_MS = 20_000;

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('a process with nothing to do', () => {
  let running: RunningService;

  beforeAll(async () => {
    running = await startService({ tickMs: 1_000 });
  });
  afterAll(() => running.close());

  /** Returns the number of commits, read from another database so that reading adds none. */
  async function commits(): Promise<number> {
    const url = new URL(running.databaseUrl ?? '');
    const name = url.pathname.slice(1);
    url.pathname = '/postgres';
    return onServer(url.href, async (client) => {
      const { rows } = await client.query<{ commits: string }>(
        'select xact_commit as commits from pg_stat_database where datname = $1',
        [name],
      );
      return Number(rows[0]?.commits);
    });
  }

  it('makes at most two commits a second', async () => {
    // The start's commits are counted up to ten seconds late, and its connections close after ten seconds. A pooler
    // commits once more when it takes a connection back, and closes its own another five seconds later.
    await sleep(SETTLING_MS);
    const before = await commits();
    await sleep(WATCHED_SECONDS * 1_000);
    const made = (await commits()) - before;
    expect(made).toBeGreaterThan(0);
    expect(made / WATCHED_SECONDS).toBeLessThanOrEqual(2);
  });
});
