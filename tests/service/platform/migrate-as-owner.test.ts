// @module-tag postgres-only
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newServiceData, type ServiceData } from '../../support/database/seeds/service-data.ts';
import { PROJECT } from '../../support/documents.ts';
import { startServer } from '../../support/process/program.ts';

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'a database whose role may not create tables',
  () => {
    const role = `tollgate_test_${Date.now().toString(36)}`;
    const sentence =
      /^The database of DATABASE_URL cannot be used: its user may not create .+ MIGRATE_DATABASE_URL .+ \(permission denied for schema public\)\.$/m;
    let data: ServiceData;
    let env: Record<string, string>;

    beforeAll(async () => {
      data = await newServiceData({ seeded: false });
      await asOwner(`create role ${role} login; revoke create on schema public from public`);
      const url = new URL(data.directUrl ?? '');
      url.username = role;
      env = { DATABASE_URL: url.href, DATA_DIR: data.directory, MASTER_KEY: 'A'.repeat(43) };
    });
    afterAll(async () => {
      await asOwner(`drop owned by ${role}; drop role ${role}`);
      await data.remove();
    });

    async function asOwner(statements: string): Promise<void> {
      const client = new pg.Client({ connectionString: data.directUrl });
      await client.connect();
      await client.query(statements);
      await client.end();
    }

    function migrate(more = {}): Promise<{ code: unknown; output: string }> {
      const child = { cwd: PROJECT, env: { PATH: process.env['PATH'], ...env, ...more } };
      return new Promise((resolve) => {
        const script = join(PROJECT, 'scripts/operator/migrate.ts');
        execFile(process.execPath, [script], child, (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : error.code, output: stdout + stderr });
        });
      });
    }

    it('is not migrated, and a sentence says with which setting it can be', async () => {
      const { code, output } = await migrate();
      expect(output).toMatch(sentence);
      expect(code).toBe(1);
    });

    it('is not migrated by a start either', async () => {
      const start = await startServer(env);
      expect(start).toMatchObject({ ready: false, code: 1 });
      expect(start.ready ? '' : start.output).toMatch(sentence);
    });

    it('is migrated as the owner that MIGRATE_DATABASE_URL names', async () => {
      const url = data.directUrl ?? '';
      expect(await migrate({ MIGRATE_DATABASE_URL: url })).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^Applied 001-schema\./m) as unknown,
      });
      expect((await migrate({ MIGRATE_DATABASE_URL: url })).output).toContain('up to date');
    });
  },
);
