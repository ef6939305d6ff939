/** Valid requests of the sandbox's merchant and their results, with defaults that a test overrides. */
import { randomUUID } from 'node:crypto';
import type { OrdersClient } from '#contract/client/client.ts';
import { valueIn, type Result } from '#contract/client/result.ts';
import type { Balance } from '#contract/schemas/balance.ts';
import type { CardDataBody } from '#contract/schemas/card-data.ts';
import type { CreatePayinBody, PayinOrder } from '#contract/schemas/payin.ts';
import type { CreatePayoutBody, PayoutOrder } from '#contract/schemas/payout.ts';
import type { CreateRefundBody, Refund } from '#contract/schemas/refund.ts';
import { FINAL_STATUSES } from '#domain/order/status.ts';
import { sql } from 'kysely';
import { addMethod, gateOf } from '../database/seeds/methods.ts';
import type { RunningService } from '../process/service.ts';
import { until } from '../until.ts';

const APPROVED_CARD = '4242424242424242';

interface WithMethods {
  sandbox: Pick<RunningService['sandbox'], 'methods'>;
}

export function payinBody(
  { sandbox }: WithMethods,
  overrides: Partial<CreatePayinBody> & { method?: string } = {},
): CreatePayinBody {
  const { method = 'card_eur', ...rest } = overrides;
  return {
    reference_id: randomUUID(),
    currency: 'EUR',
    amount: 12.5,
    merchant_gate_method_id: sandbox.methods[method] ?? 'no such method in sandbox.json',
    customer: {},
    ...rest,
  };
}

export function cardDataBody(orderId: string, overrides: Partial<CardDataBody> = {}): CardDataBody {
  return {
    order_id: orderId,
    card_number: APPROVED_CARD,
    cvv: '123',
    exp_month: '12',
    exp_year: '39',
    customer: {},
    browser_info: {
      color_depth: '24',
      java_enabled: false,
      screen_height: '1080',
      screen_width: '1920',
      timezone: '-120',
      device_channel: '02',
      window_height: '900',
      window_width: '1440',
    },
    ...overrides,
  };
}

/** Creates a payin, which must succeed. */
export async function createdPayin(
  running: RunningService,
  overrides: Parameters<typeof payinBody>[1] = {},
): Promise<PayinOrder> {
  const body = payinBody(running, overrides);
  return succeeded(() => running.client.createPayin(body));
}

export async function payinWhen(
  running: RunningService,
  id: string,
  expected: Expected<PayinOrder>,
): Promise<PayinOrder> {
  return orderWhen(() => succeeded(() => running.client.getPayin(id)), expected);
}

/** Creates a payin and pays it by card. */
export async function paidPayin(
  running: RunningService,
  overrides: Parameters<typeof createdPayin>[1] = {},
): Promise<PayinOrder> {
  const { id } = await createdPayin(running, overrides);
  const submitted = running.client.signCardData(cardDataBody(id));
  await succeeded(() => submitted.send());
  return payinWhen(running, id, 'SUCCESS');
}

/** The delay before the first status inquiry for a refund. */
export const FIRST_INQUIRY_MS = 5_000;

export function refundBody(
  payinId: string,
  overrides: Partial<CreateRefundBody> = {},
): CreateRefundBody {
  return { payin_id: payinId, reference_id: randomUUID(), ...overrides };
}

/** Creates a refund, which must succeed, in whatever status. */
export async function createdRefund(
  running: RunningService,
  payinId: string,
  overrides: Partial<CreateRefundBody> = {},
): Promise<Refund> {
  const body = refundBody(payinId, overrides);
  return succeeded(() => running.client.createRefund(body));
}

export async function refundWhen(
  running: RunningService,
  id: string,
  expected: Expected<Refund>,
): Promise<Refund> {
  return orderWhen(() => succeeded(() => running.client.getRefund(id)), expected);
}

/** Reads the id of the only attempt of an order or a refund. */
export async function attemptOf(
  { db }: Pick<RunningService, 'db'>,
  kind: 'payin' | 'payout' | 'refund',
  id: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(`${kind}_attempts`)} where ${sql.ref(`${kind}_id`)} = ${id}`.execute(
    db,
  );
  const [attempt] = rows;
  if (attempt === undefined) throw new Error(`There is no attempt of ${kind} ${id}`);
  return attempt.id;
}

export const PAID_CARD = '4242424242424242';
export const REFUSED_CARD = '4000000000000002';
export const PENDING_CARD = '4000000000000077';
/** An amount that stays pending for five hours, longer than any test run takes to check it. */
export const PENDING_FOR_HOURS = 104.05;
export const TRON_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

export function payoutBody(
  { sandbox }: WithMethods,
  overrides: Partial<CreatePayoutBody> & { method?: string } = {},
): CreatePayoutBody {
  const { method = 'payout_card_eur', ...rest } = overrides;
  return {
    reference_id: randomUUID(),
    currency: 'EUR',
    amount: 100,
    destination_account: PAID_CARD,
    merchant_gate_method_id: sandbox.methods[method] ?? 'no such method in sandbox.json',
    customer: {},
    ...rest,
  };
}

/** Creates a payout, which must succeed, in whatever status. */
export async function createdPayout(
  running: RunningService,
  overrides: Parameters<typeof payoutBody>[1] = {},
): Promise<PayoutOrder> {
  const body = payoutBody(running, overrides);
  return succeeded(() => running.client.createPayout(body));
}

export async function payoutWhen(
  running: RunningService,
  id: string,
  expected: Expected<PayoutOrder>,
): Promise<PayoutOrder> {
  return orderWhen(() => succeeded(() => running.client.getPayout(id)), expected);
}

export async function balances(client: OrdersClient): Promise<Balance[]> {
  return valueIn(await client.getBalances());
}

/** Returns the balance of the sandbox merchant's only gate in this currency. */
export async function gateBalance(
  client: OrdersClient,
  currency: Balance['currency'],
): Promise<Omit<Balance['gate_balances'][number], 'merchant_gate_id'>> {
  const balance = (await balances(client)).find((each) => each.currency === currency);
  if (balance?.gate_balances.length !== 1) throw new Error(`Not one gate has ${currency}`);
  const { merchant_gate_id: _id, ...amounts } = balance.gate_balances[0]!;
  return amounts;
}

/** Repeats a request while its effect is unknown, as a merchant would: a busy machine may answer 503. */
export async function untilKnown<T>(send: () => Promise<Result<T>>): Promise<Result<T>> {
  return until(
    send,
    (result) => result.ok || result.effect === 'none',
    (last) => (last.ok ? '' : (last.problem?.title ?? last.cause)),
  );
}

/** Sends a request that must succeed and returns its value. @throws RequestFailed */
async function succeeded<T>(send: () => Promise<Result<T>>): Promise<T> {
  return valueIn(await untilKnown(send));
}

/** The expected status, or a condition on the order. */
export type Expected<Order extends { status: string }> =
  | Order['status']
  | ((order: Order) => boolean);

/**
 * Reads an order until it is as expected.
 *
 * @throws with its id and status if that never happens, and at once if it reaches another final status
 */
export async function orderWhen<Order extends { id: string; status: string }>(
  read: () => Promise<Order>,
  expected: Expected<Order>,
): Promise<Order> {
  const isAsExpected = (order: Order) =>
    typeof expected === 'function' ? expected(order) : order.status === expected;
  const order = await until(
    read,
    (last) => isAsExpected(last) || (typeof expected === 'string' && hasEnded(last.status)),
    ({ id, status }) => `order ${id} is ${status}`,
  );
  if (isAsExpected(order)) return order;
  throw new Error(`Order ${order.id} has ended: it is ${order.status}, not ${String(expected)}`);
}

function hasEnded(status: string): boolean {
  return FINAL_STATUSES.some((final) => final === status);
}

/** Adds an empty gate with a method without fees. By default its payins are available at once, in full. */
export async function gateOfItsOwn(running: RunningService, settings: object = {}) {
  const methodId = await addMethod(running, { method: { ...WITHOUT_FEES, ...settings } });
  const gateId = await gateOf(running, methodId);
  return {
    gateId,
    pay: (amount = 100) => paidPayin(running, { merchant_gate_method_id: methodId, amount }),
    account: () =>
      running.db
        .selectFrom('gate_accounts')
        .selectAll()
        .where('gate_id', '=', gateId)
        .executeTakeFirstOrThrow(),
  };
}

export const WITHOUT_FEES = {
  fee_percent: '0',
  fee_fixed_minor: 0n,
  fee_min_minor: null,
  fee_max_minor: null,
  settlement_period_days: 0,
  rolling_percent: '0',
  dispute_fee_minor: 0n,
} as const;
