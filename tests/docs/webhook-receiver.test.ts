/** The receivers of docs/integrating.md, run against signatures made by the service's own signer. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signStandardWebhook } from '#contract/signature/webhook.ts';
import { signWebhook } from '#contract/signature/signature.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { example } from '../support/documents.ts';
import { freePort } from '../support/process/free-port.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = Buffer.from('[{"reference_id":"first-order","status":"SUCCESS"}]');

let folder: string;
let receiver: ChildProcess;
let url: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-receiver-'));
  const script = join(folder, 'receiver.mjs');
  writeFileSync(script, example('docs/integrating.md', 'Webhooks', 'js'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, WEBHOOK_SECRET: SECRET, PORT: String(port) };
  receiver = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await untilListening();
});
afterAll(() => {
  receiver.kill();
  rmSync(folder, { recursive: true });
});

it('takes what is signed, and takes it once', async () => {
  const printed: string[] = [];
  receiver.stdout?.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  expect(await deliver({})).toBe(204);
  expect(await deliver({})).toBe(204);
  // What comes last is printed last: by then the repetition would have been.
  expect(await deliver({ id: 'another' })).toBe(204);
  const line = 'first-order SUCCESS\n';
  await expect.poll(() => printed.join('')).toBe(line + line);
});

it('takes it while the secret is rotated, signed with two', async () => {
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  expect(await deliver({ secrets: [other, SECRET], id: 'during rotation' })).toBe(204);
});

it.each([
  ['another secret', { secrets: ['whsec_AAAA'] }],
  ['another body', { sent: '[]' }],
  ['an old time', { ageSeconds: 400 }],
])('refuses %s', async (_, changes) => {
  expect(await deliver({ id: 'not seen before', ...changes })).toBe(401);
});

it('is checked by openssl alone', () => {
  writeFileSync(join(folder, 'body.json'), BODY);
  const { stdout } = spawnSync('sh', ['-c', example('docs/integrating.md', 'Webhooks', 'sh')], {
    cwd: folder,
    env: { ...process.env, WEBHOOK_SECRET: SECRET },
  });
  expect(stdout.toString().trim()).toBe(signWebhook(SECRET, BODY));
});

interface Delivery {
  id?: string;
  secrets?: string[];
  sent?: string;
  ageSeconds?: number;
}

async function deliver({
  id = 'msg_1',
  secrets = [SECRET],
  sent = BODY.toString(),
  ageSeconds = 0,
}: Delivery) {
  const timestamp = String(Math.floor(Date.now() / 1000) - ageSeconds);
  const response = await fetch(url, {
    method: 'POST',
    body: sent,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signStandardWebhook(secrets, { id, timestamp, body: BODY }),
    },
  });
  return response.status;
}

async function untilListening(): Promise<void> {
  for (;;) {
    if (await fetch(url, { method: 'POST' }).catch(() => undefined)) return;
    await sleep(50);
  }
}
