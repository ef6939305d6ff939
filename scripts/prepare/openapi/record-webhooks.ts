import { z } from 'zod';
import {
  cardDataBody,
  createdPayin,
  createdPayout,
  payoutWhen,
} from '../../../tests/support/orders/orders.ts';
import type { RunningService } from '../../../tests/support/process/service.ts';
import { done } from '../../../tests/support/process/operate.ts';
import type { Recorder } from './recorder.ts';

const events = z.object({ items: z.tuple([z.object({ body: z.string() })]) });

const CAPTIONS = {
  retrieval: ['retrieval', 'As reading by reference answers it'],
  extended: ['extended', "In the shape of the specification's samples"],
} as const;

/** Records the webhooks of a paid payin and a paid payout, in both shapes. */
export async function recordWebhooks(running: RunningService, recorder: Recorder): Promise<void> {
  for (const payload of ['retrieval', 'extended'] as const) {
    const merchant = running.sandbox.merchant_id;
    await done(running, 'webhooks configure', { merchant, payload });
    const { id } = await createdPayin(running, { reference_id: `order-4001-${payload}` });
    await running.client.submitCardData(cardDataBody(id));
    recorder.webhook('payin', CAPTIONS[payload], await bodyOf(running, id));
    const payout = await createdPayout(running, {
      reference_id: `payout-4002-${payload}`,
      payment_method_data: { payment_url: 'https://shop.example/payouts' },
    });
    await payoutWhen(running, payout.id, 'SUCCESS');
    recorder.webhook('payout', CAPTIONS[payload], await bodyOf(running, payout.id));
  }
}

async function bodyOf(running: RunningService, order: string): Promise<string> {
  return events.parse(await done(running, 'webhooks list', { order })).items[0].body;
}
