import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { OrderStatus } from '#domain/order/status.ts';
import type { NewPayin } from '#service/platform/database/schema.ts';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import {
  newAcquirer,
  APPROVED,
  AT,
  DECLINED,
  EARLIER,
  known,
  openPayin,
  scheduled,
  settlementDatabase,
  settled,
  settling,
  terminalId,
  statuses,
  written,
  type PayinIds,
} from '../../../tests/service/payins/settling.ts';
import type { TerminalNotification } from '../orders/contradictions.ts';
import type { VoidAnswer } from '../acquirers/port.ts';
import type { ReportedOutcome } from './attempt.ts';
import { settleAttempt } from './settle.ts';

function seconds(count: number) {
  return new Date(AT.getTime() + count * 1_000);
}

const CHALLENGE = {
  outcome: 'challenge',
  reference: 'psp-1',
  url: 'https://bank.example/1',
} as const;

const database = settlementDatabase();

describe('settleAttempt', () => {
  it('changes nothing for a repeated report or an unknown attempt', async () => {
    const ids = await openPayin();
    await settled(ids, APPROVED);
    const before = await written(ids);
    await settled(ids, { outcome: 'hard_decline', ...DECLINED });
    await settled({ ...ids, attemptId: randomUUID() }, APPROVED);
    expect(await written(ids)).toEqual(before);
  });

  it.each<[string, Partial<NewPayin>, ReportedOutcome, object]>([
    [
      'a payment that never reached the bank',
      {},
      { outcome: 'never_seen' },
      { status: 'CREATED', provider_error_message: 'The payment did not reach the bank.' },
    ],
    [
      'a soft decline',
      {},
      { outcome: 'soft_decline', ...DECLINED },
      { status: 'CREATED', resolution: null, provider_error_message: 'No funds' },
    ],
    [
      'a hard decline',
      {},
      { outcome: 'hard_decline', ...DECLINED },
      {
        status: 'FAILED',
        resolution: 'PROVIDER_ERROR',
        resolution_code: 'ORDER_CANNOT_BE_PROCESSED',
        resolution_message: 'The acquirer declined the payment.',
        provider_error_message: 'No funds',
      },
    ],
    [
      'a challenge given up within the waiting time',
      {},
      { outcome: 'abandoned' },
      { status: 'CREATED', resolution: null, provider_error_message: null },
    ],
    [
      'a challenge given up after it',
      { expires_at: AT },
      { outcome: 'abandoned' },
      {
        status: 'CLOSED',
        resolution: 'SYSTEM_ERROR',
        resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
        resolution_message: 'The waiting time was exceeded.',
      },
    ],
    [
      'a transfer given up after it',
      { payment_source: 'P2P', expires_at: AT },
      { outcome: 'abandoned' },
      {
        status: 'CLOSED',
        resolution: 'SYSTEM_ERROR',
        resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
        resolution_message: 'The waiting time was exceeded.',
      },
    ],
    ['an approval', {}, APPROVED, { status: 'SUCCESS', resolution: 'OK', rrn: '42' }],
  ])('ends the challenge, and says why, after %s', async (_what, changes, reported, expected) => {
    const ids = await openPayin({
      status: 'PROCESS_PENDING',
      challenge_url: CHALLENGE.url,
      ...changes,
    });
    await settled(ids, reported);
    const { payin } = await written(ids);
    expect(payin).toMatchObject({ challenge_url: null, updated_at: AT, ...expected });
  });

  it('inquires when the acquirer will know the outcome, if that is sooner', async () => {
    const ids = await openPayin();
    const report = { outcome: 'pending', reference: 'psp-1', knownFrom: seconds(3) } as const;
    await settled(ids, report);
    expect((await written(ids)).attempt.next_inquiry_at).toEqual(seconds(3));
  });

  it('schedules the next inquiry after an answer that leaves the attempt open', async () => {
    const ids = await openPayin();
    const { events } = await settled(ids, { outcome: 'pending', reference: 'psp-1' });
    const { attempt, payin } = await written(ids);
    expect(payin.status).toBe('PROCESS_PENDING');
    expect(attempt).toMatchObject({ outcome: null, ...scheduled({ challenge: false }) });
    expect(events.woken).toBe(0);
  });

  it('leaves the payin unchanged if the answer says nothing new', async () => {
    const challengeUrl = 'https://bank.example/1';
    const ids = await openPayin({ status: 'PROCESS_PENDING', challenge_url: challengeUrl });
    await settled(ids, { outcome: 'pending', reference: 'psp-1' });
    expect((await written(ids)).payin).toMatchObject({
      challenge_url: challengeUrl,
      updated_at: EARLIER,
    });
  });

  it('leaves the inquiry schedule unchanged if the acquirer gave no answer', async () => {
    const ids = await openPayin();
    await settled(ids, { outcome: 'unknown' });
    const { attempt, payin } = await written(ids);
    expect(attempt).toMatchObject({ inquiry_step: 0, next_inquiry_at: AT });
    expect(payin.updated_at).toEqual(AT);
    expect(await statuses(ids)).toEqual(['IN_PROGRESS PROCESS_PENDING provider_silent']);
  });

  it('schedules the next inquiry at the end of the waiting time if that comes first', async () => {
    const ids = await openPayin({ expires_at: seconds(7) });
    await settled(ids, { outcome: 'pending', reference: 'psp-1' });
    expect((await written(ids)).attempt.next_inquiry_at).toEqual(seconds(7));
  });

  it('records a challenge, inquires about it soon, and accepts a new URL for it', async () => {
    const ids = await openPayin();
    await settled(ids, CHALLENGE);
    const { attempt, payin } = await written(ids);
    expect(payin).toMatchObject({ status: 'PROCESS_PENDING', challenge_url: CHALLENGE.url });
    expect(attempt).toMatchObject(scheduled({ challenge: true }));
    await database.db
      .updateTable('payins')
      .set({ updated_at: EARLIER })
      .where('id', '=', ids.id)
      .execute();
    await settled(ids, CHALLENGE);
    expect((await written(ids)).payin.updated_at).toEqual(EARLIER);
    await settled(ids, { ...CHALLENGE, url: 'https://bank.example/2' });
    expect((await written(ids)).payin).toMatchObject({
      status: 'PROCESS_PENDING',
      challenge_url: 'https://bank.example/2',
      updated_at: AT,
    });
    await settled(ids, { ...CHALLENGE, url: 'https://bank.example/3' });
    expect((await written(ids)).payin.updated_at).toEqual(new Date(AT.getTime() + 1));
    expect(await statuses(ids)).toEqual(['IN_PROGRESS PROCESS_PENDING challenge_required']);
  });

  it('counts a payin out of its current hour, even if its challenge changed since it was read', async () => {
    const ids = await openPayin({ status: 'PROCESS_PENDING' });
    const attempt = await known(ids);
    const { context } = await settled(ids, CHALLENGE);
    await settleAttempt(context, ids.attemptId, APPROVED, attempt);
    const [earlier, now] = [EARLIER, AT].map((at) => at.getTime() / 3_600_000);
    expect((await written(ids)).counts).toMatchObject([
      { to_status: 'PROCESS_PENDING', from_updated_hour: earlier, to_updated_hour: now },
      { to_status: 'SUCCESS', from_updated_hour: now, to_updated_hour: now },
    ]);
  });

  it('leaves a payin that has ended unchanged by a challenge, and keeps inquiring', async () => {
    const ids = await openPayin({ status: 'FAILED' });
    await settled(ids, CHALLENGE);
    const { attempt, payin, counts } = await written(ids);
    expect(payin).toMatchObject({ challenge_url: null, updated_at: EARLIER });
    expect(attempt).toMatchObject({ outcome: null, ...scheduled({ challenge: true }) });
    expect(counts).toEqual([]);
  });

  // The embedded engine has one connection: nothing changes beside an open transaction.
  const itOnTwoConnections = it.runIf(process.env['TEST_ENGINE'] === 'postgres');

  /** Settles while something changes after each read of the attempt. */
  function changing(change: (reads: number) => Promise<unknown>) {
    const read: WebhookPayload[] = [];
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const [row] = result.rows;
        if (row === undefined || !('webhookPayload' in row)) return result;
        read.push(row['webhookPayload'] as WebhookPayload);
        await change(read.length);
        return result;
      },
    });
    return { read, ...settling(newAcquirer(), db) };
  }

  const choosePayload = ({ merchantId }: PayinIds, webhook_payload: WebhookPayload) =>
    database.db
      .updateTable('merchants')
      .set({ webhook_payload })
      .where('id', '=', merchantId)
      .execute();

  itOnTwoConnections(
    "reads the attempt again if the merchant's settings changed meanwhile",
    async () => {
      const ids = await openPayin();
      const { context, events, read } = changing(() => choosePayload(ids, 'extended'));
      await settleAttempt(context, ids.attemptId, APPROVED);
      expect(read).toEqual(['retrieval', 'extended']);
      expect(await statuses(ids)).toEqual(['IN_PROGRESS SUCCESS provider_approved']);
      const [event] = (await written(ids)).events;
      expect(JSON.parse(event?.body ?? '')).toMatchObject([{ company_id: ids.merchantId }]);
      expect(events.woken).toBe(1);
    },
  );

  itOnTwoConnections(
    'leaves the attempt open as after silence, its inquiry due, after five conflicts',
    async () => {
      const ids = await openPayin({}, { attempt: { next_inquiry_at: seconds(60) } });
      const { context, events, counted } = changing((reads) =>
        choosePayload(ids, reads % 2 === 0 ? 'retrieval' : 'extended'),
      );
      const result = await settleAttempt(context, ids.attemptId, APPROVED);
      expect(result).toEqual({ kind: 'left_open' });
      expect(await statuses(ids)).toEqual(['IN_PROGRESS PROCESS_PENDING provider_silent']);
      const { attempt, movements } = await written(ids);
      expect(attempt).toMatchObject({ outcome: null, next_inquiry_at: AT });
      expect(movements).toEqual([]);
      expect(events.woken).toBe(0);
      expect(await counted()).toMatch(/settle_conflicts_total{kind="payin"} 5\n/);
    },
  );

  itOnTwoConnections('locks a payin that changes after each read, and settles it', async () => {
    const ids = await openPayin();
    const { context, counted } = changing(() =>
      sql`update payins set updated_at = updated_at + interval '1 second' where id in
        (select id from payins where id = ${ids.id} for update skip locked)`.execute(database.db),
    );
    expect(await settleAttempt(context, ids.attemptId, APPROVED)).toMatchObject({
      kind: 'settled',
      order: { status: 'SUCCESS' },
    });
    expect(await counted()).toMatch(/settle_conflicts_total{kind="payin"} 2\n/);
  });

  it('settles nothing if the gate has no account to credit', async () => {
    const ids = await openPayin();
    await database.db.deleteFrom('gate_accounts').where('gate_id', '=', ids.gateId).execute();
    const before = await written(ids);
    await expect(settled(ids, APPROVED)).rejects.toThrow(
      `Payin ${ids.id} was not settled: its gate has no account`,
    );
    expect(await written(ids)).toEqual(before);
  });
});

describe('an approval that comes after the payin has ended', () => {
  const TAKEN = 'The acquirer approved an attempt of a payin that is FAILED: the money was taken.';

  /** @returns what the exception queue says in the end, and how often the acquirer was called */
  async function approvedAfterEnd(acquirer: ReturnType<typeof newAcquirer>) {
    const ids = await openPayin({ status: 'FAILED' });
    const { context, events, lines, work } = settling(acquirer);
    await settleAttempt(context, ids.attemptId, APPROVED);
    await Promise.all(work);
    const { attention, payin, attempt, entries, events: recorded } = await written(ids);
    expect({ payin, attempt, entries, recorded }).toMatchObject({
      payin: { status: 'FAILED', updated_at: EARLIER },
      attempt: { outcome: 'approved', settled_at: AT },
      entries: [],
      recorded: [],
    });
    expect(attention).toEqual([
      {
        kind: 'payin_approved_after_end',
        attempt_id: ids.attemptId,
        created_at: AT,
        detail: expect.any(String) as string,
      },
    ]);
    expect(events.woken).toBe(0);
    return { detail: attention[0]?.detail, asked: acquirer.asked.length, lines: lines.join('') };
  }

  it.each<[VoidAnswer | Error, string]>([
    ['voided', 'The acquirer voided or refunded it.'],
    ['requested', 'A void or refund was requested, and the acquirer has not confirmed it yet.'],
    ['too_late', "The acquirer can no longer void it: refund it in the acquirer's portal."],
    [new Error('silence'), 'It is unknown whether the acquirer voids or refunds it.'],
  ])('is voided, and the exception queue records the result: %s', async (answer, text) => {
    const { detail, asked } = await approvedAfterEnd(newAcquirer({ voids: true, answer }));
    expect({ detail, asked }).toEqual({ detail: `${TAKEN} ${text}`, asked: 1 });
  });

  it('is not voided by an adapter that cannot void', async () => {
    const { detail, asked } = await approvedAfterEnd(
      newAcquirer({ voids: false, answer: 'voided' }),
    );
    expect({ detail, asked }).toEqual({ detail: TAKEN, asked: 0 });
  });

  it('is recorded with the attempt if the payin changed since it was read', async () => {
    const ids = await openPayin({ status: 'FAILED' });
    const attempt = await known(ids);
    await database.db
      .updateTable('payins')
      .set({ updated_at: AT })
      .where('id', '=', ids.id)
      .execute();
    await settleAttempt(settling().context, ids.attemptId, APPROVED, attempt);
    const after = await written(ids);
    expect(after.attempt.outcome).toBe('approved');
    expect(after.attention).toHaveLength(1);
  });

  it('is reported once for an attempt that had ended otherwise, and leaves the payin unchanged', async () => {
    const ids = await openPayin();
    await settled(ids, { outcome: 'never_seen' });
    const acquirer = newAcquirer({ voids: true, answer: 'voided' });
    const { context, work } = settling(acquirer);
    await settleAttempt(context, ids.attemptId, { outcome: 'hard_decline', ...DECLINED });
    expect((await written(ids)).attention).toEqual([]);
    for (let times = 0; times < 2; times += 1) {
      await settleAttempt(context, ids.attemptId, APPROVED);
      await Promise.all(work);
    }
    const { attention, payin, attempt } = await written(ids);
    expect(attention.map(({ detail }) => detail)).toEqual([
      'The acquirer approved an attempt that had ended (never_seen) of a payin that is CREATED: ' +
        'the money was taken. The acquirer voided or refunded it.',
    ]);
    expect(payin.status).toBe('CREATED');
    expect(attempt).toMatchObject({ outcome: 'never_seen', provider_reference: 'psp-1' });
    expect(acquirer.asked).toEqual([ids.attemptId]);
  });

  it('under another reference is a second payment, which is voided, and credited once', async () => {
    const ids = await openPayin();
    const acquirer = newAcquirer({ voids: true, answer: 'voided' });
    const { context, work } = settling(acquirer);
    await settleAttempt(context, ids.attemptId, APPROVED);
    const notification = notificationOf(ids, 'psp-2');
    for (let times = 0; times < 2; times += 1) {
      const second = { ...APPROVED, reference: 'psp-2' };
      await settleAttempt(context, ids.attemptId, second, undefined, notification);
      await Promise.all(work);
    }
    const { attention, movements } = await written(ids);
    expect(attention.map(({ detail }) => detail)).toEqual([
      'The acquirer approved psp-2 for an attempt that it had approved as psp-1: the money was taken twice. ' +
        'The acquirer sent AUTHORISATION (success true, reference psp-2, 110.00 USD). ' +
        'psp-2: The acquirer voided or refunded it.',
    ]);
    expect(movements).toHaveLength(1);
    expect(acquirer.asked).toEqual([ids.attemptId]);
  });

  it('under another reference is a second payment after one that came late, too', async () => {
    const ids = await openPayin();
    for (const reported of [{ outcome: 'never_seen' }, APPROVED] as const) {
      await settled(ids, reported);
    }
    await settled(ids, { ...APPROVED, reference: 'psp-2' });
    expect((await written(ids)).attention.map(({ kind }) => kind).toSorted()).toEqual([
      'payin_approved_after_end',
      'provider_contradicts',
    ]);
  });

  it('that the acquirer takes back goes to the exception queue if a notification says so', async () => {
    const ids = await openPayin();
    await settled(ids, APPROVED);
    const { context } = settling();
    const refusal = { outcome: 'hard_decline', ...DECLINED } as const;
    await settleAttempt(context, ids.attemptId, refusal);
    expect((await written(ids)).attention).toEqual([]);
    const notification = notificationOf(ids, 'psp-1');
    await settleAttempt(context, ids.attemptId, refusal, undefined, notification);
    const { attention, payin } = await written(ids);
    expect(attention.map(({ detail }) => detail)).toEqual([
      'The acquirer approved the attempt, and now reports that nothing was taken (hard_decline). ' +
        'The acquirer sent AUTHORISATION (success true, reference psp-1, 110.00 USD).',
    ]);
    expect(payin.status).toBe('SUCCESS');
  });

  it.each<[string, OrderStatus, ReportedOutcome]>([
    ['an approval in time', 'IN_PROGRESS', APPROVED],
    ['a decline after the end', 'FAILED', { outcome: 'hard_decline', ...DECLINED }],
  ])('is not %s, after which nothing is voided', async (_, status, reported) => {
    const ids = await openPayin({ status });
    const acquirer = newAcquirer({ voids: true, answer: 'voided' });
    const { context, work } = settling(acquirer);
    await settleAttempt(context, ids.attemptId, reported);
    await Promise.all(work);
    expect(acquirer.asked).toEqual([]);
    const { attention, attempt } = await written(ids);
    expect(attention).toEqual([]);
    expect(attempt.outcome).toBe(reported.outcome);
  });
});

/** Returns a notification that names a payment of the attempt. */
function notificationOf({ attemptId }: PayinIds, reference: string): TerminalNotification {
  const reported = {
    event: 'AUTHORISATION',
    reference,
    success: true,
    approves: true,
    reason: undefined,
    amountMinor: 11_000n,
    currency: 'USD',
  } as const;
  return { terminalId, notification: { attemptId, kind: 'card', reported } };
}
