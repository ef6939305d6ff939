import { afterAll, beforeAll, expect, it } from 'vitest';
import { cardDataBody, createdPayin } from '../../support/orders/orders.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const DECLINES_PER_HOUR = 10;
const ORDERS = 40;
const DECLINED_CARDS = ['4000000000000002', '4000000000009995'];
const isPostgres = process.env['TEST_ENGINE'] === 'postgres';

const env = {
  CARD_DECLINES_PER_HOUR: String(DECLINES_PER_HOUR),
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
};

let running: RunningService;
/** A second service on the same database, with its own connections, if the engine allows one. */
let second: RunningService | undefined;

beforeAll(async () => {
  running = await startService({ env });
  const { databaseUrl } = running;
  if (databaseUrl === undefined) return;
  second = await startService({ env: { ...env, DATABASE_URL: databaseUrl } });
});
afterAll(async () => {
  await second?.close();
  await running.close();
});

/** Pays forty orders with one card at once. @returns how many attempts were declined */
async function declines(card_number: string): Promise<number> {
  const orders: string[] = [];
  for (let made = 0; made < ORDERS; made += 1) orders.push((await createdPayin(running)).id);
  const clients = [clientOf(running), clientOf(second ?? running)] as const;
  await Promise.all(
    orders.map((id, index) =>
      clients[index % 2 === 0 ? 0 : 1].submitCardData(cardDataBody(id, { card_number })),
    ),
  );
  const attempts = await running.db
    .selectFrom('payin_attempts')
    .select('outcome')
    .where('payin_id', 'in', orders)
    .execute();
  const outcomes = await Promise.all(orders.map((id) => running.client.getPayin(id)));
  const refused = outcomes.filter(
    (order) => order.ok && order.value.resolution_code === 'BLACKLISTED_INPUT_DATA',
  );
  expect(refused.length + attempts.length).toBe(ORDERS);
  return attempts.length;
}

/** Returns a client that repeats requests, byte for byte, which a busy machine answers too late. */
function clientOf(service: RunningService) {
  const { api_key_id: apiKeyId, api_secret: apiSecret } = running.sandbox;
  return service.clientFor({ apiKeyId, apiSecret, repeats: 10 });
}

it.each(DECLINED_CARDS)(
  `a card is declined as often as an hour allows when 40 orders attempt it at once (%s)`,
  async (card) => {
    expect(await declines(card)).toBe(DECLINES_PER_HOUR);
  },
);

it.runIf(isPostgres)('the orders were shared by two processes', () => {
  expect(second).toBeDefined();
});
