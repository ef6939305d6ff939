// @module-tag postgres-only
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceContext } from '#service/platform/context.ts';
import { cardDataBody, createdPayin, createdPayout } from '../../support/orders/orders.ts';
import { CHANGES, runChange } from '../operator/changes.ts';
import { scratchFolder } from '../../support/scratch-folder.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { readReport } from '../../support/process/reports.ts';

const env = { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
const CONFIGURATION = new URL('../../../docs/configuration.md', import.meta.url);

/** Returns the statements in docs/configuration.md for a live database's rights, for another role. */
async function documentedRights(role: string): Promise<string[]> {
  const [, section = ''] =
    /\n### Rights\n([\s\S]*?)(?:\n## |$)/.exec(await readFile(CONFIGURATION, 'utf8')) ?? [];
  const blocks = [...section.matchAll(/```sql\n([\s\S]*?)```/g)];
  return blocks.map(([, statements = '']) => statements.replaceAll('tollgate', role));
}

/** Returns whether pg_dump can be used: some machines lack it. */
function hasPgDump(): boolean {
  try {
    execFileSync('pg_dump', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function run(statements: string, { db }: Pick<ServiceContext, 'db'>) {
  return sql.raw(statements).execute(db);
}

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'a service with the documented rights',
  () => {
    const role = `tollgate_test_${Date.now().toString(36)}`;
    let owner: RunningService;
    let running: RunningService;
    let address: string;

    beforeAll(async () => {
      owner = await startService({ env });
      const url = new URL(owner.directUrl ?? '');
      const [rights = '', ofSandbox = ''] = await documentedRights(role);
      const login = `create role ${role} login password '${role}'`;
      for (const statements of [login, rights, ofSandbox]) await run(statements, owner);
      // Renamed, because the next start creates merchants of the same names, by which commands find them.
      await run(`update merchants set name = name || ' (owner)'`, owner);
      Object.assign(url, { username: role, password: role });
      address = url.href;
      running = await startService({ env: { ...env, DATABASE_URL: address } });
    });
    afterAll(async () => {
      await running.close();
      await run(`drop owned by ${role}; drop role ${role}`, owner);
      await owner.close();
    });

    it('handles payins and payouts', async () => {
      const { id } = await createdPayin(running);
      await running.client.submitCardData(cardDataBody(id));
      expect(await running.client.getPayin(id)).toMatchObject({ value: { status: 'SUCCESS' } });
      expect(await createdPayout(running)).toMatchObject({ status: 'SUCCESS' });
    });

    it.each(Object.entries(CHANGES))('may run %s', async (command, arrange) => {
      const answer = await runChange(running, command, await arrange(running));
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    });

    it.each(['orders', 'settlement', 'fees'])('reads a report of %s', async (kind) => {
      const day = new Date().toISOString().slice(0, 10);
      await readReport(running, kind, { from: day, to: day });
    });

    it.skipIf(!hasPgDump())('makes the documented backup, which can be read', async () => {
      const file = join(await scratchFolder(), 'tollgate.dump');
      execFileSync('pg_dump', ['--format=custom', `--file=${file}`, address], {
        stdio: 'pipe',
      });
      const listed = execFileSync('pg_restore', ['--list', file], { encoding: 'utf8' });
      for (const table of ['payins', 'ledger_entries', 'audit', 'payin_attempts']) {
        expect(listed).toContain(`TABLE DATA public ${table} `);
      }
    });

    it('lacks no right for recurring work', () => {
      expect(running.logs()).not.toContain('permission denied');
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
