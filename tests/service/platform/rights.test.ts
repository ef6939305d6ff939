import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardDataBody, createdPayin } from '../../support/orders/orders.ts';
import { createdPayout } from '../../support/orders/payouts.ts';
import { onServer } from '../../support/database/postgres-connection.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const env = { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
const OPERATING = new URL('../../../docs/operating.md', import.meta.url);

/** What docs/operating.md tells whoever sets up a live database, for another role. */
async function documentedRights(role: string): Promise<string> {
  const section = (await readFile(OPERATING, 'utf8')).split('### Rights')[1] ?? '';
  const statements = /```sql\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
  return statements.replaceAll('tollgate', role);
}

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'a service with the documented rights',
  () => {
    const role = `tollgate_test_${Date.now().toString(36)}`;
    let owner: RunningService;
    let running: RunningService;
    let asRole: string;

    beforeAll(async () => {
      owner = await startService({ env });
      const url = new URL(owner.directUrl ?? '');
      const rights = await documentedRights(role);
      await onServer(url.href, async (client) => {
        await client.query(`create role ${role}`);
        await client.query(rights);
        // The outside world's own tables, which no live set-up has.
        await client.query(`grant usage on schema sandbox to ${role};
        grant all on all tables in schema sandbox to ${role}`);
      });
      url.searchParams.set('options', `-c role=${role}`);
      asRole = url.href;
      running = await startService({ env: { ...env, DATABASE_URL: asRole } });
    });
    afterAll(async () => {
      await running.close();
      await onServer(owner.directUrl ?? '', async (client) => {
        await client.query(`drop owned by ${role}; drop role ${role}`);
      });
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
          const changing = onServer(asRole, (client) => client.query(statement));
          await expect(changing).rejects.toThrow('permission denied');
        }
      },
    );
  },
);
