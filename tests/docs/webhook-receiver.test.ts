/** The quick start's receivers, tested with signatures by the service's own signer. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signWebhook, signStandardWebhook } from '#contract/signature/webhook.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { example } from '../support/documents.ts';
import { RECEIVERS, startQuickStartReceiver, type QuickStartReceiver } from './runtimes.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = Buffer.from('[{"reference_id":"first-order","status":"SUCCESS"}]');

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-receiver-'));
  writeFileSync(join(folder, 'sandbox.json'), JSON.stringify({ webhook_secret: SECRET }));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe.each(RECEIVERS)('the receiver in $name', (runtime) => {
  let receiver: QuickStartReceiver;

  beforeAll(async () => {
    receiver = await startQuickStartReceiver(runtime, folder);
  });
  afterAll(() => {
    receiver.stop();
  });

  it('accepts a signed webhook', async () => {
    expect(await deliver(receiver, {})).toBe(204);
    expect(await deliver(receiver, {})).toBe(204);
    await expect.poll(receiver.printed).toContain('order SUCCESS first-order');
  });

  it('accepts a dispute, which has no reference', async () => {
    const sent = '[{"type":"dispute","event":"opened","status":"OPEN"}]';
    expect(await deliver(receiver, { id: 'a dispute', sent, signed: sent })).toBe(204);
    await expect.poll(receiver.printed).toContain('dispute OPEN');
  });

  it('accepts a webhook signed with two secrets during a rotation', async () => {
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    const rotated = { secrets: [other, SECRET], id: 'during rotation' };
    expect(await deliver(receiver, rotated)).toBe(204);
  });

  it.each([
    ['another secret', { secrets: ['whsec_AAAA'] }],
    ['another body', { sent: '[]' }],
    ['an old time', { ageSeconds: 400 }],
  ])('refuses %s', async (_, changes) => {
    expect(await deliver(receiver, { id: 'not seen before', ...changes })).toBe(401);
  });
});

it('a webhook can be verified by openssl alone', () => {
  writeFileSync(join(folder, 'body.json'), BODY);
  const script = example('docs/guides/webhooks.md', 'Verifying by hand', 'sh');
  const { stdout } = spawnSync('sh', ['-c', script], {
    cwd: folder,
    env: { ...process.env, WEBHOOK_SECRET: SECRET },
  });
  expect(stdout.toString().trim()).toBe(signWebhook(SECRET, BODY));
});

interface Delivery {
  id?: string;
  secrets?: string[];
  sent?: string;
  /** The signed body, if it is not the sent one. */
  signed?: string;
  ageSeconds?: number;
}

async function deliver(
  { url }: QuickStartReceiver,
  { id = 'msg_1', secrets = [SECRET], sent = BODY.toString(), signed, ageSeconds = 0 }: Delivery,
) {
  const timestamp = String(Math.floor(Date.now() / 1000) - ageSeconds);
  const response = await fetch(url, {
    method: 'POST',
    body: sent,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signStandardWebhook(secrets, {
        id,
        timestamp,
        body: signed === undefined ? BODY : Buffer.from(signed),
      }),
    },
  });
  return response.status;
}
