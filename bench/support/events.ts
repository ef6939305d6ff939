import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { createKeyring, firstFingerprintKey, sealingKey } from '#service/platform/keyring.ts';
import { destinationMac } from '#service/webhooks/record.ts';
import type { Tollgate } from './servers.ts';

const AT_ONCE = 10_000;

/** Adds events that are due now, like those of orders that have just ended, bound to their destination. */
export async function addEvents(
  { sandbox, dataDirectory }: Tollgate,
  pool: pg.Pool,
  { url, events, body }: { url: string; events: number; body: string },
): Promise<void> {
  const key = Buffer.from(await readFile(join(dataDirectory, 'master.key'), 'utf8'), 'base64');
  const keyring = createKeyring({
    keys: [sealingKey(key)],
    fingerprintKey: firstFingerprintKey(key),
  });
  for (let added = 0; added < events; added += AT_ONCE) {
    const groups = Array.from({ length: Math.min(AT_ONCE, events - added) }, () => randomUUID());
    const macs = groups.map((groupId) => destinationMac(keyring, { groupId, url }));
    await pool.query(
      `insert into webhook_events (id, merchant_id, direction, group_id, order_ids,
         destination_source, destination_url, destination_mac, body, state, next_attempt_at, created_at)
       select gen_random_uuid(), $1, 'payin', added.group_id, '{}', 'order', $2, added.mac, $3,
         'pending', now(), now()
       from unnest($4::uuid[], $5::bytea[]) as added (group_id, mac)`,
      [sandbox.merchant_id, url, body, groups, macs],
    );
  }
}
