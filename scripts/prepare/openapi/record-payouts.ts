import { z } from 'zod';
import { PAID_CARD, payoutWhen, REFUSED_CARD } from '../../../tests/support/orders/orders.ts';
import type { RunningService } from '../../../tests/support/process/service.ts';
import type { Recorder } from './recorder.ts';

const order = z.looseObject({ id: z.string() });

/** Records payouts that succeed, are refused, exceed the balance and are split; then balances. */
export async function recordPayouts(running: RunningService, recorder: Recorder): Promise<void> {
  const methods = running.sandbox.methods;
  const least = {
    reference_id: 'payout-2001',
    currency: 'EUR',
    amount: 80,
    destination_account: PAID_CARD,
    merchant_gate_method_id: methods['payout_card_eur'],
    customer: {},
  };
  const most = {
    ...least,
    payment_method_data: { payment_url: 'https://shop.example/payouts' },
    customer: { reference_id: 'supplier-4', first_name: 'Grace', last_name: 'Hopper' },
    comment: 'Invoice 77',
  };
  const paid = await create(recorder, most, ['toCard', 'To a card']);
  await ended(running, paid);
  await read(recorder, paid, ['paid', 'Paid out']);
  const toNobody = { ...least, reference_id: 'payout-2002', destination_account: REFUSED_CARD };
  const refused = await create(recorder, toNobody);
  await ended(running, refused);
  await read(recorder, refused, ['refused', 'FAILED: the acquirer refused the destination']);
  const tooMuch = { ...least, reference_id: 'payout-2003', amount: 49_999 };
  await create(recorder, tooMuch, ['overBalance', 'FAILED at once: more than the gate holds']);
  const large = {
    ...least,
    reference_id: 'payout-2004',
    amount: 2_500,
    merchant_gate_method_id: methods['payout_split_eur'],
    destination_account: 'GB33BUKB20201555555555',
  };
  const first = await create(recorder, large, [
    'split',
    'In parts of at most 1000: the first of them',
  ]);
  await ended(running, first);

  const parts = { query: { reference_id: 'payout-2004' } };
  await settled(running, 'payout-2004');
  await recorder.answer('findPayouts', parts, { answer: ['parts', 'All parts of a split payout'] });
  const page = { query: { page: 1, size: 10, accounts: ['424242******4242'] } };
  await recorder.answer('listPayouts', page, { answer: ['page', 'By a card as answers show it'] });
  await recorder.answer('getBalances', {}, { answer: ['balances', 'In every currency'] });
}

function isFinal({ status }: { status: string }) {
  return ['SUCCESS', 'FAILED'].includes(status);
}

async function ended(running: RunningService, id: string): Promise<void> {
  const { status } = await payoutWhen(running, id, isFinal);
  if (!isFinal({ status })) throw new Error(`A payout stayed ${status}`);
}

async function settled(running: RunningService, reference: string): Promise<void> {
  const found = await running.client.findPayouts(reference);
  for (const { id } of found.ok ? found.value : []) await ended(running, id);
}

type Caption = readonly [key: string, summary: string];

async function create(recorder: Recorder, body: object, caption?: Caption): Promise<string> {
  const captions = caption === undefined ? {} : { request: caption, answer: caption };
  return order.parse(await recorder.answer('createPayout', { body }, captions)).id;
}

async function read(recorder: Recorder, id: string, caption: Caption): Promise<void> {
  await recorder.answer('getPayout', { params: { id } }, { answer: caption });
}
