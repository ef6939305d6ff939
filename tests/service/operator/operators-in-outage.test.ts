// @module-tag postgres-only
/** Operators' answers and credentials while the database does not answer. */
import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { z } from 'zod';
import {
  databaseBehindNetwork,
  type DatabaseBehindNetwork,
} from '../../support/database/behind-network.ts';
import { valueOf } from '../../support/process/metrics.ts';
import { COMPILE_CACHE } from '../../support/process/program.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { until } from '../../support/until.ts';

let database: DatabaseBehindNetwork;
let running: RunningService;

beforeAll(async () => {
  database = await databaseBehindNetwork();
  running = await startService({
    env: { DATABASE_URL: database.url, DATABASE_TIMEOUT_SECONDS: '4' },
    aboutDeadlines: true,
  });
});
afterAll(async () => {
  await database.network.restore();
  await until(databaseIsBack, Boolean, () => 'the database is not back');
  await running.close();
  await database.remove();
});

async function databaseIsBack(): Promise<boolean> {
  return sql`select 1`.execute(running.context.longRunning).then(
    () => true,
    () => false,
  );
}

async function issue(name: string): Promise<string> {
  const { body } = await running.operator('tokens issue', { name, role: 'viewer' });
  return z.object({ token: z.string() }).parse(body).token;
}

function scrapeBy(token: string): Promise<Response> {
  return fetch(`${running.operatorUrl}/metrics`, { headers: { authorization: `Bearer ${token}` } });
}

describe('a token', () => {
  it.each(['cut', 'hang'] as const)(
    'that was used before reads the metrics while the database is unavailable (%s), and they show it',
    async (how) => {
      const token = await issue(`known-${how}`);
      expect((await scrapeBy(token)).status).toBe(200);
      await database.network[how]();
      const answer = await scrapeBy(token);
      expect(answer.status).toBe(200);
      expect(valueOf(await answer.text(), 'tollgate_database_up')).toBe(0);
      await database.network.restore();
      await expect.poll(databaseIsBack).toBe(true);
    },
  );

  it('that was never used before, or was refused since, needs the database', async () => {
    const unused = await issue('unused');
    const revoked = await issue('revoked');
    expect((await scrapeBy(revoked)).status).toBe(200);
    await running.operator('tokens revoke', { name: 'revoked' });
    expect((await scrapeBy(revoked)).status).toBe(401);
    await database.network.cut();
    expect((await scrapeBy(unused)).status).toBe(503);
    expect((await scrapeBy(revoked)).status).toBe(503);
  });
});

describe('a command while the database does not answer', () => {
  beforeAll(() => database.network.cut());
  afterAll(() => database.network.restore());

  /** Runs a command and returns its error output. */
  function said(...words: string[]): Promise<string> {
    const { operatorUrl, dataDirectory } = running;
    const env = {
      PATH: process.env['PATH'],
      ...COMPILE_CACHE,
      DATA_DIR: dataDirectory,
      OPERATOR_URL: operatorUrl,
    };
    return new Promise((resolve) => {
      execFile(process.execPath, ['scripts/operator.ts', ...words], { env }, (_, _out, error) => {
        resolve(error);
      });
    });
  }

  const UNAVAILABLE =
    'The service is temporarily unavailable. The database did not answer in time.';
  const ADVICE = 'Check whether the change was made before you repeat it.';

  it('that reads names the unavailable database and its request_id', async () => {
    const text = await said('merchants', 'list');
    expect(text).toContain(UNAVAILABLE);
    expect(text).toMatch(/request_id [\da-f-]{36}/);
    expect(text).not.toContain(ADVICE);
  });

  it('that changes something also says what to check before repeating it', async () => {
    const text = await said('merchants', 'create', '--name', 'Acme');
    expect(text).toContain(`${UNAVAILABLE} ${ADVICE}`);
  });
});
