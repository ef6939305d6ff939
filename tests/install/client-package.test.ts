/** The package that a merchant's developer installs, from its tarball, in a project that has nothing else. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packClient } from '../../scripts/package/pack-client.ts';
import { PROJECT } from '../support/documents.ts';
import { startService, type RunningService } from '../support/process/service.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 120_000;

let folder: string;
let running: RunningService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-empty-'));
  const installed = join(folder, 'node_modules/tollgate');
  const [tarball] = await Promise.all([
    packClient(join(folder, 'dist')),
    startService().then((started) => (running = started)),
    mkdir(installed, { recursive: true }),
  ]);
  await run('tar', ['xzf', tarball, '--strip-components=1', '-C', installed]);
  for (const name of ['zod', '@types', 'undici-types']) {
    await symlink(join(PROJECT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
}, TIMEOUT_MS);
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true });
});

const PROGRAM = `
import { OrdersClient, parseWebhook, RequestFailed, valueIn, verifyWebhook } from 'tollgate/client';

const env = (name: string): string => process.env[name] ?? '';
const orders = new OrdersClient({
  baseUrl: env('BASE_URL'),
  apiKeyId: env('KEY_ID'),
  apiSecret: env('SECRET'),
});
const body = {
  reference_id: 'order-1',
  currency: 'EUR',
  amount: 12.5,
  merchant_gate_method_id: env('METHOD'),
  customer: {},
} as const;
const created = valueIn(await orders.createPayin(body));
const again = await orders.createPayin({ ...body, amount: 13 });
const ids: string[] = [];
for await (const { id } of orders.eachPayin({ statuses: ['CREATED'], size: 1 })) ids.push(id);
const verdict = verifyWebhook(new TextEncoder().encode('[]'), new Headers(), {
  secrets: ['whsec_AAAA'],
  nowMs: Date.now(),
});
const parsed = parseWebhook(new TextEncoder().encode(JSON.stringify([created])));
const caught = await orders.getPayin(created.id.replace(/./g, '0')).then(valueIn).catch((error: unknown) => error);
console.log(JSON.stringify({
  listed: ids.includes(created.id),
  name: again.ok ? undefined : again.name,
  existing: again.ok ? undefined : again.problem?.existing_order_id === created.id,
  verdict,
  parsed: parsed.ok && parsed.type,
  caught: caught instanceof RequestFailed && caught.failure.effect,
}));
`;

it(
  'has types, of which a strict project understands all',
  async () => {
    await writeFile(join(folder, 'program.ts'), PROGRAM);
    const options = ['--strict', '--exactOptionalPropertyTypes', '--target', 'es2022'];
    const modules = ['--module', 'nodenext', '--lib', 'es2024,dom', '--types', 'node'];
    const { stdout } = await run(
      join(PROJECT, 'node_modules/.bin/tsc'),
      [...options, ...modules, 'program.ts'],
      { cwd: folder },
    );
    expect(stdout).toBe('');
  },
  TIMEOUT_MS,
);

it('creates, repeats, lists and verifies', async () => {
  const { baseUrl, sandbox } = running;
  const { stdout } = await run(process.execPath, ['program.js'], {
    cwd: folder,
    env: {
      BASE_URL: baseUrl,
      KEY_ID: sandbox.api_key_id,
      SECRET: sandbox.api_secret,
      METHOD: sandbox.methods['card_eur'],
    },
  });
  expect(JSON.parse(stdout)).toEqual({
    listed: true,
    name: 'duplicate',
    existing: true,
    verdict: { ok: false, reason: 'headers_missing' },
    parsed: 'payin',
    caught: 'none',
  });
});

it('needs zod and nothing else, and has no import that only this project knows', async () => {
  const installed = join(folder, 'node_modules/tollgate');
  const files = await readdir(installed, { recursive: true });
  const texts = await Promise.all(
    files
      .filter((name) => /\.(js|ts|json)$/.test(name))
      .map((name) => readFile(join(installed, name), 'utf8')),
  );
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/(?:from|import) ?\(?["']([^"'.][^"']*)["']/g)].map(([, name]) => name),
  );
  expect(new Set(imported)).toEqual(new Set(['zod', 'node:crypto']));
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as object;
  expect(manifest).toMatchObject({
    dependencies: { zod: expect.stringMatching(/^\^4/) as string },
  });
});
