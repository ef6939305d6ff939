import { ENDPOINTS } from '#contract/endpoints.ts';
import { valueIn } from '#contract/client/result.ts';
import { z } from 'zod';
import type { RunningService } from '../../../tests/support/process/service.ts';
import type { Recorder } from './recorder.ts';

const answered = z.looseObject({ id: z.string() });

/** Records links in the sandbox: of one amount, opened by a payer; of a range, closed. */
export async function recordLinks(running: RunningService, recorder: Recorder): Promise<void> {
  const method = running.sandbox.methods['card_eur'];
  const once = {
    merchant_gate_method_id: method,
    amount: 12.5,
    description: 'Desk lamp, brass',
    reference_prefix: 'invoice-7001',
    use: 'once',
    pay_again: true,
    return_urls: { success: 'https://shop.example/thanks' },
  };
  const created = ['once', 'One amount, to pay once'] as const;
  const { id } = answered.parse(
    await recorder.answer('createLink', { body: once }, { request: created, answer: created }),
  );
  const { keyId: apiKeyId, secret: apiSecret } = running.service.pageKey;
  const page = running.clientFor({ apiKeyId, apiSecret });
  valueIn(await page.call(ENDPOINTS.payLink, { params: { id }, body: {} }));
  const params = { id };
  await recorder.answer('getLink', { params }, { answer: ['opened', 'A payer opened it'] });
  const many = {
    merchant_gate_method_id: method,
    amount_range: { min: 5, max: 500 },
    description: 'A donation',
    reference_prefix: 'donation',
    expires_at: '2026-02-28T23:59:59Z',
    use: 'many',
  };
  const range = ['many', 'A range, to pay many times'] as const;
  const other = answered.parse(
    await recorder.answer('createLink', { body: many }, { request: range, answer: range }),
  );
  await recorder.answer(
    'closeLink',
    { params: { id: other.id } },
    { answer: ['closed', 'It makes no more payins'] },
  );
  const unknown = ENDPOINTS.getLink.path.replace('{id}', running.sandbox.merchant_id);
  await recorder.refusal(running.client, { method: 'GET', path: unknown });
  await recorder.answer('listLinks', {}, { answer: ['all', 'All links'] });
}
