import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ResolutionCode } from '#domain/order/resolution.ts';
import { send, type Answer, type Call } from '../../../packages/tollgate/conformance/send.ts';
import {
  createPayin,
  PAYIN_PATH,
  payinBody,
  payinWhen,
  payWith,
  readPayin,
} from '../../../packages/tollgate/conformance/orders.ts';
import { createPayout } from '../../../packages/tollgate/conformance/payouts.ts';
import { targetOf } from '../../../packages/tollgate/conformance/target.ts';
import { addMethod } from '../../support/database/seeds/methods.ts';
import { askReport } from '../../support/process/reports.ts';
import { movedClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = movedClock();
const running = serviceForTests({ now: clock.now });
const target = targetOf(running);

/** How a code is provoked, and how it is explained. */
interface Scenario {
  by: string;
  run(): Promise<Reached>;
  /** The explanation for operators of the order, or of the code if there is no order. */
  why: RegExp;
}

interface Reached {
  id?: string;
  resolution_code?: string | undefined;
}

function methodOf(name: string) {
  return { merchant_gate_method_id: target.method(name) };
}

/** Sends a call that must be refused. @returns the resolution code in its problem */
async function refusal(call: Call): Promise<{ resolution_code?: string }> {
  const answer: Answer = await send(target, call);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  const { resolution_code } = JSON.parse(answer.text) as { resolution_code?: string };
  return { ...(resolution_code !== undefined && { resolution_code }) };
}

function refusedPayin(overrides: object) {
  return refusal({ path: PAYIN_PATH, body: payinBody(target, overrides) });
}

async function explained(code: string, { id }: Reached): Promise<string> {
  const { status, body } =
    id === undefined
      ? await running.operator('orders explain', { code })
      : await running.operator('orders show', { order: id });
  expect(status).toBe(200);
  return z.object({ why: z.string() }).loose().parse(body).why;
}

async function payinBy(settings: Parameters<typeof addMethod>[1]) {
  return { merchant_gate_method_id: await addMethod(running, settings) };
}

async function declined() {
  const { id } = await createPayin(target);
  return payWith(target, id, '4000000000009979');
}

async function blockedCard() {
  const { id } = await createPayin(target);
  return payWith(target, id, '4100000000000019');
}

async function failedByHand() {
  const { id } = await createPayin(target);
  expect(await running.operator('orders fail', { order: id, reason: 'asked to' })).toMatchObject({
    status: 200,
  });
  return readPayin(target, id);
}

async function expired() {
  const { id } = await createPayin(target, { ...methodOf('card_short'), currency: 'USD' });
  clock.advance(60_000);
  return payinWhen(target, id, 'CLOSED');
}

/** Provokes an internal error by renaming a table. */
async function brokenSchema() {
  await sql`alter table payins rename to payins_away`.execute(running.db);
  try {
    return await refusal({ path: `${PAYIN_PATH}/${randomUUID()}` });
  } finally {
    await sql`alter table payins_away rename to payins`.execute(running.db);
  }
}

async function failedReport() {
  const { db } = running;
  await sql`alter table ledger_movements rename to movements_away`.execute(db);
  try {
    const answer = await askReport(running, 'fees', { from: '2026-01-01', to: '2026-01-01' });
    return refusedReport.parse(await answer.json());
  } finally {
    await sql`alter table movements_away rename to ledger_movements`.execute(db);
  }
}

const refusedReport = z.object({ resolution_code: z.string() });

/** One scenario for each resolution code. */
const SCENARIOS: Record<ResolutionCode, Scenario> = {
  ACCESS_DENIED: {
    by: 'a request without a signature',
    run: () => refusal({ path: PAYIN_PATH, body: {}, headers: { 'X-Signature': undefined } }),
    why: /key, signature, timestamp or scope/,
  },
  AMOUNT_OVER_LIMIT: {
    by: "an amount above the method's limit",
    run: () => createPayin(target, { amount: 5_000.01 }),
    why: /5000\.01 EUR, is above the maximum of method card_eur: 5000\.00 EUR/,
  },
  AMOUNT_UNDER_LIMIT: {
    by: "an amount below the method's limit",
    run: () => createPayin(target, { amount: 0.99 }),
    why: /0\.99 EUR, is below the minimum of method card_eur: 1\.00 EUR/,
  },
  BALANCE_INSUFFICIENT: {
    by: 'a payout above what is available',
    run: () => createPayout(target, { amount: 49_999 }),
    why: /needed 5\d{4}\.\d\d EUR with its fee, and gate .+ had less/,
  },
  BALANCE_UPDATE_FAILED: {
    by: 'a gate whose balances the operator has frozen',
    run: async () => createPayin(target, await payinBy({ gate: { frozen: true } })),
    why: /was frozen when the order was created; it is still frozen/,
  },
  BLACKLISTED_INPUT_DATA: {
    by: 'a card on a block list',
    run: blockedCard,
    why: /The card, the account, the payer or the customer is on the merchant's block list/,
  },
  CURRENCY_INVALID: {
    by: "a currency that is not the method's",
    run: () => refusedPayin({ currency: 'USD' }),
    why: /currency is not the method's/,
  },
  DESTINATION_ACCOUNT_INVALID: {
    by: 'a card payout to what is no card',
    run: () => createPayout(target, { destination_account: 'nobody' }),
    why: /Method payout_card_eur cannot pay to this destination/,
  },
  MERCHANT_MISCONFIGURATION: {
    by: 'a method without the rate that it needs',
    run: async () =>
      refusedPayin(
        await payinBy({ method: { payment_method_currency: 'USD', conversion_rate: null } }),
      ),
    why: /conversion rate, or its gate no account/,
  },
  METHOD_INACTIVE: {
    by: 'a method that is switched off',
    run: () => refusedPayin(methodOf('inactive_eur')),
    why: /switched off/,
  },
  METHOD_NOT_FOUND: {
    by: 'a method that the merchant does not have',
    run: () => refusedPayin({ merchant_gate_method_id: randomUUID() }),
    why: /no such method/,
  },
  ORDER_CANNOT_BE_PROCESSED: {
    by: 'a card that is declined',
    run: declined,
    why: /sandbox declined it \(card reported lost or stolen\)\. Its message: /,
  },
  ORDER_CANNOT_BE_ROUTED: {
    by: 'a method whose routes are all down',
    run: () => createPayin(target, methodOf('unrouted_eur')),
    why: /No acquirer could take the payment .+ Now sandbox is switched off\./,
  },
  ORDER_FAILED_MANUALLY: {
    by: "an operator's hand",
    run: failedByHand,
    why: /The holder of the operator key marked the order as failed\. Reason: asked to\. No attempt/,
  },
  PAYMENT_METHOD_NOT_SUPPORTED: {
    by: 'a payin by a payout method',
    run: () => refusedPayin(methodOf('payout_card_eur')),
    why: /other direction/,
  },
  PROVIDER_NOT_SUPPORTED: {
    by: 'a route to an adapter that is not installed',
    run: async () => createPayin(target, await payinBy({ route: { adapter: 'elsewhere' } })),
    why: /No acquirer of method .+ takes such a payment\. Now .+ has no adapter: elsewhere is not installed\./,
  },
  REPORT_GENERATION_FAILED: {
    by: 'a report that cannot be read',
    run: failedReport,
    why: /could not be read from the database/,
  },
  RESOURCE_NOT_FOUND: {
    by: 'the id of no order',
    run: () => refusal({ path: `${PAYIN_PATH}/${randomUUID()}` }),
    why: /no such order/,
  },
  UNKNOWN_ERROR: {
    by: 'a failure of the service itself',
    run: brokenSchema,
    why: /bug, or its database/,
  },
  VALIDATION_FAILED: {
    by: 'a broken constraint',
    run: () => refusedPayin({ amount: 0 }),
    why: /was not valid/,
  },
  WORKFLOW_EXECUTION_SKIPPED: {
    by: 'a waiting time that was exceeded',
    run: expired,
    why: /It was not paid before it expired at \d{4}-.+ No attempt was made/,
  },
};

describe('the resolution codes', () => {
  const scenarios = Object.entries(SCENARIOS);

  it.each(scenarios)('%s is provoked, and explained', async (code, { run, why }) => {
    const reached = await run();
    expect(reached.resolution_code).toBe(code);
    expect(await explained(code, reached)).toMatch(why);
  });
});
