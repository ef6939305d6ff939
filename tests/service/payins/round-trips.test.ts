import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PROFILE, signRequest } from '#contract/signature/signature.ts';
import { watchStatements } from '../../support/database/watch-statements.ts';
import { takeNotification } from '#service/operator/retake.ts';
import { sql } from 'kysely';
import { begin, checkoutOf, createdTransfer } from '../../support/orders/transfers.ts';
import {
  cardDataBody,
  createdPayin,
  paidPayin,
  payinBody,
  payinWhen,
  refundBody,
} from '../../support/orders/orders.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

/** The statements of the current request; each is a round trip. */
const current = new AsyncLocalStorage<string[]>();

let running: RunningService;

/** The statement sent on a new connection before any other. */
const SESSION = 'set ';

let unwatch: () => void;

beforeAll(async () => {
  unwatch = watchStatements((text) => {
    if (!text.startsWith(SESSION)) current.getStore()?.push(text);
  });
  running = await startService();
  // A process reads a method's routes and terminals at its first attempt, and caches them.
  const { id } = await createdPayin(running);
  await running.client.submitCardData(cardDataBody(id));
  const transfer = await createdTransfer(running, 'P2P');
  await begin(running, transfer.id, { source: 'P2P' });
});
afterAll(async () => {
  unwatch();
  await running.close();
});

/** Statements of webhook deliveries, which a request wakes but which are separate work. */
const DELIVERY = /exclusive_work|webhook_attempts/;
const SANDBOX = /sandbox"?\."?(payments|transfers|receipts|refunds)/;

interface Key {
  api_key_id: string;
  api_secret: string;
}

async function statementsOf(
  method: 'GET' | 'POST',
  path: string,
  content?: object,
  { api_key_id: keyId, api_secret: secret }: Key = running.sandbox,
) {
  const body = content === undefined ? '' : JSON.stringify(content);
  const timestamp = Math.floor(Date.now() / 1_000).toString();
  const parts = { method, path, timestamp, body: Buffer.from(body) };
  const request = new Request(`http://pay.test${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-api-key-id': keyId,
      'x-timestamp': timestamp,
      'x-signature': signRequest(DEFAULT_PROFILE, secret, parts),
    },
    ...(body && { body }),
  });
  const statements: string[] = [];
  const answer = await current.run(statements, () => running.service.fetch(request));
  expect(answer.status).toBe(200);
  return statements.filter((text) => !DELIVERY.test(text));
}

const CARDS = '/api/v1/orders/payin/card-data';

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('round trips to the database', () => {
  it('take one to create a payin', async () => {
    await createdPayin(running);
    expect(await statementsOf('POST', '/api/v1/orders/payin', payinBody(running))).toHaveLength(1);
  });

  it.each([
    ['approved', '4242424242424242'],
    ['declined', '4000000000000002'],
    ['declined, to be tried again', '4000000000009995'],
  ])(
    "take three from card data to an order that is %s, not counting the acquirer's",
    async (_what, card_number) => {
      const { id } = await createdPayin(running);
      const statements = await statementsOf('POST', CARDS, cardDataBody(id, { card_number }));
      const outside = statements.filter((text) => SANDBOX.test(text));
      expect(outside).toHaveLength(1);
      expect(statements.filter((text) => !SANDBOX.test(text))).toHaveLength(3);
    },
  );

  it('take three from the start to the instructions of a payment that is not by card', async () => {
    const { id } = await createdTransfer(running, 'P2P');
    const { keyId: api_key_id, secret: api_secret } = running.service.pageKey;
    const path = `/api/page/v1/checkouts/${id}/begin`;
    const page = { api_key_id, api_secret };
    const statements = await statementsOf('POST', path, { source: 'P2P' }, page);
    expect(statements.filter((text) => !SANDBOX.test(text))).toHaveLength(3);
    const { transfer } = await checkoutOf(running, id);
    expect(transfer?.instructions).toMatchObject({ kind: 'transfer' });
  });

  it('take three from the request for a refund to its end', async () => {
    const { id } = await paidPayin(running);
    const body = refundBody(id, { amount: 10 });
    const statements = await statementsOf('POST', '/api/merchant/v1/refunds', body);
    expect(statements.filter((text) => !SANDBOX.test(text))).toHaveLength(3);
  });

  it('take two from the notification of arriving money to the end of the order', async () => {
    const { id } = await createdTransfer(running, 'P2P');
    await begin(running, id, { source: 'P2P' });
    await payinWhen(running, id, 'PROCESS_PENDING');
    const notification = await arrivedFor(id);
    const statements: string[] = [];
    await current.run(statements, () =>
      takeNotification(running.context, notification.terminalId, notification),
    );
    const own = statements.filter((text) => !DELIVERY.test(text) && !SANDBOX.test(text));
    expect(own).toHaveLength(2);
    await payinWhen(running, id, 'SUCCESS');
  });
});

/** Records the payer's money at the sandbox without a notification, which the test sends itself. */
async function arrivedFor(payinId: string) {
  const { id: attemptId, terminal_id: terminalId } = await running.db
    .selectFrom('payin_attempts')
    .select(['id', 'terminal_id'])
    .where('payin_id', '=', payinId)
    .executeTakeFirstOrThrow();
  await sql`insert into sandbox.receipts (reference, attempt_id, order_id, amount_minor, sent_at, arrives_at, told)
    select gen_random_uuid(), attempt_id, order_id, amount_minor, created_at, created_at, true
    from sandbox.transfers where attempt_id = ${attemptId}`.execute(running.db);
  return { kind: 'transfer', attemptId, terminalId, reported: undefined } as const;
}
