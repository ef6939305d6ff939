// @module-tag pglite-only
/**
 * Runs every use case once, so that each statement of the service runs on this engine. The results of use cases are
 * tested elsewhere, on one engine; here each succeeds, the ledger is right, and no function with SQL was left out.
 */
import { randomUUID } from 'node:crypto';
import { raiseUnknownDispute } from '#service/disputes/take.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { valueIn } from '#contract/client/result.ts';
import { madeInSandbox } from '../../support/database/seeds/methods.ts';
import type { ListParameters } from '#contract/schemas/list.ts';
import { OPERATOR_COMMANDS } from '#service/operator/commands.ts';
import { settleAttempt } from '#service/payins/settle.ts';
import { APPROVED } from '../../support/acquirers/acquirer-doubles.ts';
import { answerSandboxChallenge, SANDBOX_CARDS } from '../acquirers/conformance/sandbox-rig.ts';
import { startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { CHANGES, runChange } from '../operator/changes.ts';
import { getsByToken, NOT_READ, readingInputs, SEARCHES } from '../operator/readings.ts';
import { passkeyPeople } from '../operator/passkey-people.ts';
import {
  accept,
  browse,
  commandAs,
  inviteLink,
  newPerson,
  tokenIn,
} from '../../support/operator/people.ts';
import {
  cardDataBody,
  createdPayin,
  payinBody,
  payinWhen,
  createdRefund,
  paidPayin,
  refundWhen,
  createdPayout,
  payoutBody,
  payoutWhen,
} from '../../support/orders/orders.ts';
import { disputeNotice, paymentOf, toldOf } from '../../support/orders/disputes.ts';
import {
  bank,
  begin,
  beginBody,
  createdTransfer,
  reportSent,
} from '../../support/orders/transfers.ts';
import { resolveAll } from '../../support/process/operator-answers.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { coverStatements, type StatementCoverage } from './statement-coverage.ts';
import { runSeldomStatements } from './seldom-statements.ts';

const DAY_MS = 86_400_000;
const clock = frozenClock(new Date());
let coverage: StatementCoverage;
let running: RunningService;
let receiver: Receiver;

beforeAll(async () => {
  coverage = await coverStatements();
  receiver = await startReceiver();
  running = await startService({
    now: clock.now,
    env: { RETAIN_CUSTOMER_DAYS: '30' },
    webhooks: { random: () => 0 },
  });
});
afterAll(async () => {
  coverage.stop();
  await Promise.all([running.close(), receiver.close()]);
});

async function pay(card: string, overrides: Parameters<typeof createdPayin>[1] = {}) {
  const { id } = await createdPayin(running, { callback_url: receiver.url, ...overrides });
  expect(
    await running.client.submitCardData({ ...cardDataBody(id), card_number: card }),
  ).toMatchObject({ ok: true });
  return id;
}

async function payinIs(id: string, status: string) {
  const order = await payinWhen(running, id, (each) => each.status === status);
  expect(order).toMatchObject({ status });
  return order;
}

async function payoutIs(id: string, status: string) {
  const order = await payoutWhen(running, id, (each) => each.status === status);
  expect(order).toMatchObject({ status });
}

describe('orders', () => {
  it('are created, paid, declined and challenged', async () => {
    const paid = await pay(SANDBOX_CARDS.approved);
    const declined = await pay(SANDBOX_CARDS.insufficient);
    const failed = await pay(SANDBOX_CARDS.stolen);
    const challenged = await pay(SANDBOX_CARDS.challenge);
    const { pay_url: url } = await payinIs(challenged, 'PROCESS_PENDING');
    await answerSandboxChallenge(running, url ?? '', 'approve');
    await payinIs(paid, 'SUCCESS');
    await payinIs(declined, 'CREATED');
    await payinIs(failed, 'FAILED');
    await payinIs(challenged, 'SUCCESS');
  });

  it('not paid by card are begun, paid, paid twice and refused', async () => {
    const { id: paid } = await createdTransfer(running, 'CRYPTO');
    await begin(running, paid, beginBody('CRYPTO'));
    await bank(running, paid, 'exact');
    clock.advance(3_000);
    await payinIs(paid, 'SUCCESS');
    await bank(running, paid, 'exact');
    clock.advance(3_000);
    const queued = () =>
      running.db.selectFrom('attention').select('kind').where('order_id', '=', paid).execute();
    await expect.poll(queued).toEqual([{ kind: 'received_more' }]);
    expect(await resolveAll(running)).toHaveLength(1);
    const { id: sent } = await createdTransfer(running, 'P2P');
    await begin(running, sent, beginBody('P2P'));
    await payinIs(sent, 'PROCESS_PENDING');
    expect(await reportSent(running, sent, '50.00')).toMatchObject({ ok: true });
    const { id: refused } = await createdTransfer(running, 'BLIK');
    await begin(running, refused, beginBody('BLIK'));
    await bank(running, refused, 'refuse');
    await payinIs(refused, 'CREATED');
  });

  it('are paid out, whole and split, and refused', async () => {
    const { id: paid } = await createdPayout(running, { amount: 10 });
    const { id: refused } = await createdPayout(running, {
      amount: 10,
      destination_account: '4000000000000002',
    });
    const { id: split } = await createdPayout(running, {
      method: 'payout_split_eur',
      amount: 2_500,
      destination_account: 'IBAN-0077',
    });
    await createdPayout(running, { amount: 50_000 });
    await payoutIs(paid, 'SUCCESS');
    await payoutIs(refused, 'FAILED');
    expect((await running.client.getPayout(split)).ok).toBe(true);
  });

  it('are refunded, successfully and not', async () => {
    const { id } = await paidPayin(running, { amount: 500 });
    const refund = await createdRefund(running, id, { amount: 10 });
    await refundWhen(running, refund.id, 'SUCCESS');
    await createdRefund(running, id, { amount: 101.02 });
    await createdRefund(running, id, { amount: 102.01 });
    const page = { payin_id: id, after: refund.id };
    expect((await running.client.listRefunds(page)).ok).toBe(true);
  });

  it('are disputed', async () => {
    const { id } = await paidPayin(running, { amount: 10 });
    await toldOf(running, id, 'charged_back');
    await toldOf(running, id, 'lost');
    const { attemptId, terminalId } = await paymentOf(running, id);
    const { reference } = await running.db
      .selectFrom('payin_attempts')
      .select('provider_reference as reference')
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow();
    // It names only the payment, so it is about its only dispute.
    await toldOf(running, id, 'charged_back_again', { reference: reference ?? '' });
    await toldOf(running, id, 'arbitration_won');
    expect((await running.client.triggerDispute({ payin_id: id })).ok).toBe(true);
    await raiseUnknownDispute(running.context, terminalId, disputeNotice(attemptId, 'lost'));
    expect(await resolveAll(running)).toHaveLength(1);
    const found = await running.client.listDisputes({ payin_id: id });
    const [dispute] = found.ok ? found.value.content : [];
    expect((await running.client.getDispute(dispute?.id ?? '')).ok).toBe(true);
    const page = { payin_id: id, after: dispute?.id ?? '' };
    expect((await running.client.listDisputes(page)).ok).toBe(true);
  });

  it('are shown to their payer, who abandons a challenge, and are declined for a blocked card', async () => {
    const { keyId: apiKeyId, secret: apiSecret } = running.service.pageKey;
    const page = running.clientFor({ apiKeyId, apiSecret });
    const id = await pay(SANDBOX_CARDS.challenge);
    await payinIs(id, 'PROCESS_PENDING');
    expect((await page.call(ENDPOINTS.getCheckout, { params: { id } })).ok).toBe(true);
    expect((await page.call(ENDPOINTS.giveUpChallenge, { params: { id } })).ok).toBe(true);
    await payinIs(id, 'CREATED');
    const merchant = running.sandbox.merchant_id;
    await running.operator('blocks add', { merchant, kind: 'card', order: id });
    const blocked = await pay(SANDBOX_CARDS.challenge);
    await payinIs(blocked, 'FAILED');
  });

  it('accept card data once, even if sent repeatedly', async () => {
    const id = await pay(SANDBOX_CARDS.approved);
    for (const cvv of ['123', '321'])
      await running.client.submitCardData({ ...cardDataBody(id), cvv });
  });

  it('that have ended record what their acquirer reports later', async () => {
    const { id } = await createdPayin(running);
    const now = clock.now();
    const attempt = { id: randomUUID(), payin_id: id, card_fingerprint: Buffer.alloc(32) };
    const times = { created_at: now, next_inquiry_at: new Date(now.getTime() + DAY_MS) };
    await running.db
      .insertInto('payin_attempts')
      .values({ ...attempt, ...(await madeInSandbox(running)), ...times })
      .execute();
    expect((await running.operator('orders fail', { order: id })).status).toBe(200);
    await settleAttempt(running.context, attempt.id, APPROVED);
    await settleAttempt(running.context, attempt.id, { ...APPROVED, reference: 'second' });
    expect(await resolveAll(running)).toHaveLength(2);
  });

  it('are repeated, found and listed', async () => {
    const { client } = running;
    const body = payinBody(running);
    const [made, again] = [await client.createPayin(body), await client.createPayin(body)];
    expect(again).toMatchObject({ replayed: true, value: made.ok ? made.value : undefined });
    const out = payoutBody(running, { amount: 10 });
    await client.createPayout(out);
    expect(await client.createPayout(out)).toMatchObject({ replayed: true });
    expect(await client.findPayins(body.reference_id)).toMatchObject({ value: [{}] });
    expect(await client.findPayouts(out.reference_id)).toMatchObject({ value: [{}] });
    const filters: Partial<ListParameters>[] = [
      {},
      { currencies: ['EUR'], statuses: ['SUCCESS'] },
      { sort: 'amount,desc' },
      { startDate: '2020-01-01T00:00:00Z', endDate: '2100-01-01T00:00:00Z' },
    ];
    for (const filter of filters) {
      const asked = { page: 1, size: 2, ...filter };
      for (const list of [client.listPayins(asked), client.listPayouts(asked)]) {
        const listed = await list;
        expect(listed, JSON.stringify(listed)).toMatchObject({ ok: true });
      }
    }
    expect((await client.getBalances()).ok).toBe(true);
    const { id } = valueIn(
      await client.createLink({
        merchant_gate_method_id: body.merchant_gate_method_id,
        amount: 12.5,
        reference_prefix: 'link',
        use: 'once',
      }),
    );
    const { keyId: apiKeyId, secret: apiSecret } = running.service.pageKey;
    const page = running.clientFor({ apiKeyId, apiSecret });
    const link = { params: { id } };
    expect((await page.call(ENDPOINTS.getLinkView, link)).ok).toBe(true);
    expect((await page.call(ENDPOINTS.payLink, { ...link, body: {} })).ok).toBe(true);
    expect((await client.closeLink(id)).ok).toBe(true);
    expect(valueIn(await client.listLinks()).content).toHaveLength(1);
    const webhooks = valueIn(await client.listWebhooks({ size: 1 }));
    expect((await client.getWebhook(webhooks.content[0]?.id ?? '')).ok).toBe(true);
  });
});

async function done(command: string, input: object = {}): Promise<void> {
  const { status, body } = await running.operator(command, input);
  expect(status, `${command}: ${JSON.stringify(body)}`).toBe(200);
}

describe('the operator', () => {
  it('runs every command that reads', async () => {
    const paid = await pay(SANDBOX_CARDS.approved);
    await payinIs(paid, 'SUCCESS');
    const { email: person } = await newPerson(running, { role: 'viewer' });
    const inputs = await readingInputs(running, { order: paid, person });
    const reading = Object.entries(OPERATOR_COMMANDS).filter(([, { changes }]) => !changes);
    for (const [command] of reading.filter(([name]) => !NOT_READ.includes(name))) {
      await done(command, inputs[command]);
    }
  });

  it('runs every command that changes something', async () => {
    for (const [command, arrange] of Object.entries(CHANGES)) {
      const { status, body } = await runChange(running, command, await arrange(running));
      expect(status, `${command}: ${JSON.stringify(body)}`).toBe(200);
    }
  });

  it('searches orders by every criterion', async () => {
    for (const input of SEARCHES) await done('orders search', input);
  });

  it('reads the metrics', async () => {
    const get = await getsByToken(running);
    expect(await get('/metrics')).toBe(200);
  });

  it('signs in by a passkey, accepts a second link, and signs out', async () => {
    const { email, cookie: old } = await newPerson(running, { role: 'admin' });
    const link = await inviteLink(running, { role: 'admin', email });
    const { cookie } = await accept(running, { token: tokenIn(link) });
    expect((await commandAs(running, old, 'merchants list')).status).toBe(401);
    const people = passkeyPeople(running, clock);
    const { passkey } = await people.newOwner();
    expect((await people.signIn(passkey)).status).toBe(200);
    expect((await people.signIn(passkey, { forged: true })).status).toBe(401);
    expect((await people.own(cookie, '/account', 'GET')).status).toBe(200);
    expect(
      (await browse(running, 'session', { method: 'DELETE', headers: { cookie } })).status,
    ).toBe(200);
  });
});

describe('statements that use cases rarely reach', () => {
  it('run too, and are rolled back', async () => {
    await expect(runSeldomStatements(running, clock.now())).rejects.toThrow('undone');
  });
});

describe('time', () => {
  it('makes due work run: closing, releasing, erasing and delivering', async () => {
    const { id } = await createdPayin(running, { customer: { email: 'due@shop.example' } });
    clock.advance(DAY_MS);
    await payinIs(id, 'CLOSED');
    clock.advance(40 * DAY_MS);
    const erased = () =>
      running.db.selectFrom('payins').select('erasure').where('id', '=', id).executeTakeFirst();
    await expect.poll(erased).toEqual({ erasure: 'done' });
    const kept = () =>
      running.db
        .selectFrom('retentions')
        .select('due_at')
        .where('released_at', 'is', null)
        .execute();
    const isDue = ({ due_at: at }: { due_at: Date }) => at <= clock.now();
    await expect.poll(async () => (await kept()).filter(isDue)).toEqual([]);
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  });
});

describe('every function with SQL in it', () => {
  it('has run', async () => {
    const whatToDo = 'Have a use case of this file come to it, or call it in seldom-statements.ts';
    expect(await coverage.left(), whatToDo).toEqual([]);
  });
});
