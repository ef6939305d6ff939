import { releaseRetentions } from '#service/reconciliation/release-retentions.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { gateBalance, cardDataBody, createdPayin } from '../../support/orders/orders.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const DAY_MS = 86_400_000;
const PAYINS = 12;

const clock = frozenClock();
const running = serviceForTests({ now: clock.now, env: { ROLLING_RELEASE_DAYS: '30' } });

beforeAll(async () => {
  for (let made = 0; made < PAYINS; made += 1) {
    const { id } = await createdPayin(running, { method: 'card_eur', amount: 12.5 });
    await running.client.submitCardData(cardDataBody(id));
  }
});

/** Returns the gate's amounts. A payin of 12.50 adds 0.66 fee, 0.59 rolling, 11.25 hold. */
async function amounts() {
  const { available_balance, hold_balance, rolling_balance } = await gateBalance(
    running.client,
    'EUR',
  );
  return { available: available_balance, hold: hold_balance, rolling: rolling_balance };
}

/** Releases retentions concurrently, as several processes do. */
function release() {
  return Promise.all(Array.from({ length: 4 }, () => releaseRetentions(running.context)));
}

describe("a payin's retention", () => {
  it('stays in hold until its settlement period is over', async () => {
    clock.advance(2 * DAY_MS - 1);
    await release();
    expect(await amounts()).toEqual({ available: 10_000, hold: 135, rolling: 7.08 });
  });

  it('is available after that, once, even if released concurrently', async () => {
    clock.advance(1);
    await release();
    await release();
    expect(await amounts()).toEqual({ available: 10_135, hold: 0, rolling: 7.08 });
  });

  it('leaves the rolling reserve after its own period', async () => {
    clock.advance(28 * DAY_MS);
    await release();
    expect(await amounts()).toEqual({ available: 10_142.08, hold: 0, rolling: 0 });
  });

  it('leaves a correct ledger', async () => {
    const { body } = await running.operator('ledger check');
    expect(body).toMatchObject({ ok: true, findings: [] });
  });
});
