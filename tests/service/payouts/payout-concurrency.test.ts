// @module-tag postgres-only
import type { OrdersClient, Result } from '#contract/client/client.ts';
import type { CreatePayoutBody, PayoutOrder } from '#contract/schemas/payout.ts';
import { describe, expect, it } from 'vitest';
import { gateBalance, payoutBody } from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';
import { until } from '../../support/until.ts';

const running = serviceForTests();

const ORDERS = 200;

/** Repeats a request while the service is overloaded and answers 503. */
async function untilAnswered(
  client: OrdersClient,
  body: CreatePayoutBody,
): Promise<Result<PayoutOrder>> {
  return until(
    () => client.createPayout(body),
    (result) => result.ok || result.status !== 503,
    () => `the payout ${body.reference_id} is answered 503`,
  );
}

/** 150 payouts take 9999.00 of the available 10000.00. */
const AMOUNT = 66.66;

// PGlite runs transactions one after the other, but only overlapping ones could overdraw.
describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('200 payouts at once', () => {
  it('succeed exactly 150 times if the gate has money for 150', async () => {
    const results = await Promise.all(
      Array.from({ length: ORDERS }, () =>
        untilAnswered(
          running.client,
          payoutBody(running, {
            method: 'payout_split_eur',
            amount: AMOUNT,
            destination_account: 'DE89370400440532013000',
          }),
        ),
      ),
    );
    const codes = results.map((result) =>
      result.ok ? (result.value.resolution_code ?? 'proceeds') : result.cause,
    );
    expect(codes.filter((code) => code === 'proceeds')).toHaveLength(150);
    expect(codes.filter((code) => code === 'BALANCE_INSUFFICIENT')).toHaveLength(50);
    await expect
      .poll(() => gateBalance(running.client, 'EUR'))
      .toMatchObject({ available_balance: 1, hold_balance: 0 });
    const { body } = await running.operator('ledger check');
    expect(body).toMatchObject({ ok: true, findings: [] });
  });
});
