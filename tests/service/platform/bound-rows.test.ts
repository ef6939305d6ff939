/** Rows that decide who may call and where data goes, changed by somebody who can only write to the database. */
import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BOUND_TABLES } from '#service/platform/bound-rows.ts';
import { issuedKey, listed } from '../../support/process/operator-answers.ts';
import { startReceiver, type Receiver } from '../../support/network/receiver.ts';
import {
  cardDataBody,
  createdPayin,
  createdPayout,
  payinBody,
} from '../../support/orders/orders.ts';
import { copyRow, copyRowBack, insertCopy } from '../../support/database/tampering.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();
let merchantsReceiver: Receiver;
let thief: Receiver;

beforeAll(async () => {
  [merchantsReceiver, thief] = [await startReceiver(), await startReceiver()];
});
afterAll(async () => {
  await Promise.all([merchantsReceiver.close(), thief.close()]);
});

function merchant(): string {
  return running.sandbox.merchant_id;
}

/** Does what somebody with write access to the database does: a write, and the versions that make processes read it. */
async function tamper(write: RawBuilder<unknown>): Promise<void> {
  await write.execute(running.db);
  await sql`update merchants set config_version = config_version + 1`.execute(running.db);
}

const attention = z.array(z.object({ kind: z.string(), detail: z.string() }));

/** Waits for the row of the exception queue that names a changed row. */
async function expectReported(row: string): Promise<void> {
  await expect
    .poll(async () => {
      const { body } = await running.operator('attention list', { limit: 200 });
      const entries = listed(attention, body).filter(({ kind }) => kind === 'row_not_verified');
      return entries.some(({ detail }) => detail.includes(row));
    })
    .toBe(true);
  const critical = running
    .logs()
    .split('\n')
    .filter((line) => line.includes('"level":60'));
  expect(critical.some((line) => line.includes(row))).toBe(true);
}

async function statusWith(key: {
  apiKeyId: string;
  apiSecret: string;
}): Promise<number | undefined> {
  const created = await running.clientFor(key).createPayin(payinBody(running));
  return created.ok ? 200 : created.status;
}

async function configure(urls: object): Promise<void> {
  const { status, body } = await running.operator('webhooks configure', {
    merchant: merchant(),
    ...urls,
  });
  expect(status, JSON.stringify(body)).toBe(200);
}

async function eventOf(orderId: string) {
  const { rows } = await sql<{ state: string; error: string | null }>`
    select state, (select error from webhook_attempts where event_id = event.id limit 1) as error
    from webhook_events event where ${orderId}::uuid = any (order_ids)`.execute(running.db);
  return rows[0];
}

/** Returns the errors of all attempts to deliver an order's event. */
async function errorsOf(orderId: string): Promise<(string | null)[]> {
  const { rows } = await sql<{ error: string | null }>`
    select attempt.error from webhook_attempts attempt join webhook_events event on event.id = attempt.event_id
    where ${orderId}::uuid = any (order_ids)`.execute(running.db);
  return rows.map(({ error }) => error);
}

describe('an API key is refused after somebody', () => {
  it("gave it another merchant's orders", async () => {
    const key = await issuedKey(running, running.sandbox.other_merchant.merchant_id, 'test');
    await tamper(sql`update api_keys set merchant_id = ${merchant()} where id = ${key.apiKeyId}`);
    expect(await statusWith(key)).toBe(401);
    await expectReported(key.apiKeyId);
  });

  it('took back its revocation', async () => {
    const key = await issuedKey(running, merchant(), 'test');
    await running.operator('keys revoke', { key: key.apiKeyId });
    await tamper(sql`update api_keys set revoked_at = null where id = ${key.apiKeyId}`);
    expect(await statusWith(key)).toBe(401);
    await expectReported(key.apiKeyId);
  });

  it('gave it the scope of the page, or lengthened its life', async () => {
    const [page, late] = [
      await issuedKey(running, merchant(), 'test'),
      await issuedKey(running, merchant(), 'test'),
    ];
    await running.operator('keys rotate', { key: late.apiKeyId, overlap_hours: 0, kind: 'test' });
    await tamper(
      sql`update api_keys set scope = 'page', merchant_id = null where id = ${page.apiKeyId}`,
    );
    await tamper(sql`update api_keys set expires_at = null where id = ${late.apiKeyId}`);
    const read = await running.clientFor(page).getPayin((await createdPayin(running)).id);
    expect(read.ok ? 200 : read.status).toBe(401);
    expect(await statusWith(late)).toBe(401);
  });

  it('copied its hash from another key', async () => {
    const key = await issuedKey(running, merchant(), 'test');
    await tamper(sql`update api_keys set row_mac = (
      select row_mac from api_keys where id = ${running.sandbox.api_key_id}) where id = ${key.apiKeyId}`);
    expect(await statusWith(key)).toBe(401);
  });

  it('made a row of their own', async () => {
    const id = randomUUID();
    await tamper(sql`insert into api_keys (id, merchant_id, scope, secret_sealed, created_at)
      select ${id}, merchant_id, scope, secret_sealed, created_at from api_keys
      where id = ${running.sandbox.api_key_id}`);
    expect(await statusWith({ apiKeyId: id, apiSecret: running.sandbox.api_secret })).toBe(401);
  });
});

describe('a merchant whose webhook address was changed by SQL', () => {
  it('gets no webhook there, nor does anybody, until an operator sets all addresses again', async () => {
    await configure({ payin_url: merchantsReceiver.url });
    await tamper(
      sql`update merchants set payin_webhook_url = ${thief.url} where id = ${merchant()}`,
    );
    const stolen = await cancelledOrder();
    await expect.poll(() => eventOf(stolen)).toEqual({ state: 'failed', error: 'changed_address' });
    await expectReported(`webhook addresses of merchant ${merchant()}`);

    // A change of another address does not confirm the thief's.
    await configure({ refund_url: merchantsReceiver.url });
    const second = await cancelledOrder();
    await expect.poll(() => eventOf(second)).toEqual({ state: 'failed', error: 'changed_address' });
    expect(thief.received).toEqual([]);

    const url = merchantsReceiver.url;
    await configure({ payin_url: url, payout_url: url, refund_url: url, dispute_url: null });
    const third = await cancelledOrder();
    await expect.poll(() => eventOf(third)).toMatchObject({ state: 'delivered' });
    await running.operator('webhooks resend-failed', { since: new Date(0).toISOString() });
    await expect.poll(() => eventOf(stolen)).toMatchObject({ state: 'delivered' });
    expect(thief.received).toEqual([]);
  });
});

async function cancelledOrder(more: object = {}): Promise<string> {
  const { id } = await createdPayin(running, more);
  await running.operator('payins cancel', { order: id });
  return id;
}

describe('an order whose addresses were changed by SQL', () => {
  it('sends its webhook nowhere, and its payer nowhere', async () => {
    const { id } = await createdPayin(running, {
      callback_url: merchantsReceiver.url,
      return_urls: { fail: 'https://shop.example/failed' },
    });
    await tamper(sql`update payins set callback_url = ${thief.url},
      return_urls = ${JSON.stringify({ fail: thief.url })}::jsonb where id = ${id}`);
    await running.operator('payins cancel', { order: id });
    await expect.poll(() => eventOf(id)).toEqual({ state: 'failed', error: 'changed_address' });
    const read = await running.client.getPayin(id);
    expect(read.ok && read.value.status).toBe('CLOSED');
    expect(read.ok && read.value.return_url).toBeUndefined();
    await expectReported(`addresses of order ${id}`);
    expect(thief.received).toEqual([]);
  });

  it('and that was created without any, neither', async () => {
    const { id } = await createdPayin(running, { return_urls: {} });
    await tamper(
      sql`update payins set return_urls = ${JSON.stringify({ pending: thief.url })}::jsonb where id = ${id}`,
    );
    const read = await running.client.getPayin(id);
    expect(read.ok && read.value.return_url).toBeUndefined();
  });
});

describe('an event whose destination was changed by SQL', () => {
  it.each(['order', 'merchant'] as const)('is not sent there: that of the %s', async (source) => {
    const closed = await startReceiver();
    await closed.close();
    await configure({
      payin_url: closed.url,
      payout_url: closed.url,
      refund_url: closed.url,
      dispute_url: null,
    });
    const id = await cancelledOrder(source === 'order' ? { callback_url: closed.url } : {});
    await expect.poll(async () => (await eventOf(id))?.error).toBe('connection_refused');
    await tamper(sql`update webhook_events
      set destination_url = ${thief.url}, next_attempt_at = ${running.context.now()}
      where ${id}::uuid = any (order_ids)`);
    await expect.poll(() => errorsOf(id)).toContain('changed_address');
    await expectReported('destination of webhook');
    // Sending it again leaves the address or takes the merchant's own, never the thief's.
    await running.operator('webhooks resend-failed', { since: new Date(0).toISOString() });
    expect(thief.received).toEqual([]);
  });
});

describe('a terminal that was changed by SQL', () => {
  it('is out of service for its routes, and comes back when it is set as a whole', async () => {
    const terminal = { name: 'sandbox', merchant: null, settings: {}, credentials: {} };
    const changed = () => running.operator('terminals change', { terminal: 'sandbox', ...rest });
    const { name: _name, ...rest } = terminal;
    const { id: before } = await createdPayin(running);
    await tamper(sql`update terminals set version = version + 1,
      settings = ${JSON.stringify({ address: thief.url })}::jsonb where name = 'sandbox'`);

    const created = await createdPayin(running);
    expect(created).toMatchObject({
      status: 'FAILED',
      resolution_code: 'ORDER_CANNOT_BE_ROUTED',
    });
    await running.client.submitCardData(cardDataBody(before));
    const paid = await running.client.getPayin(before);
    expect(paid.ok && paid.value.status).not.toBe('SUCCESS');
    expect(await createdPayout(running)).toMatchObject({ status: 'FAILED' });
    const { rows } = await sql<{ id: string }>`
      select id from terminals where name = 'sandbox'`.execute(running.db);
    await expectReported(`terminal ${rows[0]?.id}`);
    const tried = await running.operator('terminals try', { terminal: 'sandbox' });
    expect(tried).toMatchObject({ status: 409 });
    expect(JSON.stringify(tried.body)).toContain('was changed in the database');

    await running.operator('terminals down', { terminal: 'sandbox' });
    await running.operator('terminals up', { terminal: 'sandbox' });
    expect(await createdPayin(running)).toMatchObject({ status: 'FAILED' });
    const answer = await changed();
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await createdPayin(running)).toMatchObject({ status: 'CREATED' });
  });

  it('is out of service if its adapter was changed, or whose it is', async () => {
    await tamper(sql`update terminals set merchant_id = ${merchant()} where name = 'sandbox'`);
    const unroutable = { status: 'FAILED', resolution_code: 'ORDER_CANNOT_BE_ROUTED' };
    expect(await createdPayin(running)).toMatchObject(unroutable);
    await tamper(
      sql`update terminals set merchant_id = null, adapter = 'stripe' where name = 'sandbox'`,
    );
    expect(await createdPayin(running)).toMatchObject(unroutable);
    await tamper(sql`update terminals set adapter = 'sandbox' where name = 'sandbox'`);
    expect(await createdPayin(running)).toMatchObject({ status: 'CREATED' });
  });
});

describe('audit verify', () => {
  const verify = async () => JSON.stringify((await running.operator('audit verify')).body);

  it('finds a key, addresses and a terminal that were copied back from before', async () => {
    const key = await issuedKey(running, merchant(), 'live');
    const made = await running.operator('terminals create', {
      name: 'before',
      adapter: 'sandbox',
      settings: {},
      credentials: {},
    });
    const { id: terminal } = z.object({ id: z.uuid() }).parse(made.body);
    await configure({ payin_url: thief.url });
    const before = {
      api_keys: await copyRow(running, 'api_keys', key.apiKeyId),
      terminals: await copyRow(running, 'terminals', terminal),
      merchants: await copyRow(running, 'merchants', merchant()),
    };
    await running.operator('keys revoke', { key: key.apiKeyId });
    await running.operator('terminals down', { terminal: 'before' });
    await configure({ payin_url: merchantsReceiver.url });
    const ids = { api_keys: key.apiKeyId, terminals: terminal, merchants: merchant() };
    for (const table of ['api_keys', 'terminals', 'merchants'] as const) {
      const id = ids[table];
      expect(await verify()).not.toContain(id);
      const now = await copyRow(running, table, id);
      await copyRowBack(running, table, { id, copy: before[table] });
      expect(await verify()).toContain(`The row ${table} ${id} is older`);
      await copyRowBack(running, table, { id, copy: now });
    }
  });

  it('finds a row that was changed, and one that was removed', async () => {
    const { apiKeyId: id } = await issuedKey(running, merchant(), 'live');
    const copy = await copyRow(running, 'api_keys', id);
    await sql`update api_keys set expires_at = now() where id = ${id}`.execute(running.db);
    expect(await verify()).toContain(`The row api_keys ${id} was changed`);
    await sql`delete from api_keys where id = ${id}`.execute(running.db);
    expect(await verify()).toContain(`The row api_keys ${id} was removed`);
    await insertCopy(running, 'api_keys', { copy, changes: {} });
    expect(await verify()).not.toContain(id);
  });
});

/**
 * The rows of these tables let nobody in, and do not say where card data, acquirers' keys, webhooks or secrets go. The
 * audit has a chain of its own; an alert's address is sealed for its row; routes name terminals, which are bound.
 */
const NEITHER_GRANT_NOR_DIRECT = [
  'acquirer_files',
  'acquirer_lines',
  'acquirer_notices',
  'adjustments',
  'alert_channels',
  'alert_messages',
  'alerts',
  'attempt_counters',
  'conversion_counters',
  'attention',
  'audit',
  'audit_head',
  'blocked_values',
  'card_comparisons',
  'card_slots',
  'contradictory_notifications',
  'dispute_notices',
  'disputes',
  'exclusive_work',
  'failed_cards',
  'gate_accounts',
  'gate_methods',
  'gates',
  'instance_clocks',
  'keyring_check',
  'kysely_migration',
  'ledger_checks',
  'ledger_entries',
  'ledger_movements',
  'link_payins',
  'order_count_changes',
  'order_counts',
  'order_transitions',
  'payin_attempts',
  'payin_receipts',
  'payout_attempts',
  'payouts',
  'refund_attempts',
  'refunds',
  'refused_card_requests',
  'retentions',
  'routes',
  'quarantined_rows',
  'stale_hours',
  'timed_work',
  'wallets',
  'webhook_attempts',
  'write_probes',
];

/** These rows are bound to an order or a link by a hash of their own: `*_mac`. */
const BOUND_TO_AN_ORDER = ['links', 'payins', 'webhook_events'];

it('Every table whose rows grant or direct is bound', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(running.db);
  const known = [...BOUND_TABLES, ...BOUND_TO_AN_ORDER, ...NEITHER_GRANT_NOR_DIRECT];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});
