// @module-tag postgres-only
// @module-tag apart
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '#service/migrate-database.ts';
import { connectDatabase } from '#service/platform/database/connect.ts';
import { readConfig } from '#service/start.ts';
import { createScratchDatabase, type ScratchDatabase } from '../../support/database/postgres.ts';
import { sharesSessions } from '../../support/database/suite.ts';

let here: ScratchDatabase;
let elsewhere: ScratchDatabase;

/** Migrates the database, as a start does first. */
async function prepare(env: Record<string, string>): Promise<string[]> {
  const config = readConfig({ DATABASE_URL: here.directUrl, LOG_LEVEL: 'silent', ...env });
  if (config.mode !== 'service') throw new Error('No service is configured');
  return migrateDatabase(config);
}

async function run(databaseUrl: string, statement: string): Promise<void> {
  const database = await connectDatabase({
    databaseUrl,
    dataDirectory: '',
    poolSize: 2,
    onConnectionLost: () => undefined,
  });
  await sql.raw(statement).execute(database.db);
  await database.close();
}

describe.skipIf(sharesSessions)('CELLS and CELL_ADDRESSES', () => {
  beforeAll(async () => {
    [here, elsewhere] = await Promise.all([createScratchDatabase(), createScratchDatabase()]);
    await prepare({ CELLS: '2' });
  });
  afterAll(async () => {
    await Promise.all([here.drop(), elsewhere.drop()]);
  });

  it('create cells that persist', async () => {
    expect(await prepare({ CELLS: '2' })).toEqual([]);
    expect(await prepare({ CELLS: '3' })).toContain('001-first-schema');
  });

  it('can never decrease', async () => {
    await expect(prepare({ CELLS: '1' })).rejects.toThrow(/^CELLS is 1, but the database has/);
  });

  it('refuse a start on an empty database that should hold a cell', async () => {
    const CELL_ADDRESSES = `1=${elsewhere.directUrl}`;
    await expect(prepare({ CELLS: '3', CELL_ADDRESSES })).rejects.toThrow(
      'The database of cell 1 is not at its address: no data of the cell is there.',
    );
  });

  it("refuse a start on another deployment's cell, and on another cell", async () => {
    const stranger = '73b61a2e-0000-4000-8000-000000000000';
    await run(
      elsewhere.directUrl,
      `create schema cell_1; create table cell_1.cells (number int, deployment uuid);
       insert into cell_1.cells values (1, '${stranger}')`,
    );
    await expect(
      prepare({ CELLS: '3', CELL_ADDRESSES: `1=${elsewhere.directUrl}` }),
    ).rejects.toThrow('The database at the address of cell 1 belongs to another deployment.');
    await run(here.directUrl, 'alter schema cell_1 rename to kept');
    await run(here.directUrl, 'alter schema cell_2 rename to cell_1');
    await expect(prepare({ CELLS: '3' })).rejects.toThrow(
      'The database at the address of cell 1 belongs to another deployment.',
    );
    await run(here.directUrl, 'alter schema cell_1 rename to cell_2');
    await run(here.directUrl, 'alter schema kept rename to cell_1');
  });

  it('accept a moved cell at its new address', async () => {
    await run(here.directUrl, 'alter schema cell_2 rename to moved');
    const url = new URL(here.directUrl);
    url.searchParams.set('application_name', 'elsewhere');
    await expect(prepare({ CELLS: '3' })).rejects.toThrow('no data of the cell is there');
    await run(here.directUrl, 'alter schema moved rename to cell_2');
    expect(await prepare({ CELLS: '3', CELL_ADDRESSES: `2=${url.href}` })).toEqual([]);
  });
});
