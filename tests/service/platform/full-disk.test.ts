// @module-tag postgres-only
// @module-tag apart
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onServer } from '../../support/database/postgres-connection.ts';
import { newServiceData } from '../../support/database/seeds/service-data.ts';
import { payinBody } from '../../support/orders/orders.ts';
import { startService } from '../../support/process/service.ts';
import { scratchFolder } from '../../support/scratch-folder.ts';

/** Enough for a new service's tables, and soon full. */
const SIZE = '96m';

it.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'a service on a full disk is not ready until there is room, and has an entry about it',
  async ({ skip }) => {
    const disk = join(await scratchFolder(), 'disk');
    mkdirSync(disk);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk]);
    if (mounted.status !== 0) return skip('No disk of this size can be mounted');
    const data = await newServiceData();
    const name = new URL(data.directUrl ?? '').pathname.slice(1);
    const server = new URL(data.directUrl ?? '');
    server.pathname = '/postgres';
    const onAll = (text: string) => onServer(server.href, (client) => client.query(text));
    spawnSync('chown', ['postgres', disk]);
    spawnSync('chmod', ['a+rx', join(disk, '..')]);
    await onAll(`create tablespace ${name}_small location '${disk}'`);
    await onAll(`alter database ${name} set tablespace ${name}_small`);
    const running = await startService({ data });
    const ready = async (): Promise<unknown> =>
      (await fetch(`${running.baseUrl}/api/health/ready`)).json();
    const kinds = async () => JSON.stringify((await running.operator('attention conditions')).body);
    try {
      expect(await ready()).toMatchObject({ status: 'ok' });
      const ballast = join(disk, 'ballast');
      const { bavail, bsize } = statfsSync(disk);
      spawnSync('fallocate', ['-l', String(bavail * bsize), ballast]);
      const create = () => running.client.createPayin(payinBody(running));
      // The tables' last pages have some room.
      await expect.poll(async () => (await create()).ok, { interval: 1 }).toBe(false);
      expect(await ready()).toMatchObject({
        status: 'not ready',
        checks: { database: 'cannot write' },
      });
      expect(await kinds()).toContain('database_cannot_write');
      rmSync(ballast);
      await expect.poll(async () => (await create()).ok).toBe(true);
      await expect.poll(ready, { interval: 1_000 }).toMatchObject({ status: 'ok' });
      const { body } = await running.operator('attention list');
      expect(JSON.stringify(body)).toContain('database_cannot_write');
      expect(await kinds()).not.toContain('database_cannot_write');
    } finally {
      await running.close();
      await data.remove();
      await onAll(`drop tablespace ${name}_small`);
      spawnSync('umount', ['--lazy', disk]);
    }
  },
);
