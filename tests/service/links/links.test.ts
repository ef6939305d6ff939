// @module-tag both-engines
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { valueIn } from '#contract/client/result.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { CreateLinkBody, Link } from '#contract/schemas/link.ts';
import { cardDataBody, payinWhen } from '../../support/orders/orders.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const HOUR_MS = 3_600_000;
const clock = frozenClock();
const running = serviceForTests({ now: clock.now });

function linkBody(overrides: Partial<CreateLinkBody> = {}): CreateLinkBody {
  return {
    merchant_gate_method_id: running.sandbox.methods['card_eur'] ?? '',
    amount: 12.5,
    reference_prefix: 'invoice-7',
    use: 'once',
    ...overrides,
  };
}

async function createdLink(overrides: Partial<CreateLinkBody> = {}): Promise<Link> {
  return valueIn(await running.client.createLink(linkBody(overrides)));
}

async function readLink({ id }: Pick<Link, 'id'>): Promise<Link> {
  return valueIn(await running.client.getLink(id));
}

function otherMerchant() {
  const { api_key_id: apiKeyId, api_secret: apiSecret } = running.sandbox.other_merchant;
  return running.clientFor({ apiKeyId, apiSecret });
}

function page() {
  const { keyId: apiKeyId, secret: apiSecret } = running.service.pageKey;
  return running.clientFor({ apiKeyId, apiSecret });
}

/** Pays as a visitor does, through the page. */
function visit({ id }: Pick<Link, 'id'>, { amount, address = '192.0.2.1' }: Visitor = {}) {
  return page().call(ENDPOINTS.payLink, {
    params: { id },
    body: { amount },
    headers: { 'X-Payer-Address': address },
  });
}

interface Visitor {
  amount?: string;
  address?: string;
}

async function visited(link: Pick<Link, 'id'>, visitor: Visitor = {}): Promise<string> {
  const { pay_url: payUrl } = valueIn(await visit(link, visitor));
  expect(payUrl).toMatch(/^http:\/\/\S+\/pay\/[0-9a-f-]{36}$/);
  return payUrl.slice(-36);
}

async function pay(id: string, card_number = '4242424242424242') {
  await running.client.submitCardData(cardDataBody(id, { card_number }));
}

const NOT_OPEN = { ok: false, status: 409 };

describe('a link', () => {
  it('is created, read and listed by its merchant alone', async () => {
    const body = linkBody({
      description: 'Desk lamp',
      expires_at: '2026-04-01T00:00:00+02:00',
      pay_again: true,
      return_urls: { success: 'https://shop.example/thanks' },
      callback_url: 'https://shop.example/webhooks',
    });
    const link = valueIn(await running.client.createLink(body));
    expect(link).toEqual({
      ...body,
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/) as string,
      url: `http://pay.test/link/${link.id}`,
      status: 'open',
      payins: [],
      currency: 'EUR',
      expires_at: '2026-03-31T22:00:00.000Z',
      create_date: clock.now().getTime() / 1_000,
    });
    expect(await readLink(link)).toEqual(link);
    const { content } = valueIn(await running.client.listLinks({ size: 1 }));
    expect(content).toEqual([link]);
    const missing = { ok: false, status: 404, name: 'link-not-found' };
    expect(await otherMerchant().getLink(link.id)).toMatchObject(missing);
    expect(await otherMerchant().closeLink(link.id)).toMatchObject(missing);
    expect(await running.client.getLink(randomUUID())).toMatchObject(missing);
    expect(valueIn(await otherMerchant().listLinks()).content).toEqual([]);
  });

  it('is listed newest first, page by page and by time', async () => {
    const made: string[] = [];
    for (const reference_prefix of ['a', 'b', 'c']) {
      clock.advance(1_000);
      made.unshift((await createdLink({ reference_prefix })).id);
    }
    const first = valueIn(await running.client.listLinks({ size: 2 }));
    expect(first.content.map(({ id }) => id)).toEqual(made.slice(0, 2));
    const rest = valueIn(await running.client.listLinks({ size: 1, after: first.next ?? '' }));
    expect(rest.content.map(({ id }) => id)).toEqual(made.slice(2));
    const startDate = clock.now().toISOString();
    const late = valueIn(await running.client.listLinks({ startDate }));
    expect(late.content.map(({ id }) => id)).toEqual(made.slice(0, 1));
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no amount', { amount: undefined }, '/amount'],
    ['two amounts', { amount_range: { min: 1, max: 2 } }, '/amount_range'],
    ['an amount of nothing', { amount: 0 }, '/amount'],
    ['an amount over the limit of its method', { amount: 6_000 }, '/amount'],
    [
      'a range upside down',
      { amount: undefined, amount_range: { min: 2, max: 1 } },
      '/amount_range/max',
    ],
    [
      'a range over the limit of its method',
      { amount: undefined, amount_range: { min: 1, max: 6_000 } },
      '/amount_range/max',
    ],
    [
      'a range without a minimum',
      { amount: undefined, amount_range: { max: 6 } },
      '/amount_range/min',
    ],
    ['a prefix with a space', { reference_prefix: 'in voice' }, '/reference_prefix'],
    ['a prefix of 201 characters', { reference_prefix: 'x'.repeat(201) }, '/reference_prefix'],
    ['an end in the past', { expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    ['an end that is no date', { expires_at: 'tomorrow' }, '/expires_at'],
    ['another use', { use: 'twice' }, '/use'],
    ['a description of 256 characters', { description: 'x'.repeat(256) }, '/description'],
    ['a card number in its description', { description: '4242 4242 4242 4242' }, '/description'],
    ['a callback that is no address', { callback_url: 'shop' }, '/callback_url'],
    ['a return address that is none', { return_urls: { success: 'shop' } }, '/return_urls/success'],
    ['a text in place of a yes', { pay_again: 'yes' }, '/pay_again'],
    ['a member of another name', { reference_id: 'x' }, '/reference_id'],
  ])('with %s is refused at its field', async (_, overrides, pointer) => {
    const body = { ...linkBody(), ...overrides };
    const refused = await running.client.call(ENDPOINTS.createLink, { body });
    expect(refused).toMatchObject({ ok: false, status: 400 });
    expect(!refused.ok && refused.problem?.errors?.map((each) => each.pointer)).toEqual([pointer]);
  });

  it.each([
    ['unknown', () => randomUUID(), 'method-not-found'],
    [
      'for payouts',
      () => running.sandbox.methods['payout_card_eur'],
      'payment-method-not-supported',
    ],
  ])('to a method that is %s is refused', async (_, method, name) => {
    const refused = await running.client.createLink(
      linkBody({ merchant_gate_method_id: method() ?? '' }),
    );
    expect(refused).toMatchObject({ ok: false, status: 422, name });
  });

  it('takes a prefix of 200 characters', async () => {
    const link = await createdLink({ reference_prefix: 'x'.repeat(200) });
    await visited(link);
    const [payin] = (await readLink(link)).payins;
    expect(payin?.reference_id).toMatch(/^x{200}-[A-Z2-7]{12}$/);
  });
});

describe('an operator', () => {
  const shown = z.looseObject({ id: z.uuid(), url: z.string(), status: z.string() });

  it('creates, reads and closes a link of a merchant, and leaves a trace', async () => {
    const input = {
      merchant: running.sandbox.merchant_id,
      method: running.sandbox.methods['card_eur'],
      amount_min: '5.00',
      amount_max: '20.00',
      reference_prefix: 'console',
      callback_url: 'https://shop.example/webhooks',
      success_url: 'https://shop.example/thanks',
      reason: 'The shop asked for it',
    };
    clock.advance(1_000);
    const link = shown.parse((await running.operator('links create', input)).body);
    expect(link).toMatchObject({
      status: 'open',
      amount: null,
      amount_min: '5.00',
      use: 'once',
      callback_url: input.callback_url,
      success_url: input.success_url,
      fail_url: null,
    });
    expect(valueIn(await running.client.getLink(link.id))).toMatchObject({
      callback_url: input.callback_url,
      return_urls: { success: input.success_url },
    });
    const id = await visited(link, { amount: '7' });
    const read = await running.operator('links show', { link: link.id });
    expect(read.body).toMatchObject({ payins: [{ id, amount: '7.00', status: 'CREATED' }] });
    const listed = await running.operator('links list', { merchant: input.merchant, limit: 1 });
    expect(listed.body).toMatchObject({ items: [read.body] });
    const closed = await running.operator('links close', { link: link.id });
    expect(closed.body).toMatchObject({ status: 'closed' });
    expect(await running.operator('links close', { link: link.id })).toEqual(closed);
    expect(await visit(link, { amount: '7' })).toMatchObject(NOT_OPEN);
    const audit = await running.operator('audit list', { subject: `link ${link.id}` });
    expect(audit.body).toMatchObject({
      items: [
        { command: 'links close' },
        {
          command: 'links create',
          reason: input.reason,
          after: expect.stringContaining(link.url) as string,
        },
      ],
    });
    expect(valueIn(await running.client.getLink(link.id))).toMatchObject({ status: 'closed' });
  });

  it.each([
    [{ amount: '1.00', amount_min: '1.00', amount_max: '2.00' }, 400],
    [{}, 400],
    [{ amount_min: '2.00' }, 400],
    [{ amount_min: '2.00', amount_max: '1.00' }, 400],
    [{ amount: '6000.00' }, 400],
    [{ amount: '1.00', expires_at: '2020-01-01T00:00:00Z' }, 400],
    [{ amount: '1.00', success_url: 'shop.example' }, 400],
    [{ amount: '1.00', method: randomUUID() }, 409],
    [{ amount: '1.00', merchant: randomUUID() }, 404],
  ])('creates none of %j', async (given, status) => {
    const { merchant_id: merchant, methods } = running.sandbox;
    const input = { merchant, method: methods['card_eur'], reference_prefix: 'x', ...given };
    expect((await running.operator('links create', input)).status).toBe(status);
  });
});

describe('a visitor of a link', () => {
  it('makes a payin with what the link says', async () => {
    const urls = { success: 'https://shop.example/thanks', fail: 'https://shop.example/basket' };
    const callback_url = 'https://shop.example/webhooks';
    const description = 'Desk lamp';
    const link = await createdLink({ description, return_urls: urls, callback_url });
    const id = await visited(link);
    const payin = valueIn(await running.client.getPayin(id));
    expect(payin).toMatchObject({ status: 'CREATED', amount: 12.5, currency: 'EUR', customer: {} });
    expect(payin.reference_id).toMatch(/^invoice-7-[A-Z2-7]{12}$/);
    const checkout = valueIn(await page().call(ENDPOINTS.getCheckout, { params: { id } }));
    expect(checkout).toMatchObject({ description, link: { id: link.id, pay_again: false } });
    const { payins, status } = await readLink(link);
    expect({ payins, status }).toEqual({
      status: 'open',
      payins: [
        {
          id,
          reference_id: payin.reference_id,
          status: 'CREATED',
          amount: 12.5,
          create_date: payin.create_date,
        },
      ],
    });
    await pay(id);
    const paid = await payinWhen(running, id, 'SUCCESS');
    expect(paid.return_url).toBe(urls.success);
    expect(valueIn(await running.client.listWebhooks({ order_id: id })).content).toMatchObject([
      { destination: callback_url },
    ]);
  });

  it('of a link to pay once is sent to the payin of an earlier visitor, also with another amount', async () => {
    const range = { amount_range: { min: 5, max: 20 } };
    const { id } = valueIn(
      await running.client.call(ENDPOINTS.createLink, {
        body: { ...linkBody(range), amount: undefined },
      }),
    );
    const first = await visited({ id }, { amount: '5.00' });
    expect(await visited({ id }, { amount: '20', address: '192.0.2.2' })).toBe(first);
    expect((await readLink({ id })).payins).toMatchObject([{ id: first, amount: 5 }]);
  });

  it('of a link to pay once makes one payin, of two at once', async () => {
    const links = await Promise.all(Array.from({ length: 8 }, () => createdLink()));
    await Promise.all(
      links.map(async (link) => {
        const [one, other] = await Promise.all([visited(link), visited(link)]);
        expect(one).toBe(other);
        expect((await readLink(link)).payins).toHaveLength(1);
      }),
    );
  });

  it.each([
    ['was declined for good', (id: string) => pay(id, '4000000000009979'), 'FAILED'],
    ['was cancelled', (id: string) => running.client.cancelPayin(id), 'CLOSED'],
  ] as const)(
    'of a link to pay once makes another payin after one that %s',
    async (_, end, status) => {
      const link = await createdLink({ pay_again: true });
      const first = await visited(link);
      await end(first);
      await payinWhen(running, first, status);
      const checkout = await page().call(ENDPOINTS.getCheckout, { params: { id: first } });
      expect(valueIn(checkout).link).toEqual({ id: link.id, pay_again: true });
      const second = await visited(link);
      expect(second).not.toBe(first);
      expect((await readLink(link)).payins).toMatchObject([{ id: second }, { id: first, status }]);
    },
  );

  it('finds a link to pay once paid after its payment', async () => {
    const link = await createdLink({ pay_again: true });
    const id = await visited(link);
    await pay(id);
    await payinWhen(running, id, 'SUCCESS');
    expect((await readLink(link)).status).toBe('paid');
    expect(await visit(link)).toMatchObject(NOT_OPEN);
    const checkout = await page().call(ENDPOINTS.getCheckout, { params: { id } });
    expect(valueIn(checkout).link).toEqual({ id: link.id, pay_again: false });
    expect(valueIn(await running.client.closeLink(link.id)).status).toBe('paid');
  });

  it('of a link to pay many times makes a payin each time', async () => {
    const link = await createdLink({ use: 'many', pay_again: true });
    const first = await visited(link);
    await pay(first);
    await payinWhen(running, first, 'SUCCESS');
    const second = await visited(link);
    expect(second).not.toBe(first);
    expect((await readLink(link)).status).toBe('open');
    const checkout = await page().call(ENDPOINTS.getCheckout, { params: { id: first } });
    expect(valueIn(checkout).link).toEqual({ id: link.id, pay_again: true });
  });

  it.each(['4.99', '20.01', '', undefined, 'much', '1e1', '-5'])(
    'of a range does not pay %s',
    async (amount) => {
      const range = { amount: undefined, amount_range: { min: 5, max: 20 } };
      const body = { ...linkBody(), ...range };
      const { id } = valueIn(await running.client.call(ENDPOINTS.createLink, { body }));
      const refused = await visit({ id }, amount === undefined ? {} : { amount });
      expect(refused).toMatchObject({ ok: false, status: 400 });
      expect(!refused.ok && refused.problem?.errors).toMatchObject([{ pointer: '/amount' }]);
      expect((await readLink({ id })).payins).toEqual([]);
    },
  );

  it('cannot pay a link that is closed, nor one that has expired', async () => {
    const closed = await createdLink();
    expect(valueIn(await running.client.closeLink(closed.id)).status).toBe('closed');
    expect(await running.client.closeLink(closed.id)).toMatchObject({
      ok: true,
      value: { status: 'closed' },
    });
    expect(await visit(closed)).toMatchObject(NOT_OPEN);
    const expires_at = new Date(clock.now().getTime() + HOUR_MS).toISOString();
    const expired = await createdLink({ expires_at });
    const id = await visited(expired);
    clock.advance(HOUR_MS);
    expect((await readLink(expired)).status).toBe('expired');
    expect(await visit(expired)).toMatchObject(NOT_OPEN);
    expect((await readLink(expired)).payins).toMatchObject([{ id }]);
  });

  it('of one network makes at most 20 payins by a link in an hour', async () => {
    const link = await createdLink({ use: 'many' });
    const made = await Promise.all(
      Array.from({ length: 25 }, (_, host) => visit(link, { address: `2001:db8:7::${host}` })),
    );
    expect(made.filter(({ ok }) => ok)).toHaveLength(20);
    const limited = { ok: false, status: 429, retryAfterSeconds: 3_600 };
    expect(made.find(({ ok }) => !ok)).toMatchObject(limited);
    await visited(link, { address: '2001:db8:8::1' });
    await visited(await createdLink(), { address: '2001:db8:7::1' });
    clock.advance(HOUR_MS);
    await visited(link, { address: '2001:db8:7::1' });
  });

  it('makes no payin by a link with 200 in a row that nobody paid', async () => {
    const link = await createdLink({ use: 'many' });
    const first = await visited(link);
    await sql`
      with made as (
        insert into payins select (jsonb_populate_record(payins, jsonb_build_object(
          'id', gen_random_uuid(), 'seq_id', 1000000 + n, 'reference_id', 'copy-' || n))).*
        from payins, generate_series(1, 199) n where id = ${first} returning id
      ) insert into link_payins (payin_id, link_id, address_key, created_at)
      select id, ${link.id}, '', now() from made`.execute(running.db);
    clock.advance(24 * HOUR_MS);
    expect(await visit(link)).toMatchObject({ ok: false, status: 429 });
    await sql`update payins set status = 'SUCCESS' where id = ${first}`.execute(running.db);
    await visited(link);
    await sql`update payins set status = 'CREATED' where id = ${first}`.execute(running.db);
  });

  it('is told of a method that was switched off, and makes no payin', async () => {
    const method = running.sandbox.methods['card_usd'] ?? '';
    const link = await createdLink({ merchant_gate_method_id: method });
    await running.operator('methods change', { method, active: false });
    expect(await visit(link)).toMatchObject({ ok: false, status: 422, name: 'method-inactive' });
    expect((await readLink(link)).payins).toEqual([]);
    await running.operator('methods change', { method, active: true });
    await visited(link);
  });

  it("does not see what is not the page's: the link of no merchant, or its payins", async () => {
    const link = await createdLink({ description: 'Desk lamp' });
    await visited(link);
    const view = await page().call(ENDPOINTS.getLinkView, { params: { id: link.id } });
    expect(valueIn(view)).toEqual({
      merchant: expect.objectContaining({ name: expect.any(String) as string }) as object,
      status: 'open',
      currency: 'EUR',
      amount: 12.5,
      description: 'Desk lamp',
    });
    const unknown = { params: { id: randomUUID() } };
    expect(await page().call(ENDPOINTS.getLinkView, unknown)).toMatchObject({ status: 404 });
    expect(await page().getLink(link.id)).toMatchObject({ ok: false, status: 403 });
  });

  it('goes to no address that somebody wrote into the database', async () => {
    const link = await createdLink({ callback_url: 'https://shop.example/webhooks' });
    await sql`update links set callback_url = 'https://thief.example/',
      return_urls = '{"success":"https://thief.example/"}' where id = ${link.id}`.execute(
      running.db,
    );
    const id = await visited(link);
    await pay(id);
    const paid = await payinWhen(running, id, 'SUCCESS');
    expect(paid.return_url).toBeUndefined();
    const { content } = valueIn(await running.client.listWebhooks({ order_id: id }));
    expect(content.map(({ destination }) => destination)).not.toContain('https://thief.example/');
    expect(running.logs()).toContain(`the addresses of link ${link.id}`);
  });
});
