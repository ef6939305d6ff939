import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { send } from './send.ts';
import { createPayin, PAYIN_PATH, payinIn } from './orders.ts';
import { expectInvalid, expectProblem, violationsIn } from './problems.ts';
import { openTarget } from './target.ts';
import { NOT_UUIDS } from './values.ts';

const target = await openTarget();
afterAll(() => target.close());

function createOrder() {
  return createPayin(target, { customer: { first_name: 'Anna', address: { country: 'DE' } } });
}

describe('a payin order', () => {
  it('is read by its id as in the answer that created it', async () => {
    const order = await createOrder();
    const answer = await send(target, { path: `${PAYIN_PATH}/${order.id}` });
    expect(payinIn(answer)).toEqual(order);
    expect(answer.headers['content-type']).toMatch(/^application\/json\b/);
  });

  it('is read by its id in upper case, or percent-encoded and signed as sent', async () => {
    const { id } = await createOrder();
    const encoded = Buffer.from(id).toString('hex').replaceAll(/../g, '%$&');
    for (const path of [`${PAYIN_PATH}/${id.toUpperCase()}`, `${PAYIN_PATH}/${encoded}`]) {
      const answer = await send(target, { path });
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toMatchObject({ id });
    }
  });

  it('is read with any query, which is ignored and not signed', async () => {
    const { id } = await createOrder();
    const answer = await send(target, { path: `${PAYIN_PATH}/${id}?unknown=1&unknown=2&%zz` });
    expect(answer.status).toBe(200);
  });

  it('that does not exist is not found', async () => {
    expectProblem(
      await send(target, { path: `${PAYIN_PATH}/${randomUUID()}` }),
      404,
      'RESOURCE_NOT_FOUND',
    );
  });

  it.skipIf(!target.otherKey)(
    'of another merchant is indistinguishable from an unknown one',
    async () => {
      const { id } = await createOrder();
      const absent = randomUUID();
      const answers = await Promise.all(
        [id, absent].map((asked) =>
          send(target, { path: `${PAYIN_PATH}/${asked}`, key: target.otherKey ?? target.key }),
        ),
      );
      const [foreign, unknown] = answers.map((answer) => {
        const said = expectProblem(answer, 404, 'RESOURCE_NOT_FOUND');
        return { ...said, instance: '', request_id: '' };
      });
      expect(foreign).toEqual(unknown);
    },
  );
});

describe('the id of a payin', () => {
  it('that is no UUID is refused naming it', async () => {
    const value = NOT_UUIDS.at(-1) ?? '';
    const answer = await send(target, { path: `${PAYIN_PATH}/${encodeURIComponent(value)}` });
    expect(violationsIn(expectInvalid(answer))).toEqual(['id format']);
  });

  it('is not repeated if it is a card number', async () => {
    for (const sent of ['4242424242424242', '4242%204242-42424242', '%34242424242424242']) {
      const answer = await send(target, { path: `${PAYIN_PATH}/${sent}` });
      expect(violationsIn(expectInvalid(answer))).toEqual(['id format']);
      expect(decodeURIComponent(answer.text).replaceAll(/[^\d]/g, '')).not.toContain(
        '4242424242424242',
      );
    }
  });
});
