// @module-tag postgres-only
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureProcessors } from '../../../bench/support/processor-time.ts';
import { createScratchDatabase, type ScratchDatabase } from '../../support/database/postgres.ts';
import { onServer } from '../../support/database/postgres-connection.ts';
import { postgresServer } from '../../support/database/suite.ts';

/** Uses a processor for longer than AT_LEAST_US, even on a fast machine. */
const WORK = 'select count(*) from (select generate_series(1, 8000000)) as numbers';
const AT_LEAST_US = 100_000;

let scratch: ScratchDatabase;

beforeAll(async () => {
  scratch = await createScratchDatabase();
});
afterAll(async () => scratch.drop());

it('counts a connection that ended before the work did', async ({ skip }) => {
  const { result, used } = await measureProcessors(process.pid, [scratch.url], async (look) => {
    await onServer(scratch.url, async (client) => {
      await client.query(WORK);
      await look();
    });
    return 'done';
  });
  expect(result).toBe('done');
  skip(used === undefined, 'The processes of this PostgreSQL are not on this machine');
  expect(used?.databaseUs).toBeGreaterThan(AT_LEAST_US);
});

it('counts nothing from before the work, nor from another database', async ({ skip }) => {
  const { used } = await onServer(scratch.url, async (client) => {
    await client.query(WORK);
    return measureProcessors(process.pid, [scratch.url], async () =>
      onServer(postgresServer(), async (other) => other.query(WORK)),
    );
  });
  skip(used === undefined, 'The processes of this PostgreSQL are not on this machine');
  expect(used?.databaseUs).toBeLessThan(AT_LEAST_US);
});
