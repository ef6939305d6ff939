/** A deployment created and changed piece by piece, by the same rules as a deployment's file. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newTerminal } from './changes.ts';
import { cardDataBody, createdPayin, payinBody } from '../../support/orders/orders.ts';
import { done, made } from '../../support/process/operate.ts';
import { issuedKey } from '../../support/process/operator-answers.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();
let merchant: string;
let gate: string;
let method: string;

const METHOD = {
  name: 'card',
  direction: 'payin',
  payment_source: 'CARD',
  currency: 'EUR',
  amount_min: '1.00',
  amount_max: '5000.00',
  waiting_seconds: 900,
  fee_percent: '1.5',
};

beforeAll(async () => {
  merchant = await made(running, 'merchants create', { name: 'Piece by piece' });
  gate = await made(running, 'gates create', { merchant, name: 'main', accounts: ['EUR'] });
  method = await made(running, 'methods create', { gate, ...METHOD });
  await done(running, 'routes create', { method, terminal: 'sandbox', priority: 1 });
});

describe('a merchant created piece by piece', () => {
  it('can be paid', async () => {
    const client = running.clientFor(await issuedKey(running, merchant, 'test'));
    const body = payinBody(running, { merchant_gate_method_id: method });
    const order = await client.createPayin(body);
    const id = order.ok ? order.value.id : '';
    await client.submitCardData(cardDataBody(id));
    expect(await client.getPayin(id)).toMatchObject({ value: { status: 'SUCCESS' } });
  });

  it('equals the same merchant applied from a file', async () => {
    const { merchants } = z
      .object({ merchants: z.array(z.looseObject({ name: z.string() })) })
      .parse(await done(running, 'export', {}));
    const said = merchants.filter(({ name }) => name === 'Piece by piece');
    expect(said).toMatchObject([{ gates: [{ name: 'main', accounts: ['EUR'] }] }]);
    const again = await done(running, 'apply', { deployment: { merchants: said } });
    expect(again).toMatchObject({ changes: [] });
  });
});

describe('a change of one piece', () => {
  it('leaves the other settings unchanged', async () => {
    const other = await made(running, 'methods create', { gate, ...METHOD, name: 'other' });
    await done(running, 'methods change', { method, fee_max: '10.00', max_attempts: 5 });
    expect(await done(running, 'methods show', { method })).toMatchObject({
      fee_percent: '1.5',
      fee_max: '10.00',
      max_attempts: 5,
      active: true,
      id: method,
      gate: 'main',
      gate_id: gate,
      merchant: 'Piece by piece',
      routes: [{ terminal: 'sandbox' }],
    });
    await done(running, 'methods change', { method, fee_max: null });
    expect(await done(running, 'methods show', { method })).toMatchObject({ fee_max: null });
    expect(await done(running, 'methods show', { method: other })).toMatchObject({
      active: true,
      routes: [],
    });
  });

  it('of a route names the route by its terminal', async () => {
    const terminal = newTerminal();
    await done(running, 'terminals create', terminal);
    const route = { method, terminal: terminal.name };
    await done(running, 'routes create', { ...route, priority: 5, brands: ['visa', 'mastercard'] });
    const again = await running.operator('routes create', { ...route, priority: 6 });
    expect(again.status).toBe(409);
    await done(running, 'routes change', {
      ...route,
      brands: null,
      countries: ['DE', 'AT'],
      up: false,
    });
    expect(await done(running, 'routes list', { method })).toMatchObject({
      items: [{}, { priority: 5, brands: null, countries: ['AT', 'DE'], up: false }],
    });
    const reorder = { method, order: [[terminal.name], ['sandbox']] };
    const changes = [
      { terminal: terminal.name, before: 5, priority: 1 },
      { terminal: 'sandbox', before: 1, priority: 5 },
    ];
    expect(await done(running, 'routes reorder', { ...reorder, dry_run: true })).toEqual({
      changes,
    });
    expect(await done(running, 'routes reorder', reorder)).toEqual({ changes });
    expect(await done(running, 'routes reorder', reorder)).toEqual({ changes: [] });
    const { body } = await running.operator('audit list', { command: 'routes reorder' });
    expect(body).toMatchObject({ items: [{ subject: `routes of method ${method}` }] });
    const shared = await done(running, 'routes reorder', {
      method,
      order: [[terminal.name, 'sandbox']],
    });
    expect(shared).toMatchObject({ changes: [{ priority: 10 }, { priority: 10 }] });
    await done(running, 'routes remove', route);
    expect((await running.operator('routes remove', route)).status).toBe(404);
  });

  it('of a gate opens accounts, deactivates it and activates it again', async () => {
    await done(running, 'gates change', { gate, accounts: ['USD'], active: false });
    expect(await done(running, 'gates show', { gate })).toMatchObject({
      active: false,
      accounts: [{ currency: 'EUR' }, { currency: 'USD' }],
    });
    await done(running, 'gates change', { gate, active: true });
  });

  it('of a terminal shows no secret', async () => {
    const { name: terminal, ...rest } = newTerminal();
    await done(running, 'terminals create', { name: terminal, ...rest });
    const api_secret = randomUUID();
    await done(running, 'terminals change', {
      terminal,
      credentials: { ...rest.credentials, api_secret },
    });
    const { body } = await running.operator('audit list', { subject: `terminal ${terminal}` });
    expect(JSON.stringify(body)).toContain('fingerprint');
    expect(JSON.stringify(body)).not.toContain(api_secret);
  });

  it.each<[string, () => object, number, RegExp]>([
    ['merchants create', () => ({ name: 'Piece by piece' }), 409, /already/],
    ['gates create', () => ({ merchant, name: 'main', accounts: ['EUR'] }), 409, /already/],
    ['gates create', () => ({ merchant, name: 'x', accounts: ['XXX'] }), 400, /accounts/],
    ['methods create', () => ({ gate, ...METHOD }), 409, /already/],
    ['methods create', () => ({ gate, ...METHOD, name: 'x', currency: 'KZT' }), 400, /no account/],
    ['methods change', () => ({ method, amount_min: '9000' }), 400, /amount_max".*Must not/],
    ['methods change', () => ({ method, fee_percent: 'much' }), 400, /fee_percent/],
    ['methods change', () => ({ method: randomUUID(), active: false }), 404, /not exist/],
    ['routes create', () => ({ method, terminal: 'none', priority: 1 }), 404, /not exist/],
    ['routes change', () => ({ method, terminal: 'sandbox', priority: 'x' }), 400, /priority/],
    ['routes reorder', () => ({ method, order: [['none'], ['sandbox']] }), 400, /no route to none/],
    [
      'routes reorder',
      () => ({ method, order: [['sandbox'], ['sandbox']] }),
      400,
      /more than once/,
    ],
    ['terminals create', () => ({ ...newTerminal(), adapter: 'x' }), 400, /no adapter x/],
    ['terminals create', () => ({ ...newTerminal(), name: 'sandbox' }), 409, /already/],
  ])(
    'by %s with a wrong value is refused with an explanation',
    async (command, input, status, said) => {
      const before = await done(running, 'export', {});
      const answer = await running.operator(command, input());
      expect(answer.status, JSON.stringify(answer.body)).toBe(status);
      expect(JSON.stringify(answer.body)).toMatch(said);
      expect(await done(running, 'export', {})).toEqual(before);
    },
  );
});

describe('a block list', () => {
  const ofFirst = () => running.sandbox.merchant_id;

  it("is extended by a value, or by an order's card", async () => {
    const { id: order } = await createdPayin(running);
    await running.client.submitCardData(cardDataBody(order));
    await done(running, 'blocks add', { merchant: ofFirst(), kind: 'card', order });
    const { id: next } = await createdPayin(running);
    await running.client.submitCardData(cardDataBody(next));
    const refused = await running.client.getPayin(next);
    expect(refused).toMatchObject({ value: { status: 'FAILED' } });
  });

  it('is reduced by a listed fingerprint', async () => {
    const blocked = { merchant: ofFirst(), kind: 'email' };
    const listed = async () =>
      z
        .object({ items: z.array(z.object({ kind: z.string(), fingerprint: z.string() })) })
        .parse(await done(running, 'blocks list', { merchant: ofFirst() }))
        .items.filter(({ kind }) => kind === 'email');
    await done(running, 'blocks add', { ...blocked, value: 'Erika@Shop.example' });
    const email = 'erika@shop.example';
    expect(await createdPayin(running, { customer: { email } })).toMatchObject({
      status: 'FAILED',
    });
    const [entry] = await listed();
    await done(running, 'blocks remove', { ...blocked, fingerprint: entry?.fingerprint });
    expect(await listed()).toEqual([]);
    const order = await createdPayin(running, { customer: { email } });
    expect(order).toMatchObject({ status: 'CREATED' });
  });

  it('refuses a card number, and a kind named in another way', async () => {
    const merchant = ofFirst();
    for (const input of [
      { kind: 'card', value: '4242424242424242' },
      { kind: 'email' },
      { kind: 'email', order: randomUUID() },
    ]) {
      expect((await running.operator('blocks add', { merchant, ...input })).status).toBe(400);
    }
    const order = randomUUID();
    const unknown = await running.operator('blocks add', { merchant, kind: 'card', order });
    expect(unknown.status).toBe(404);
  });
});
