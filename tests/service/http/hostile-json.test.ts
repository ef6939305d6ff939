import { describe, expect, it } from 'vitest';
import { send } from '../../../packages/tollgate/conformance/send.ts';
import {
  createPayin,
  PAYIN_PATH,
  payinBody,
  readPayin,
} from '../../../packages/tollgate/conformance/orders.ts';
import { expectInvalid, violationsIn } from '../../../packages/tollgate/conformance/problems.ts';
import { targetOf } from '../../../packages/tollgate/conformance/target.ts';
import { operatorKeyOf } from '../../support/process/operate.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();
const target = targetOf(running);

/** Checks that the service still answers other requests correctly. */
async function expectUnharmed(): Promise<void> {
  const order = await createPayin(target);
  expect(await readPayin(target, order.id)).toEqual(order);
}

async function postOperator(path: string, body: string) {
  const key = await operatorKeyOf(running.dataDirectory);
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
  };
  const answer = await fetch(`${running.operatorUrl}${path}`, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}

describe('hostile JSON', () => {
  const submitText = (text: string) => send(target, { path: PAYIN_PATH, body: Buffer.from(text) });
  const valid = (overrides: object = {}) => JSON.stringify(payinBody(target, overrides));

  it.each(['__proto__', 'constructor', 'prototype'])(
    'in %s pollutes no other object',
    async (name) => {
      const text = valid().replace('"customer":{}', `"customer":{"${name}":{"polluted":true}}`);
      expectInvalid(await submitText(text));
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
      await expectUnharmed();
    },
  );

  it.each<[where: string, post: (json: string) => Promise<{ status: number; text: string }>]>([
    ["the merchants' API", submitText],
    ["an operator's command", (json) => postOperator('/api/operator/v1/apply', json)],
    ['a sign-in', (json) => postOperator('/api/operator/v1/session/passkey', json)],
  ])('with a member named __proto__ is refused in %s', async (_, post) => {
    for (const name of ['__proto__', String.raw`\u005f_proto_\u005f`]) {
      const { status } = await post(`{"settings":[{"${name}":{"polluted":true}}]}`);
      expect(status).toBe(400);
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    await expectUnharmed();
  });

  it.each([
    ['"amount":12.5', '"amount":12.5,"amount":12.5', '/amount'],
    ['"amount":12.5', String.raw`"amount":12.5,"amoun\u0074":1`, '/amount'],
    ['"customer":{}', '"customer":{"address":{"city":"A","city":"A"}}', '/customer/address/city'],
  ])(
    'with a repeated member is refused and its pointer named: %s',
    async (once, twice, pointer) => {
      const answer = await submitText(valid().replace(once, twice));
      expect(violationsIn(expectInvalid(answer))).toEqual([`${pointer} repeated`]);
    },
  );
});
