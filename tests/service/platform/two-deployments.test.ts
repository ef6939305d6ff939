// @module-tag postgres-only
/** Two deployments in one database, each in the schema of its role. */
import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OrdersClient } from '#contract/client/client.ts';
import { migrateDatabase } from '#service/migrate-database.ts';
import { createService, type Service } from '#service/service.ts';
import { readConfig } from '#service/start.ts';
import { startPgBouncer } from '../../support/database/pgbouncer.ts';
import { onServer } from '../../support/database/postgres-connection.ts';
import { createScratchDatabase, type ScratchDatabase } from '../../support/database/postgres.ts';
import { payinBody } from '../../support/orders/orders.ts';
import { operate } from '../../support/process/operate.ts';
import { scratchFolder } from '../../support/scratch-folder.ts';
import { apply, file } from '../operator/deployment-file.ts';

/** Both have the same, so that only their schemas tell them apart. */
const SHARED = {
  SANDBOX: 'off',
  LOG_LEVEL: 'silent',
  PUBLIC_URL: 'http://localhost:3000',
  MASTER_KEY: randomBytes(32).toString('base64'),
};

interface Deployment {
  /** The name of its role and of its schema. */
  role: string;
  /** The address of the database with this role. */
  url: string;
  directory: string;
}

let scratch: ScratchDatabase;
let deployments: [Deployment, Deployment];
let ends: (() => Promise<void>)[];

function run(statement: string) {
  return onServer(scratch.directUrl, (client) => client.query(statement));
}

async function newDeployment(): Promise<Deployment> {
  const role = `tollgate_test_${randomBytes(6).toString('hex')}`;
  await run(`create role ${role} login password '${role}'`);
  await run(`grant create on database ${scratch.name} to ${role}`);
  const url = new URL(scratch.directUrl);
  Object.assign(url, { username: role, password: role });
  return { role, url: url.href, directory: await scratchFolder() };
}

function configOf({ role, url, directory }: Deployment, more: Record<string, string> = {}) {
  const env = { ...SHARED, DATA_DIR: directory, DATABASE_URL: url, DATABASE_SCHEMA: role, ...more };
  const config = readConfig(env);
  if (config.mode !== 'service') throw new Error('Only a service has a database');
  return config;
}

async function start(...of: Parameters<typeof configOf>): Promise<Service> {
  const service = await createService(configOf(...of));
  ends.push(() => service.close());
  return service;
}

/** Creates a merchant with a key. @returns a function that creates its client at any of the services, and its method */
async function newMerchant(service: Service, { directory }: Deployment) {
  const operator = (command: string, input: object = {}) =>
    operate({ operatorUrl: 'http://test', dataDirectory: directory }, command, input, (request) =>
      service.fetchOperator(request),
    );
  const { id, gates } = (await apply({ operator }, file())).merchants['Acme']!;
  const key = await operator('keys issue', { merchant: id });
  const { api_key_id: apiKeyId, api_secret: apiSecret } = z
    .object({ api_key_id: z.string(), api_secret: z.string() })
    .parse(key.body);
  const clientAt = ({ fetch }: Service) =>
    new OrdersClient({
      baseUrl: SHARED.PUBLIC_URL,
      apiKeyId,
      apiSecret,
      fetch: async (input, init) => fetch(new Request(input, init)),
    });
  return { clientAt, method: gates['main']!.methods['card']! };
}

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'a deployment with its own schema',
  () => {
    beforeEach(async () => {
      scratch = await createScratchDatabase();
      deployments = [await newDeployment(), await newDeployment()];
      ends = [];
    });
    afterEach(async () => {
      for (const end of ends) await end();
      for (const { role, directory } of deployments) {
        await run(`drop owned by ${role} cascade; drop role ${role}`);
        await rm(directory, { recursive: true, force: true });
      }
      await scratch.drop();
    });

    it('starts once its role uses the schema, which a refused start says how to do', async () => {
      const [deployment] = deployments;
      const refusal = await start(deployment).then(() => 'started', String);
      expect(refusal).toContain(
        `DATABASE_SCHEMA is ${deployment.role}, but the connection uses pub`,
      );
      await run(/Run "(alter role [^"]+)"/.exec(refusal)?.[1] ?? '');
      expect(await start(deployment).catch(String)).toContain('uses no schema that exists.');
      expect(await migrateDatabase(configOf(deployment))).toContain('001-schema');
      expect(await migrateDatabase(configOf(deployment))).toEqual([]);
      await start(deployment);
    });

    it.for([
      ['directly', false],
      ['one of them through PgBouncer in transaction mode', true],
    ] as const)('shares its database with another: %s', async ([, isPooled], context) => {
      const [one, other] = deployments;
      for (const { role } of deployments) {
        await run(`alter role ${role} in database ${scratch.name} set search_path = ${role}`);
      }
      const pooler = isPooled ? await startPgBouncer(other.url, 'transaction') : undefined;
      if (isPooled && pooler === undefined) return context.skip('PgBouncer is not installed');
      const pooled = pooler && {
        DATABASE_URL: pooler.url,
        DATABASE_PREPARED_STATEMENTS: 'false',
      };
      await migrateDatabase(configOf(one));
      await migrateDatabase(configOf(other, pooled));
      const services = [await start(one), await start(other, pooled)] as const;
      if (pooler !== undefined) ends.push(() => pooler.stop());
      const merchants = [
        await newMerchant(services[0], one),
        await newMerchant(services[1], other),
      ] as const;
      const reference = { reference_id: randomUUID() };
      for (const [index, { clientAt, method }] of merchants.entries()) {
        const body = payinBody({ sandbox: { methods: {} } }, { merchant_gate_method_id: method });
        const client = clientAt(services[index]!);
        const created = await client.createPayin({ ...body, ...reference });
        expect(created).toMatchObject({ ok: true, value: reference });
        expect(await client.listPayins({ page: 1, size: 10 })).toMatchObject({
          value: { content: [reference], total_elements: 1 },
        });
      }
      const elsewhere = merchants[0].clientAt(services[1]);
      expect(await elsewhere.listPayins({ page: 1, size: 10 })).toMatchObject({ status: 401 });
    });
  },
);
