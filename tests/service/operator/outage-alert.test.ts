// @module-tag postgres-only
/** Alerts about an outage of the database, which cannot be queued in it. */
// oxlint-disable-next-line no-restricted-imports -- The process asks its database each second, and sends nothing meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { databaseBehindNetwork } from '../../support/database/behind-network.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { done } from '../../support/process/operate.ts';
import { startService } from '../../support/process/service.ts';
import { until } from '../../support/until.ts';

const MINUTE_MS = 60_000;

it('an outage of the database is one alert after a minute, and one when it ends', async () => {
  const clock = frozenClock();
  const database = await databaseBehindNetwork();
  const receiver = await startReceiver();
  const running = await startService({
    env: { DATABASE_URL: database.url, OPERATOR_PUBLIC_URL: 'https://ops.example' },
    now: clock.now,
  });
  const texts = () =>
    receiver.received.map(
      ({ body }) => z.object({ text: z.string() }).parse(JSON.parse(body.toString())).text,
    );
  const received = (count: number) =>
    until(
      texts,
      ({ length }) => length >= count,
      () => `${count} alerts expected`,
    );
  const sweepsRun = () => sleep(2_500);
  await done(running, 'alerts add', { kind: 'webhook', to: receiver.url });
  // The channels are read once a minute.
  clock.advance(MINUTE_MS);
  await sweepsRun();
  const since = clock.now();
  await database.network.cut();
  await sweepsRun();
  expect(texts()).toEqual([]);
  clock.advance(MINUTE_MS);
  const [began = ''] = await received(1);
  const title = 'The database does not answer: no payments are processed';
  expect(began.split('\n').slice(0, 2)).toEqual([
    `Tollgate: 1 started: ${title}`,
    `[page] ${title} (since ${since.toISOString().slice(11, 16)})`,
  ]);
  expect(began).toContain('https://ops.example/console/attention');
  clock.advance(10 * MINUTE_MS);
  await sweepsRun();
  expect(texts()).toHaveLength(1);
  await database.network.restore();
  const [, ended] = await received(2);
  expect(ended).toContain(`[ended] ${title}`);
  expect(ended).not.toContain('/console');
  await running.close();
  await receiver.close();
  await database.remove();
});
