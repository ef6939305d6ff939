import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type RunningService } from '../../support/process/service.ts';
import { migrate } from '#service/platform/database/migrate.ts';

let running: RunningService;

beforeAll(async () => {
  running = await startService();
});
afterAll(() => running.close());

it('lets a release start on a schema that a newer one has taken further', async () => {
  await sql`
    insert into kysely_migration (name, timestamp) values ('999-of-a-newer-release', '2030-01-01')`.execute(
    running.db,
  );
  expect(await migrate(running.db)).toEqual([]);
  const { rows } = await sql`
    select from kysely_migration where name = '999-of-a-newer-release'`.execute(running.db);
  expect(rows).toHaveLength(1);
});
