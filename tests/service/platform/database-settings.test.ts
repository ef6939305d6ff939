// @module-tag postgres-only
import { expect, it } from 'vitest';
import { setDefaults, STRANGE_SETTINGS } from '../../support/database/defaults.ts';
import { newServiceData } from '../../support/database/seeds/service-data.ts';
import {
  cardDataBody,
  createdPayin,
  createdPayout,
  payinWhen,
} from '../../support/orders/orders.ts';
import { startService } from '../../support/process/service.ts';
import { readReport } from '../../support/process/reports.ts';

it.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'payments, lists and reports are the same whatever settings the database has',
  async () => {
    const data = await newServiceData();
    await setDefaults(data.directUrl ?? '', STRANGE_SETTINGS);
    const running = await startService({ data });
    try {
      const { id } = await createdPayin(running);
      await running.client.submitCardData(cardDataBody(id));
      await payinWhen(running, id, 'SUCCESS');
      const { id: payout } = await createdPayout(running);
      const day = new Date().toISOString().slice(0, 10);
      expect(await running.client.listPayins({ page: 1, size: 10 })).toMatchObject({
        value: { content: [{ id }] },
      });
      for (const order of [id, payout]) {
        const { status, body } = await running.operator('orders show', { order });
        expect(status, JSON.stringify(body)).toBe(200);
        expect(JSON.stringify(body)).toContain(`"created_at":"${day}T`);
      }
      const rows = await readReport(running, 'settlement', { from: day, to: day });
      expect(rows.find(({ currency }) => currency === 'EUR')).toMatchObject({ day });
    } finally {
      await running.close();
      await data.remove();
    }
  },
);
