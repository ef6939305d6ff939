/** A merchant's project that has nothing but the package, and a program of theirs. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packClient } from '../../scripts/package/pack-client.ts';
import { PROJECT } from './documents.ts';

/** What an installation from the registry would put beside the tarball. */
const BESIDE = ['zod', '@types', 'undici-types'];

/** Packs the package and unpacks it. @returns the project's folder */
export async function installInEmptyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-empty-'));
  const installed = join(folder, 'node_modules/tollgate');
  await mkdir(installed, { recursive: true });
  const tarball = await packClient(join(folder, 'dist'));
  const unpack = ['xzf', tarball, '--strip-components=1', '-C', installed];
  await promisify(execFile)('tar', unpack);
  for (const name of BESIDE) {
    await symlink(join(PROJECT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

/** Creates, repeats, lists and verifies, and prints what it saw. */
export const PROGRAM = `
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
