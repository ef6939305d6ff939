// @module-tag postgres-only
/** Operators' answers and credentials while the database does not answer. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { z } from 'zod';
import { findCommand, OPERATOR_COMMANDS } from '#service/operator/commands.ts';
import {
  databaseBehindNetwork,
  type DatabaseBehindNetwork,
} from '../../support/database/behind-network.ts';
import type { TcpProxy } from '../../support/network/tcp-proxy.ts';
import { valueOf } from '../../support/process/metrics.ts';
import { COMPILE_CACHE, startedServer } from '../../support/process/program.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { until } from '../../support/until.ts';

/** A statement takes twice as long: longer than any that a healthy database answers. */
const SLOW_MS = 600;

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

describe('a token that another process revoked', () => {
  let other: RunningService;

  beforeAll(async () => {
    await database.network.restore();
    await until(databaseIsBack, Boolean, () => 'the database is not back');
    const { directUrl } = database;
    other = await startService({
      data: {
        directory: running.dataDirectory,
        databaseUrl: directUrl,
        directUrl,
        remove: () => Promise.resolve(),
      },
    });
  });
  afterAll(() => other.close());

  async function revokedAfterUse(): Promise<string> {
    const name = `revoked-${randomUUID()}`;
    const token = await issue(name);
    expect(await statusOf(token, 'merchants list')).toBe(200);
    expect((await scrapeBy(token)).status).toBe(200);
    await other.operator('tokens revoke', { name });
    return token;
  }

  async function statusOf(token: string, command: string): Promise<number> {
    const isDownload = findCommand(command)?.isDownload;
    return post(token, `/${command.replace(' ', '/')}`, isDownload ? undefined : {});
  }

  async function post(token: string, path: string, body?: object): Promise<number> {
    const { status } = await fetch(`${running.operatorUrl}/api/operator/v1${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return status;
  }

  /** Returns the statuses of every command, and of the list of commands. */
  async function statusesOfAll(token: string): Promise<number[]> {
    return Promise.all([
      ...Object.keys(OPERATOR_COMMANDS).map((command) => statusOf(token, command)),
      post(token, '/commands'),
    ]);
  }

  it.each<[string, (network: TcpProxy) => unknown]>([
    ['is slow', (network) => network.delay('', SLOW_MS)],
    ['hangs', (network) => network.hang()],
    ['cannot be reached', (network) => network.cut()],
    ['answers on no connection that was open', (network) => network.silence()],
    ['drops its connections', (network) => network.cut().then(() => network.restore())],
  ])('runs no command while the database %s', async (_, disturb) => {
    const token = await revokedAfterUse();
    await disturb(database.network);
    const statuses = await statusesOfAll(token);
    database.network.delay('', 0);
    await database.network.restore();
    await until(databaseIsBack, Boolean, () => 'the database is not back');
    expect(statuses.filter((status) => status !== 401 && status !== 503)).toEqual([]);
  });

  it('runs no command in any of several workers that have seen it before', async () => {
    const server = await startedServer(
      { DATA_DIR: running.dataDirectory, DATABASE_URL: database.url, WORKERS: '2' },
      { aboutDeadlines: true },
    );
    const name = `revoked-${randomUUID()}`;
    const token = await issue(name);
    // A connection stays with one worker.
    const ask = async (command: string) => {
      const { status } = await fetch(`${server.operatorUrl}/api/operator/v1/${command}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          connection: 'close',
        },
        body: '{}',
      });
      return status;
    };
    const times = Array.from({ length: 8 });
    const before = await Promise.all(times.map(() => ask('merchants/list')));
    expect(new Set(before)).toEqual(new Set([200]));
    await other.operator('tokens revoke', { name });
    await database.network.cut();
    const after = await Promise.all(times.map(() => ask('merchants/list')));
    await database.network.restore();
    await server.stop('SIGTERM');
    expect(new Set(after)).toEqual(new Set([503]));
  });

  it('does not read the metrics either when only a connection is lost', async () => {
    const token = await revokedAfterUse();
    const breakSilenced = database.network.silence();
    const answer = scrapeBy(token);
    // The lookup is under way once a later request is answered.
    await fetch(`${running.baseUrl}/health/live`);
    breakSilenced();
    expect((await answer).status).toBe(401);
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
      execFile(
        process.execPath,
        ['scripts/operator/operator.ts', ...words],
        { env },
        (_, _out, error) => {
          resolve(error);
        },
      );
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
    const text = await said('merchants', 'create', 'Acme');
    expect(text).toContain(`${UNAVAILABLE} ${ADVICE}`);
  });
});
