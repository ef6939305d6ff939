// @module-tag both-engines
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sandboxIn } from '../../support/process/sandbox.ts';
import { send } from '../../../packages/tollgate/conformance/send.ts';
import {
  cardDataBody,
  CARD_DATA_PATH,
  createPayin,
  PAYIN_PATH,
  payinBody,
  payinIn,
  payinWhen,
  payWith,
  readPayin,
} from '../../../packages/tollgate/conformance/orders.ts';
import { targetAt, targetOf, type Target } from '../../../packages/tollgate/conformance/target.ts';
import { createScratchDatabase } from '../../support/database/postgres.ts';
import { newServiceData, type ServiceData } from '../../support/database/seeds/service-data.ts';
import { startedServer, startServer, type ServerProcess } from '../../support/process/program.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const isPostgres = process.env['TEST_ENGINE'] === 'postgres';
/** A test that makes no sense on the other engine is not defined there, rather than skipped. */
const onPostgres = isPostgres ? it : () => undefined;
const onPglite = isPostgres ? () => undefined : it;

const APPROVED = '4242424242424242';
const BROKEN_CONNECTION = '4000000000000341';
/** A delay longer than any of these tests, so that a process is killed while it waits for the acquirer. */
const NEVER_MS = '600000';
/** Longer than the leases of a killed process, on its attempts and on webhooks under way. */
const HELD_MS = 120_000;

let data: ServiceData;
let env: Record<string, string>;
let server: ServerProcess;
/** A service started on the data of a killed process. */
let recovered: RunningService | undefined;
let target: Target;

beforeAll(async () => {
  data = await newServiceData();
  env = {
    DATA_DIR: data.directory,
    ...(data.databaseUrl && { DATABASE_URL: data.databaseUrl }),
  };
});
afterEach(async () => {
  await server.stop('SIGKILL');
  await recovered?.close();
  recovered = undefined;
});
afterAll(() => data.remove());

async function start(more: Record<string, string> = {}): Promise<void> {
  server = await startedServer({ ...env, ...more });
  target = await targetOfServer(server);
}

/** Starts a service with its clock past the killed process's leases. */
async function recover(): Promise<RunningService> {
  recovered = await startService({ data, now: () => new Date(Date.now() + HELD_MS) });
  target = targetOf(recovered);
  return recovered;
}

async function targetOfServer({ baseUrl }: ServerProcess): Promise<Target> {
  const sandbox = await sandboxIn(data.directory);
  return targetAt(baseUrl, sandbox);
}

/** Submits a card; the answer may never come. */
function submit(orderId: string, card_number: string) {
  const body = cardDataBody(orderId, { card_number });
  return send(target, { path: CARD_DATA_PATH, body }).catch(() => undefined);
}

/** Creates orders until the server is gone, and records the ids of acknowledged ones. */
async function createUntilKilled(acknowledged: string[]): Promise<void> {
  for (;;) {
    const answer = await send(target, { path: PAYIN_PATH, body: payinBody(target) }).catch(
      () => undefined,
    );
    if (answer === undefined) return;
    acknowledged.push(payinIn(answer).id);
  }
}

describe('a process that is killed without warning', () => {
  it('loses nothing that it acknowledged, and its orders reach their true outcome', async () => {
    await start({ SANDBOX_PROVIDER_DELAY_MS: NEVER_MS });
    const [approved, unseen] = [await createPayin(target), await createPayin(target)];
    void submit(approved.id, APPROVED);
    await submit(unseen.id, BROKEN_CONNECTION);
    await payinWhen(target, approved.id, ({ status }) => status !== 'CREATED');
    const acknowledged: string[] = [];
    const creating = Array.from({ length: 4 }, () => createUntilKilled(acknowledged));
    // The acquirer's statement came before all of these, so it has recorded the payment by then.
    await expect.poll(() => acknowledged.length).toBeGreaterThan(40);
    await server.stop('SIGKILL');
    await Promise.all(creating);

    await recover();
    for (const id of acknowledged) expect((await readPayin(target, id)).status).toBe('CREATED');
    expect(await payinWhen(target, approved.id, 'SUCCESS')).toMatchObject({
      status: 'SUCCESS',
      resolution: 'OK',
      card_number: '424242******4242',
    });
    expect(await payinWhen(target, unseen.id, 'CREATED')).toMatchObject({
      status: 'CREATED',
    });
    expect(await payWith(target, unseen.id, APPROVED)).toMatchObject({ status: 'SUCCESS' });
  });
});

onPglite('a second process on the same embedded database is refused, and told why', async () => {
  await start();
  const second = await startServer(env);
  if (second.ready) await second.server.stop('SIGKILL');
  expect(second).toMatchObject({ ready: false, code: 1 });
  const said = second.ready ? '' : second.output;
  expect(said).toContain(data.directory);
  expect(said).toMatch(/in use by another/);
  expect(said).not.toMatch(/\n\s+at /);
  await createPayin(target);
});

onPostgres(
  'a second process may race the first to migrate one fresh PostgreSQL database',
  async () => {
    const fresh = await createScratchDatabase();
    const directory = await mkdtemp(join(tmpdir(), 'tollgate-race-'));
    const shared = {
      ...env,
      DATA_DIR: directory,
      DATABASE_URL: fresh.url,
      MASTER_KEY: Buffer.alloc(32, 3).toString('base64'),
      PAGE_URL: 'http://pay.test',
    };
    const servers = await Promise.all([startServer(shared), startServer(shared)]);
    try {
      expect(servers.map(({ ready }) => ready)).toEqual([true, true]);
      const sandbox = await sandboxIn(directory);
      const targets = servers.flatMap((started) =>
        started.ready ? [targetAt(started.server.baseUrl, sandbox)] : [],
      );
      const [one, other] = targets;
      if (!one || !other) throw new Error('One of them did not start');
      const order = await createPayin(one);
      expect(await readPayin(other, order.id)).toEqual(order);
    } finally {
      for (const started of servers) if (started.ready) await started.server.stop('SIGKILL');
      await fresh.drop();
      await rm(directory, { recursive: true, force: true });
    }
  },
);
