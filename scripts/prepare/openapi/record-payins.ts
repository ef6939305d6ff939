import { z } from 'zod';
import { cardDataBody } from '../../../tests/support/orders/orders.ts';
import type { RunningService } from '../../../tests/support/process/service.ts';
import type { Recorder } from './recorder.ts';

const order = z.looseObject({ id: z.string() });

const CUSTOMER = {
  reference_id: 'customer-17',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  phone: '+442071234567',
  address: { country: 'GB', city: 'London', street: '12 St James Square', post_code: 'SW1Y 4JH' },
};

/** Records payins in the sandbox: created, paid, declined, challenged, cancelled; then read and listed. */
export async function recordPayins(running: RunningService, recorder: Recorder): Promise<void> {
  const methods = running.sandbox.methods;
  const least = {
    reference_id: 'order-1001',
    currency: 'EUR',
    amount: 12.5,
    merchant_gate_method_id: methods['card_eur'],
    customer: {},
  };
  const paid = await create(recorder, least, ['created', 'Created: send the payer to pay_url']);
  const most = {
    ...least,
    reference_id: 'order-1002',
    amount: 249,
    description: 'Desk lamp, brass, and two bulbs',
    payment_method_data: { payment_url: 'https://shop.example/basket' },
    customer: CUSTOMER,
    callback_url: 'https://shop.example/webhooks/tollgate',
    return_urls: {
      success: 'https://shop.example/thanks',
      pending: 'https://shop.example/orders/1002',
      fail: 'https://shop.example/basket',
    },
  };
  const declined = await create(recorder, most, [
    'withEverything',
    'With everything that may be said',
  ]);
  const refused = { ...least, reference_id: 'order-1003', amount: 6_000 };
  await create(recorder, refused, ['refused', 'FAILED at once: over the limit of the method']);

  const approve = { ...cardDataBody(paid), card_number: '4242 4242 4242 4242' };
  await pay(recorder, approve, ['approved', "A card that the sandbox's acquirer approves"]);
  await read(recorder, paid, ['paid', 'Paid']);
  const stolen = {
    ...cardDataBody(declined, { card_number: '4000000000009979' }),
    first_name: 'Ada',
    last_name: 'Lovelace',
    customer: { address: { city: 'Zürich', street: 'Rämistraße 1' } },
  };
  await pay(recorder, stolen, ['declined', 'A card that is declined for good']);
  await read(recorder, declined, ['declined', 'FAILED: the acquirer declined for good']);
  await recordOpen(recorder, least);

  const byReference = { query: { reference_id: 'order-1001' } };
  await recorder.answer('findPayins', byReference, {
    answer: ['found', 'The order of a reference'],
  });
  const unknown = { query: { reference_id: 'no-such-order' } };
  await recorder.answer('findPayins', unknown, { answer: ['none', 'No order has the reference'] });
  const page = {
    query: { page: 1, size: 2, statuses: ['SUCCESS', 'FAILED'], sort: 'amount,desc' },
  };
  await recorder.answer('listPayins', page, { answer: ['page', 'The first of two pages'] });
}

/** Records orders that wait for the payer, and one that nobody paid. */
async function recordOpen(recorder: Recorder, least: object): Promise<void> {
  const soft = await create(recorder, { ...least, reference_id: 'order-1004' });
  await pay(recorder, cardDataBody(soft, { card_number: '4000000000009995' }));
  await read(recorder, soft, ['awaitsAnotherCard', 'CREATED again: the card was declined softly']);
  const challenged = await create(recorder, { ...least, reference_id: 'order-1005' });
  await pay(recorder, cardDataBody(challenged, { card_number: '4000000000003220' }));
  await read(recorder, challenged, ['challenge', 'A 3-D Secure challenge waits at pay_url']);
  const cancelled = await create(recorder, { ...least, reference_id: 'order-1006' });
  const ended = { answer: ['cancelled', 'CLOSED: the merchant cancelled it'] } as const;
  await recorder.answer('cancelPayin', { params: { id: cancelled } }, ended);
  await read(recorder, cancelled, ['closed', 'CLOSED: nobody paid']);
  await recorder.answer('listMethods', {}, { answer: ['all', 'All methods'] });
}

type Caption = readonly [key: string, summary: string];

async function create(recorder: Recorder, body: object, caption?: Caption): Promise<string> {
  const captions = caption === undefined ? {} : { request: caption, answer: caption };
  return order.parse(await recorder.answer('createPayin', { body }, captions)).id;
}

async function pay(recorder: Recorder, body: object, caption?: Caption): Promise<void> {
  await recorder.answer(
    'submitCardData',
    { body },
    caption === undefined ? {} : { request: caption },
  );
}

async function read(recorder: Recorder, id: string, caption: Caption): Promise<void> {
  await recorder.answer('getPayin', { params: { id } }, { answer: caption });
}
