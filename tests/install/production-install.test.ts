import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OrdersClient } from '#contract/client/client.ts';
import { readSandboxFile } from '#service/sandbox/keys-file.ts';
import { PROJECT } from '../support/documents.ts';
import { cardDataBody, payinBody } from '../support/orders/orders.ts';
import { startedServer, type ServerProcess } from '../support/process/server-process.ts';

/** All that a machine in production gets: see docs/operating.md. */
const SHIPPED = ['package.json', 'package-lock.json', 'src', 'build'];
const INSTALL_TIMEOUT_MS = 120_000;

let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-production-'));
  for (const name of SHIPPED) {
    await cp(join(PROJECT, name), join(folder, name), { recursive: true });
  }
  await promisify(execFile)(
    'npm',
    ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'],
    { cwd: folder, timeout: INSTALL_TIMEOUT_MS },
  );
  server = await startedServer(
    { DATA_DIR: join(folder, '.data') },
    { program: join(folder, 'src/server.ts') },
  );
}, INSTALL_TIMEOUT_MS + 60_000);

afterAll(async () => {
  await server.stop('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

it('has none of the development packages', async () => {
  const packages = await readdir(join(folder, 'node_modules'));
  expect(packages).toContain('hono');
  for (const name of ['vite', 'svelte', '@sveltejs', 'playwright-core', 'vitest']) {
    expect(packages).not.toContain(name);
  }
});

it('serves the page', async () => {
  const shop = await fetch(`${server.baseUrl}/shop`);
  expect(shop.status).toBe(200);
  expect(await shop.text()).toContain('</html>');
});

it('takes a payment', async () => {
  const sandbox = await readSandboxFile(join(folder, '.data'));
  if (sandbox === undefined) throw new Error('There is no sandbox.json');
  const client = new OrdersClient({
    baseUrl: server.baseUrl,
    apiKeyId: sandbox.api_key_id,
    apiSecret: sandbox.api_secret,
  });
  const created = await client.createPayin(payinBody({ sandbox }));
  if (!created.ok) throw new Error('No order was made');
  expect(await client.submitCardData(cardDataBody(created.value.id))).toMatchObject({ ok: true });
  const page = await fetch(`${server.baseUrl}/pay/${created.value.id}/status`);
  expect(page.status).toBe(200);
  expect(await client.getPayin(created.value.id)).toMatchObject({ value: { status: 'SUCCESS' } });
});
