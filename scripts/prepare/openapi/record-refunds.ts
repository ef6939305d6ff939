import { ENDPOINTS } from '#contract/endpoints.ts';
import { paidPayin } from '../../../tests/support/orders/orders.ts';
import type { RunningService } from '../../../tests/support/process/service.ts';
import type { Recorder } from './recorder.ts';

/** Refunds a part of a payin, then an amount that is refused, then more than is left, then the rest. */
export async function recordRefunds(running: RunningService, recorder: Recorder): Promise<void> {
  const { id } = await paidPayin(running, { reference_id: 'order-6001', amount: 40 });
  const part = { payin_id: id, reference_id: 'refund-6001-1', amount: 12.5, comment: 'One shoe' };
  await recorder.answer(
    'createRefund',
    { body: part },
    {
      request: ['part', 'A part of a payin'],
      answer: ['refunded', 'The acquirer has refunded it'],
    },
  );
  const refunded = await running.client.createRefund(part);
  if (!refunded.ok) throw new Error('The refund is gone');
  const sent = await running.client.listWebhooks({ order_id: refunded.value.id });
  if (!sent.ok) throw new Error('The webhook is gone');
  for (const { body } of sent.value.content) {
    recorder.webhook('refund', ['refunded', 'The acquirer has refunded it'], body);
  }
  const params = { id: refunded.value.id };
  await recorder.answer('getRefund', { params }, { answer: ['refunded', 'It was refunded'] });
  await recorder.answer(
    'createRefund',
    { body: { payin_id: id, reference_id: 'refund-6001-2', amount: 4.21 } },
    {
      request: ['refused', 'An amount that the sandbox refuses'],
      answer: ['refused', 'FAILED: the acquirer refused the refund'],
    },
  );
  const tooMuch = { payin_id: id, reference_id: 'refund-6001-4', amount: 30 };
  const body = new TextEncoder().encode(JSON.stringify(tooMuch));
  const { method, path } = ENDPOINTS.createRefund;
  await recorder.refusal(running.client, { method, path, body });
  const unknown = ENDPOINTS.getRefund.path.replace('{id}', id);
  await recorder.refusal(running.client, { method: 'GET', path: unknown });
  await recorder.answer(
    'createRefund',
    { body: { payin_id: id, reference_id: 'refund-6001-3' } },
    { request: ['rest', 'All that is left'], answer: ['rest', 'The rest was refunded'] },
  );
  const query = { payin_id: id };
  await recorder.answer('listRefunds', { query }, { answer: ['ofPayin', 'Those of one payin'] });
}
