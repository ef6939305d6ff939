// @module-tag both-engines
// @module-tag not-on-citus
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceContext } from '#service/platform/context.ts';
import { cardDataBody, createdPayin } from '../../support/orders/orders.ts';
import { createdPayout } from '../../support/orders/payouts.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const env = { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
const OPERATING = new URL('../../../docs/operating.md', import.meta.url);

/** What docs/operating.md tells whoever sets up a live database, for another role. */
async function documentedRights(role: string): Promise<string> {
  const section = (await readFile(OPERATING, 'utf8')).split('### Rights')[1] ?? '';
  const statements = /```sql\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
  return statements.replaceAll('tollgate', role);
}

const schemaOf = ({ place: { cell } }: ServiceContext) => (cell === 0 ? 'public' : `cell_${cell}`);

const run = (statements: string, { db }: Pick<ServiceContext, 'db'>) =>
  sql.raw(statements).execute(db);

/** One cell of each database. */
function atEachAddress({ cells }: RunningService): ServiceContext[] {
  return [...new Map(cells.all.map((context) => [context.place.address, context])).values()];
}

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'a service with the documented rights',
  () => {
    const role = `tollgate_test_${Date.now().toString(36)}`;
    let owner: RunningService;
    let running: RunningService;

    beforeAll(async () => {
      owner = await startService({ env });
      const url = new URL(owner.directUrl ?? '');
      const rights = await documentedRights(role);
      for (const context of atEachAddress(owner)) await run(`create role ${role}`, context);
      for (const context of owner.cells.all) {
        await run(rights.replaceAll('schema public', `schema ${schemaOf(context)}`), context);
      }
      // The outside world's own tables, which no live set-up has.
      const outside = `grant usage on schema sandbox to ${role};
        grant all on all tables in schema sandbox to ${role}`;
      await run(outside, owner.cells.first);
      url.searchParams.set('options', `-c role=${role}`);
      running = await startService({ env: { ...env, DATABASE_URL: url.href } });
    });
    afterAll(async () => {
      await running.close();
      for (const context of atEachAddress(owner)) {
        await run(`drop owned by ${role}; drop role ${role}`, context);
      }
      await owner.close();
    });

    it('takes and makes payments', async () => {
      const { id } = await createdPayin(running);
      await running.client.submitCardData(cardDataBody(id));
      expect(await running.client.getPayin(id)).toMatchObject({ value: { status: 'SUCCESS' } });
      expect(await createdPayout(running)).toMatchObject({ status: 'SUCCESS' });
    });

    it.each(['ledger_movements', 'ledger_entries', 'order_transitions', 'audit'])(
      'cannot change %s',
      async (table) => {
        const column = table === 'ledger_entries' ? 'currency' : 'at';
        for (const statement of [
          `update ${table} set ${column} = ${column}`,
          `delete from ${table}`,
          `truncate ${table}`,
        ]) {
          await expect(run(statement, running)).rejects.toThrow('permission denied');
        }
      },
    );
  },
);
