// @module-tag postgres-only
/** A backup and its restore, by the commands in docs/operating.md. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScratchDatabase, type ScratchDatabase } from '../../support/database/postgres.ts';
import { cardDataBody, createdPayin, payinWhen } from '../../support/orders/orders.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { scratchFolder } from '../../support/scratch-folder.ts';

const env = { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };

/** Returns the PostgreSQL commands in the section about backups: one to back up, one to restore. */
function documentedLines(): string[] {
  const operating = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8');
  const [, section = ''] = /\n## Backups\n([\s\S]*?)(?:\n## |$)/.exec(operating) ?? [];
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines = '']) => lines);
}

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('a backup', () => {
  let folder: string;
  let running: RunningService;
  let restored: ScratchDatabase;

  beforeAll(async () => {
    folder = await scratchFolder();
    running = await startService({ env });
    restored = await createScratchDatabase();
  });
  afterAll(async () => {
    await running.close();
    await restored.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('can be restored into an empty database, on which the service continues', async () => {
    const { id } = await createdPayin(running);
    await running.client.submitCardData(cardDataBody(id));
    await payinWhen(running, id, 'SUCCESS');
    const { api_key_id: apiKeyId, api_secret: apiSecret } = running.sandbox;
    const lines = documentedLines();
    expect(lines).toHaveLength(2);
    execFileSync('bash', ['-euc', lines.join('')], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: running.directUrl,
        RESTORED_DATABASE_URL: restored.directUrl,
      },
    });
    const again = await startService({ env: { ...env, DATABASE_URL: restored.url } });
    const client = again.clientFor({ apiKeyId, apiSecret });
    expect(await client.getPayin(id)).toMatchObject({ value: { status: 'SUCCESS' } });
    // close() verifies the ledger.
    await again.close();
  });
});
