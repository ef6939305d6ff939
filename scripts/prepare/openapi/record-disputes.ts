import { z } from 'zod';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { toldOf } from '../../../tests/support/orders/disputes.ts';
import { paidPayin } from '../../../tests/support/orders/orders.ts';
import type { RunningService } from '../../../tests/support/process/service.ts';
import type { Recorder } from './recorder.ts';

/** Records a payin that is charged back, and the dispute that is then won. */
export async function recordDisputes(running: RunningService, recorder: Recorder): Promise<void> {
  const { id } = await paidPayin(running, { reference_id: 'order-7001', amount: 40 });
  const reference = 'QFQTPCQ8HXSKGK82';
  await toldOf(running, id, 'charged_back', {
    reference,
    event: 'CHARGEBACK',
    reasonCode: '10.4',
    answerBy: new Date('2026-01-29T12:00:00Z'),
  });
  const query = { payin_id: id };
  await recorder.answer('listDisputes', { query }, { answer: ['ofPayin', 'Those of one payin'] });
  await toldOf(running, id, 'answered', { reference, event: 'INFORMATION_SUPPLIED' });
  await toldOf(running, id, 'won', { reference, event: 'CHARGEBACK_REVERSED' });
  const found = await running.client.listDisputes(query);
  const sent = await running.client.listWebhooks({ order_id: id });
  if (!sent.ok) throw new Error('The webhooks are gone');
  const bodies = new Map(
    sent.value.content
      .filter(({ type }) => type === 'dispute')
      .map(({ body }) => [changed.parse(JSON.parse(body))[0].event, body]),
  );
  // The clock stands still, so the list has them in any order.
  for (const event of ['opened', 'answered', 'won']) {
    recorder.webhook('dispute', [event, `It was ${event}`], bodies.get(event) ?? '');
  }
  const body = { payin_id: id, event: 'inquiry' } as const;
  const asked = await recorder.answer(
    'triggerDispute',
    { body },
    { request: ['inquiry', 'The issuer asks'], answer: ['asked', 'It is a case of its own'] },
  );
  await recorder.answer(
    'triggerDisputeDeadline',
    { body: { dispute_id: opened.parse(asked).id } },
    { request: ['inquiry', 'An inquiry'], answer: ['tomorrow', 'The deadline is tomorrow'] },
  );
  const params = { id: found.ok ? (found.value.content[0]?.id ?? '') : '' };
  await recorder.answer('getDispute', { params }, { answer: ['won', 'It was won'] });
  const unknown = ENDPOINTS.getDispute.path.replace('{id}', id);
  await recorder.refusal(running.client, { method: 'GET', path: unknown });
}

const changed = z.tuple([z.object({ event: z.string() })]);
const opened = z.object({ id: z.string() });
