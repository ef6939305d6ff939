import { makeAttemptsDue } from '#service/orders/inquiry.ts';
import { inquireDue } from '#service/orders/inquiry.ts';
import { payinInquiry } from '#service/payins/inquire.ts';
import type { PayoutAcquirerOutcome, AcquirerOutcome } from '#service/acquirers/port.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { frozenClock } from '../../support/process/clock.ts';
import {
  cardDataBody,
  createdPayin,
  payinWhen,
  createdPayout,
  payoutWhen,
} from '../../support/orders/orders.ts';
import {
  acquireBy,
  APPROVED,
  delayedAnswers,
  silence,
} from '../../support/acquirers/acquirer-doubles.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const PAID = { outcome: 'paid', reference: 'r' } as const;

const clock = frozenClock();
const running = serviceForTests({ now: clock.now });

/** Creates an order whose acquirer took the card and has not answered. */
async function silentPayin(): Promise<string> {
  const { id } = await createdPayin(running);
  await running.client.submitCardData(cardDataBody(id));
  return id;
}

/** Returns a call that fails a number of times, and counts the inquiries. */
function failing(times: number) {
  const queries = { made: 0 };
  const fail = async <Answer>(answer: Answer): Promise<Answer> => {
    queries.made += 1;
    return queries.made > times ? answer : silence();
  };
  return { queries, fail };
}

function success({ status }: { status: string }) {
  return status === 'SUCCESS';
}

async function scheduleOf(table: 'payin_attempts' | 'payout_attempts') {
  const { rows } = await sql<{ inquiry_step: number; unanswered: number }>`
    select inquiry_step, unanswered from ${sql.table(table)} order by created_at desc, id limit 1`.execute(
    running.db,
  );
  return rows[0];
}

describe('a status inquiry without an answer', () => {
  it("leaves a payin's attempt due: it is repeated four times within the minute", async () => {
    const { queries, fail } = failing(4);
    acquireBy(running, 'cards', { findOutcome: () => fail<AcquirerOutcome>(APPROVED) });
    const id = await silentPayin();
    for (const [index, seconds] of [5, 2, 4, 8].entries()) {
      clock.advance(seconds * 1_000);
      await expect.poll(() => queries.made).toBe(index + 1);
      await expect
        .poll(() => scheduleOf('payin_attempts'))
        .toEqual({ inquiry_step: 0, unanswered: index + 1 });
    }
    clock.advance(16_000);
    expect(await payinWhen(running, id, success)).toMatchObject({ status: 'SUCCESS' });
  });

  it("leaves a payout's attempt due", async () => {
    const { queries, fail } = failing(1);
    acquireBy(running, 'payouts', { findOutcome: () => fail<PayoutAcquirerOutcome>(PAID) });
    const { id } = await createdPayout(running);
    clock.advance(5_000);
    await expect.poll(() => queries.made).toBe(1);
    await expect
      .poll(() => scheduleOf('payout_attempts'))
      .toEqual({ inquiry_step: 0, unanswered: 1 });
    clock.advance(2_000);
    expect(await payoutWhen(running, id, success)).toMatchObject({ status: 'SUCCESS' });
  });
});

describe('a status inquiry under way', () => {
  it('is not repeated while its lease lasts, and repeated after it', async () => {
    const { keyId: apiKeyId, secret: apiSecret } = running.service.pageKey;
    const page = running.clientFor({ apiKeyId, apiSecret });
    const held = delayedAnswers<AcquirerOutcome>();
    acquireBy(running, 'cards', { findOutcome: held.ask });
    const id = await silentPayin();
    clock.advance(5_000);
    await expect.poll(held.asked).toBe(1);
    clock.advance(29_000);
    for (let look = 0; look < 3; look += 1) await page.getPayin(id);
    const inquireDuePayins = () => inquireDue(running.context, payinInquiry(running.context));
    expect(await inquireDuePayins()).toBe(0);
    expect(held.asked()).toBe(1);
    clock.advance(1_000);
    void inquireDuePayins();
    await expect.poll(held.asked).toBe(2);
    held.answer(APPROVED);
    expect(await payinWhen(running, id, success)).toMatchObject({ status: 'SUCCESS' });
  });
});

describe('after a start, and when the database is available again', () => {
  it('an inquiry about every young attempt is made at once, however far off the next one is', async () => {
    acquireBy(running, 'cards', {});
    acquireBy(running, 'payouts', {});
    const payin = await silentPayin();
    const payout = await createdPayout(running);
    await postpone();
    clock.advance(9 * 60_000);
    acquireBy(running, 'cards', { findOutcome: () => Promise.resolve(APPROVED) });
    acquireBy(running, 'payouts', { findOutcome: () => Promise.resolve(PAID) });
    await makeAttemptsDue(running.context);
    expect(await payinWhen(running, payin, success)).toMatchObject({ status: 'SUCCESS' });
    expect(await payoutWhen(running, payout.id, success)).toMatchObject({
      status: 'SUCCESS',
    });
  });

  it('five starts in a minute still lead to an inquiry within the next minute', async () => {
    const queries = { made: 0 };
    acquireBy(running, 'cards', {
      findOutcome() {
        queries.made += 1;
        return Promise.resolve({ outcome: 'pending', reference: 'r' });
      },
    });
    const id = await silentPayin();
    for (let start = 1; start <= 5; start += 1) {
      clock.advance(10_000);
      const before = queries.made;
      await makeAttemptsDue(running.context);
      await expect.poll(() => queries.made).toBeGreaterThan(before);
      // If recorded later, the answer would postpone the inquiry that the next start makes due.
      await expect.poll(isAnswerRecorded).toBe(true);
    }
    acquireBy(running, 'cards', { findOutcome: () => Promise.resolve(APPROVED) });
    clock.advance(60_000);
    expect(await payinWhen(running, id, success)).toMatchObject({ status: 'SUCCESS' });
  });

  it('an older attempt keeps its schedule', async () => {
    acquireBy(running, 'cards', {});
    const id = await silentPayin();
    await postpone();
    clock.advance(11 * 60_000);
    expect(await makeAttemptsDue(running.context)).toBe(0);
    await running.operator('orders fail', { order: id });
  });

  /**
   * Returns whether the newest attempt's answer is recorded: its lease during an inquiry is longer than its pause
   * after.
   */
  async function isAnswerRecorded(): Promise<boolean | undefined> {
    const { rows } = await sql<{ is_recorded: boolean }>`
      select leased_until <= ${clock.now()}::timestamptz + interval '5 seconds' as is_recorded
      from payin_attempts order by created_at desc, id limit 1`.execute(running.db);
    return rows[0]?.is_recorded;
  }

  /** Postpones the attempts, as if inquired about for long by a process that is gone. */
  async function postpone(): Promise<void> {
    for (const table of ['payin_attempts', 'payout_attempts']) {
      await sql`update ${sql.table(table)} set inquiry_step = 4,
        next_inquiry_at = ${clock.now()}::timestamptz + interval '1 hour',
        leased_until = ${clock.now()}::timestamptz + interval '20 minutes'
        where outcome is null`.execute(running.db);
    }
  }
});
