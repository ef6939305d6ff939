import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { send, type Answer } from './send.ts';
import { createPayin, PAYIN_PATH } from './orders.ts';
import { describeParameters, queryOf } from './parameters.ts';
import { REFERENCE_ROW } from './retrieval-rows.ts';
import { payinOrder } from './shapes.ts';
import { openTarget, type Key } from './target.ts';

const target = await openTarget();
afterAll(() => target.close());

function ask(query: [name: string, value: string][], key?: Key) {
  return send(target, { path: `${PAYIN_PATH}?${queryOf(query)}`, ...(key && { key }) });
}

function ordersIn(answer: Answer) {
  expect(answer).toMatchObject({ status: 200 });
  return z.array(payinOrder).parse(JSON.parse(answer.text));
}

describeParameters({
  rows: [REFERENCE_ROW],
  valid: { reference_id: randomUUID() },
  ask,
  expectAccepted: ordersIn,
});

describe('payins by reference', () => {
  it('are the one order with it', async () => {
    const order = await createPayin(target, { reference_id: `Ref.=-${randomUUID()}` });
    expect(ordersIn(await ask([['reference_id', order.reference_id]]))).toEqual([order]);
  });

  it('are none if the reference differs, even in case', async () => {
    const { reference_id: reference } = await createPayin(target, {
      reference_id: `Ref-${randomUUID()}`,
    });
    for (const other of [reference.toUpperCase(), `${reference}-`, reference.slice(0, -1)]) {
      expect(ordersIn(await ask([['reference_id', other]]))).toEqual([]);
    }
  });

  it('are found whatever other parameters the query has', async () => {
    const order = await createPayin(target);
    const answer = await ask([
      ['unknown', 'x'],
      ['reference_id', order.reference_id],
      ['page', 'none'],
    ]);
    expect(ordersIn(answer)).toEqual([order]);
  });

  it.skipIf(!target.otherKey)("do not include another merchant's", async () => {
    const { reference_id: reference } = await createPayin(target);
    expect(ordersIn(await ask([['reference_id', reference]], target.otherKey))).toEqual([]);
  });
});
