import { fillPath } from '#contract/client/signed-request.ts';
import { ENDPOINTS, type Endpoint } from '#contract/endpoints.ts';
import { createCallerDirectory } from '#service/merchants/caller-directory.ts';
import { createBatcher } from '#service/platform/database/batch.ts';
import { findCommand } from '#service/operator/commands.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createdPayin, payinWhen } from '../../support/orders/orders.ts';
import { issuedKey, keyAnswer, listed } from '../../support/process/operator-answers.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

const MERCHANT_ENDPOINTS = Object.entries<Endpoint>(ENDPOINTS).filter(([, { scopes }]) =>
  scopes.includes('merchant'),
);

function issueKey(kind: 'test' | 'live' = 'test') {
  return issuedKey(running, running.sandbox.merchant_id, kind);
}

describe("an operator's commands", () => {
  it('require the key in the data directory', async () => {
    const response = await fetch(`${running.operatorUrl}/api/operator/v1/keys/revoke`, {
      method: 'POST',
      headers: { authorization: 'Bearer guessed' },
    });
    expect(response.status).toBe(401);
  });
});

describe("a merchant's branding", () => {
  const brand = (input: object) =>
    running.operator('merchants brand', { merchant: running.sandbox.merchant_id, ...input });
  const shown = async () => {
    const { id } = await createdPayin(running);
    const { keyId, secret } = running.service.pageKey;
    const page = running.clientFor({ apiKeyId: keyId, apiSecret: secret });
    const found = await page.call(ENDPOINTS.getCheckout, { params: { id } });
    return found.ok ? found.value.merchant : undefined;
  };

  it('is shown by the page from then on, and omitted members stay', async () => {
    const name = (await shown())?.name;
    await brand({ accent: '#ffd400', support: 'https://shop.example/help', logo: '/logo.svg' });
    const operator = 'Nordlicht Optik GmbH, Kiel';
    const [terms, privacy] = ['https://shop.example/terms', 'https://shop.example/privacy'];
    await brand({ operator, terms, privacy });
    expect(await shown()).toEqual({
      name,
      accent: '#ffd400',
      support_url: 'https://shop.example/help',
      logo_url: '/logo.svg',
      operator_name: operator,
      terms_url: terms,
      privacy_url: privacy,
    });
    await brand({ operator: null, terms: null, privacy: null });
    await brand({ name: 'Nordlicht', accent: null, support: null, logo: null });
    expect(await shown()).toEqual({ name: 'Nordlicht' });
    await brand({ name });
  });

  it.each([
    ['accent', 'red'],
    ['support', 'javascript:alert(1)'],
    ['terms', 'javascript:alert(1)'],
    ['logo', 'https://elsewhere.example/logo.png'],
    ['logo', '//elsewhere.example/logo.png'],
    ['name', ''],
  ])('refuses a %s like %j', async (member, value) => {
    const { status, body } = await brand({ [member]: value });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(`"/${member}"`);
  });

  it('requires an existing merchant', async () => {
    const merchant = '11111111-1111-4111-8111-111111111111';
    expect((await running.operator('merchants brand', { merchant, name: 'X' })).status).toBe(404);
  });
});

describe('an API key', () => {
  it.each(MERCHANT_ENDPOINTS)(
    'reads and changes nothing by %s once it is revoked, even if cached',
    async (_, { method, path }) => {
      const key = await issueKey();
      const client = running.clientFor(key);
      const { id } = await createdPayin(running);
      expect(await client.getPayin(id)).toMatchObject({ ok: true });
      await running.operator('keys revoke', { key: key.apiKeyId });
      const body = method === 'POST' ? new TextEncoder().encode('{}') : undefined;
      const headers = { 'content-type': 'application/json' };
      const answer = await client.send({ method, path: fillPath(path, { id }), body, headers });
      expect(answer).toMatchObject({ status: 401 });
    },
  );

  it('keeps working for the overlap when it is rotated', async () => {
    const old = await issueKey();
    const { body } = await running.operator('keys rotate', {
      key: old.apiKeyId,
      overlap_hours: 1,
      kind: 'test',
    });
    const { id } = await createdPayin(running);
    for (const key of [old, keyAnswer.parse(body)]) {
      expect(await running.clientFor(key).getPayin(id)).toMatchObject({ ok: true });
    }
  });

  it.each([
    ['keys issue', () => ({ merchant: running.sandbox.merchant_id })],
    ['keys issue-page', () => ({})],
    ['keys rotate', () => ({ key: running.sandbox.api_key_id })],
  ])('for tests is not issued on a live deployment by %s', async (command, input) => {
    const actor = { name: 'a test', role: 'admin', address: undefined } as const;
    const call = { command, actor, origin: running.operatorUrl };
    const live = { ...running.context, testKeys: false };
    const read = { own: { ...input(), kind: 'test' }, common: {} };
    const answer = await findCommand(command)?.run(read, live, call);
    expect(answer).toMatchObject({ ok: false, problem: 'refused' });
  });

  it('for tests is unknown on a live deployment', async () => {
    const [test, live] = [await issueKey(), await issueKey('live')];
    const { db, keyring, now, reportUnverified } = running.context;
    const directory = createCallerDirectory({
      db,
      batches: createBatcher(db),
      keyring,
      reportUnverified,
      now,
      testKeys: false,
      pageKey: undefined,
      onTouchFailed: (error) => expect.unreachable(String(error)),
    });
    expect(await directory.find(test.apiKeyId, { fresh: false })).toBeUndefined();
    expect(await directory.find(live.apiKeyId, { fresh: false })).toBeDefined();
  });

  it('ends at once when rotated with an overlap of 0', async () => {
    const old = await issueKey();
    await running.operator('keys rotate', { key: old.apiKeyId, overlap_hours: 0, kind: 'test' });
    const { id } = await createdPayin(running);
    expect(await running.clientFor(old).getPayin(id)).toMatchObject({ ok: false, status: 401 });
  });
});

describe("an operator's comment", () => {
  it("is in the order's extended webhook, in its latest version", async () => {
    const merchant = running.sandbox.merchant_id;
    await running.operator('webhooks configure', { merchant, payload: 'extended' });
    const { id: order } = await createdPayin(running);
    await running.operator('payins comment', { order, text: 'First.' });
    await running.operator('payins comment', { order, text: 'Called the shop.' });
    await running.operator('payins cancel', { order });
    await running.operator('webhooks configure', { merchant, payload: 'retrieval' });
    const { body } = await running.operator('webhooks list', { order });
    const [event] = listed(z.array(z.object({ body: z.string() })), body);
    expect(event?.body).toContain('"comment_internal":"Called the shop."');
    expect(JSON.stringify(await running.client.getPayin(order))).not.toContain('Called');
  });

  it.each([
    ['a card number', '4242 4242 4242 4242', 400],
    ['nothing', '', 400],
    ['too much', 'x'.repeat(256), 400],
  ])('must not be %s', async (_what, text, status) => {
    const { id: order } = await createdPayin(running);
    expect((await running.operator('payins comment', { order, text })).status).toBe(status);
  });
});

describe('the reason of a command', () => {
  it('must not hold a card number', async () => {
    const { id: order } = await createdPayin(running);
    const reason = 'They paid by 4242 4242 4242 4242';
    expect(await running.operator('payins cancel', { order, reason })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/reason' }] },
    });
  });
});

describe('a payin', () => {
  it('that awaits its payer can be cancelled, once', async () => {
    const { id } = await createdPayin(running);
    expect((await running.operator('payins cancel', { order: id })).status).toBe(200);
    expect(await payinWhen(running, id, () => true)).toMatchObject({
      status: 'CLOSED',
      resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
    });
    expect(await running.operator('payins cancel', { order: id })).toMatchObject({
      status: 409,
      body: { detail: 'The order is final: it is CLOSED.' },
    });
  });

  it('that does not exist is not found', async () => {
    const order = '11111111-1111-4111-8111-111111111111';
    expect((await running.operator('payins cancel', { order })).status).toBe(404);
  });

  it('whose card is being charged cannot be cancelled', async () => {
    const { id: order } = await createdPayin(running);
    await running.db
      .updateTable('payins')
      .set({ status: 'IN_PROGRESS' })
      .where('id', '=', order)
      .execute();
    const answer = await running.operator('payins cancel', { order });
    await running.db
      .updateTable('payins')
      .set({ status: 'CREATED' })
      .where('id', '=', order)
      .execute();
    expect(answer).toMatchObject({
      status: 409,
      body: {
        detail: 'Only a payin that awaits its payer can be cancelled; this one is IN_PROGRESS.',
      },
    });
  });
});
