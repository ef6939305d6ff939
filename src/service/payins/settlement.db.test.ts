import { describe, expect, it } from 'vitest';
import type { AuthenticationFlow } from '#domain/card/authentication.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import {
  APPROVED,
  AT,
  DECLINED,
  EARLIER,
  known,
  openPayin,
  settlementDatabase,
  settled as settle,
  settling,
  statuses,
  written,
  type PayinIds,
} from '../../../tests/service/payins/settling.ts';
import type { ReportedOutcome } from './attempt.ts';
import { settleAttempt } from './settle.ts';

function day(days: number) {
  return new Date(AT.getTime() + days * 86_400_000);
}

const database = settlementDatabase();

describe('an attempt that is settled', () => {
  it('credits an approved payin, and records its transition, its retentions and its event', async () => {
    const ids = await openPayin({ challenge_url: 'https://bank.example/0' });
    const { events, counted } = await settle(ids, APPROVED);
    const after = await written(ids);
    expect(after).toEqual({
      payin: {
        status: 'SUCCESS',
        resolution: 'OK',
        resolution_code: null,
        resolution_message: null,
        rrn: '42',
        provider_error_message: null,
        challenge_url: null,
        updated_at: AT,
        payment_method_data: null,
        payer_sealed: null,
      },
      attempt: {
        outcome: 'approved',
        decline_reason: null,
        decline_advice: null,
        scheme_code: null,
        authentication: null,
        eci: null,
        provider_reference: 'psp-1',
        settled_at: AT,
        instructions: null,
        failure_keys: null,
        inquiry_step: 0,
        next_inquiry_at: AT,
        challenged_at: null,
        superseded: false,
      },
      transitions: [
        { from_status: 'IN_PROGRESS', to_status: 'SUCCESS', cause: 'provider_approved', at: AT },
      ],
      counts: [
        {
          direction: 'payin',
          from_status: 'IN_PROGRESS',
          to_status: 'SUCCESS',
          from_updated_hour: EARLIER.getTime() / 3_600_000,
          to_updated_hour: AT.getTime() / 3_600_000,
        },
      ],
      receipts: [],
      failedCards: [],
      retentions: [
        { bucket: 'hold', amount_minor: 6_196n, due_at: day(2) },
        { bucket: 'rolling', amount_minor: 484n, due_at: day(180) },
      ].map((part) => ({ ...part, gate_id: ids.gateId, currency: 'EUR', released_at: null })),
      account: {
        available_minor: 3_000n,
        hold_minor: 6_196n,
        rolling_minor: 484n,
        payout_reserve_minor: 0n,
      },
      movements: [{ kind: 'payin_success' }],
      entries: (
        [
          ['provider_clearing', null, 'USD', -11_000n],
          ['conversion', null, 'USD', 11_000n],
          ['conversion', null, 'EUR', -10_000n],
          ['hold', ids.gateId, 'EUR', 6_196n],
          ['rolling', ids.gateId, 'EUR', 484n],
          ['available', ids.gateId, 'EUR', 3_000n],
          ['fee_income', null, 'EUR', 320n],
        ] as const
      ).map(([account, owner, currency, amount], line) => ({
        kind: 'payin_success',
        at: AT,
        line,
        account,
        owner_id: owner,
        currency,
        amount_minor: amount,
      })),
      events: [
        {
          direction: 'payin',
          order_ids: [ids.id],
          destination_url: 'https://shop.example/',
          body: expect.any(String) as string,
          traceparent: null,
          created_at: AT,
        },
      ],
      attention: [],
    });
    expect(JSON.parse(after.events[0]?.body ?? '')).toMatchObject([
      {
        id: ids.id,
        status: 'SUCCESS',
        rrn: '42',
        update_date: AT.getTime() / 1_000,
        pay_url: `https://pay.example/pay/${ids.id}`,
      },
    ]);
    expect(events.woken).toBe(1);
    expect(await counted()).toMatch(/SUCCESS.* 1\n/);
  });

  it.each<[WebhookPayload, object]>([
    ['retrieval', { seq_id: expect.any(Number) as number }],
    ['extended', { company_id: expect.any(String) as string }],
  ])("records its event with the merchant's choice of payload: %s", async (payload, shape) => {
    const ids = await openPayin({ callback_url: null });
    await database.db
      .updateTable('merchants')
      .set({ webhook_payload: payload })
      .where('id', '=', ids.merchantId)
      .execute();
    await settle(ids, APPROVED);
    const { events } = await written(ids);
    expect(JSON.parse(events[0]?.body ?? '')).toMatchObject([shape]);
    expect(events[0]?.destination_url).toBeNull();
  });

  it('retains nothing if the hold and the rolling reserve are zero', async () => {
    const ids = await openPayin({ hold_minor: 0n, rolling_minor: 0n });
    await settle(ids, APPROVED);
    const { retentions, account } = await written(ids);
    expect(retentions).toEqual([]);
    expect(account).toMatchObject({ available_minor: 9_680n, hold_minor: 0n, rolling_minor: 0n });
  });

  it('fails a payin after a hard decline, and credits nothing', async () => {
    const ids = await openPayin();
    const { events } = await settle(ids, { outcome: 'hard_decline', ...DECLINED });
    const { payin, attempt, movements, events: recorded } = await written(ids);
    expect(payin).toMatchObject({
      status: 'FAILED',
      resolution: 'PROVIDER_ERROR',
      provider_error_message: 'No funds',
      resolution_code: 'ORDER_CANNOT_BE_PROCESSED',
      resolution_message: 'The acquirer declined the payment.',
    });
    expect(attempt).toMatchObject({ outcome: 'hard_decline', decline_reason: 'limit' });
    expect(movements).toEqual([]);
    expect(recorded).toHaveLength(1);
    expect(events.woken).toBe(1);
  });

  it('records the advice and scheme code of a decline, and the authentication before it', async () => {
    const ids = await openPayin();
    await settle(ids, {
      outcome: 'hard_decline',
      ...DECLINED,
      advice: 'do_not_try_again',
      schemeCode: 'Mastercard 03',
      authentication: { flow: 'challenged', eci: '05' },
    });
    expect((await written(ids)).attempt).toMatchObject({
      decline_advice: 'do_not_try_again',
      scheme_code: 'Mastercard 03',
      authentication: 'challenged',
      eci: '05',
    });
  });

  it.each<[string, ReportedOutcome, AuthenticationFlow | null]>([
    ['an approval', APPROVED, 'challenged'],
    ['a decline', { outcome: 'hard_decline', ...DECLINED }, null],
  ])(
    'derives the authentication after a challenge from %s that does not report it',
    async (_how, reported, flow) => {
      const ids = await openPayin({}, { attempt: { challenged_at: EARLIER } });
      await settle(ids, reported);
      expect((await written(ids)).attempt.authentication).toBe(flow);
    },
  );

  it.each<[string, boolean, ReportedOutcome]>([
    ['a decline', true, { outcome: 'soft_decline', ...DECLINED }],
    ['a decline for good', true, { outcome: 'hard_decline', ...DECLINED }],
    ['a decline until later', false, { outcome: 'soft_decline', ...DECLINED, reason: 'try_later' }],
    ['a shopper who left', false, { outcome: 'hard_decline', ...DECLINED, reason: 'cancelled' }],
    ['what never arrived', false, { outcome: 'never_seen' }],
    ['an approval', false, APPROVED],
  ])('counts its card as failed after %s: %s', async (_by, isCounted, reported) => {
    const keys = [1, 2].map((byte) => Buffer.alloc(32, byte));
    const ids = await openPayin({}, { attempt: { failure_keys: keys } });
    await settle(ids, reported);
    const { attempt, failedCards } = await written(ids);
    const failed = { card_fingerprint: Buffer.alloc(32), failed_at: AT };
    expect(failedCards).toEqual(isCounted ? keys.map((key) => ({ key, ...failed })) : []);
    expect(attempt.failure_keys).toBeNull();
  });

  it.each<[string, boolean, ReportedOutcome]>([
    ['a decline', true, { outcome: 'soft_decline', ...DECLINED }],
    ['a decline for good', true, { outcome: 'hard_decline', ...DECLINED }],
    ['what never arrived', false, { outcome: 'never_seen' }],
    ['an approval', false, APPROVED],
  ])("counts %s against the payer's address: %s", async (_what, isCounted, reported) => {
    const ids = await openPayin();
    const made = settling();
    const { addressDeclines } = made.context.limits;
    const payer = { merchantId: ids.merchantId, address: '203.0.113.7' };
    addressDeclines.begin(ids.attemptId, payer);
    await settle(ids, reported, made);
    expect(addressDeclines.isReached(payer)).toBe(isCounted);
  });

  it.each<[string, ReportedOutcome, object, RegExp]>([
    [
      'an approval',
      APPROVED,
      { outcome: 'approved', reason: null },
      /attempts_total{direction="payin",outcome="approved",reason="",terminal="[-\da-f]{36}"} 1/,
    ],
    [
      'a decline',
      { outcome: 'hard_decline', ...DECLINED },
      { outcome: 'hard_decline', reason: 'limit' },
      /attempts_total{direction="payin",outcome="hard_decline",reason="limit",terminal="[-\da-f]{36}"} 1/,
    ],
    [
      'a decline by a code that is not known',
      { outcome: 'hard_decline', ...DECLINED, reason: 'other', unmappedCode: 'Z9' },
      { outcome: 'hard_decline', reason: 'other' },
      /unmapped_declines_total{terminal="[-\da-f]{36}",code="Z9"} 1/,
    ],
  ])('is counted and logged when it ends by %s', async (_how, reported, told, count) => {
    const ids = await openPayin();
    const { lines, counted } = await settle(ids, reported);
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      {
        msg: 'An attempt ended',
        merchantId: ids.merchantId,
        orderId: ids.id,
        attemptId: ids.attemptId,
        terminalId: expect.any(String) as string,
        ...told,
      },
    ]);
    const counts = await counted();
    expect(counts).toMatch(count);
    expect(counts.includes('unmapped_declines_total{')).toBe('unmappedCode' in reported);
  });

  it("keeps the acquirer's reference if the report has none", async () => {
    const ids = await openPayin();
    await settle(ids, { outcome: 'never_seen' });
    const { attempt, events } = await written(ids);
    expect(attempt).toMatchObject({ outcome: 'never_seen', provider_reference: 'first' });
    expect(events).toEqual([]);
    expect(await statuses(ids)).toEqual(['IN_PROGRESS CREATED attempt_never_seen']);
  });

  it("saves the acquirer's reference of a payment that waits for its payer", async () => {
    const ids = await openPayin();
    const instructions = { kind: 'redirect', url: 'https://bank.example/1' } as const;
    await settle(ids, { outcome: 'waiting', reference: 'psp-1', save: 'order 1', instructions });
    const { payin, attempt } = await written(ids);
    expect(payin.status).toBe('PROCESS_PENDING');
    expect(attempt).toMatchObject({ outcome: null, provider_reference: 'order 1' });
  });
});

describe('settleAttempt with an attempt that was read before', () => {
  const conflicts = /settle_conflicts_total{kind="payin"} 1\n/;

  it.each<[string, (ids: PayinIds) => Promise<unknown>, string[], OrderStatus]>([
    [
      'the order was moved',
      ({ id }) =>
        database.db.updateTable('payins').set({ status: 'FAILED' }).where('id', '=', id).execute(),
      ['payin_approved_after_end'],
      'FAILED',
    ],
    [
      'the order was changed',
      ({ id }) =>
        database.db.updateTable('payins').set({ updated_at: AT }).where('id', '=', id).execute(),
      [],
      'SUCCESS',
    ],
    [
      'another attempt was made',
      ({ id }) =>
        database.db.updateTable('payins').set({ attempts_made: 2 }).where('id', '=', id).execute(),
      [],
      'SUCCESS',
    ],
    [
      'the attempt was closed',
      ({ attemptId }) =>
        database.db
          .updateTable('payin_attempts')
          .set({ outcome: 'never_seen', settled_at: EARLIER })
          .where('id', '=', attemptId)
          .execute(),
      ['payin_approved_after_end'],
      'IN_PROGRESS',
    ],
    [
      'the merchant chose another payload',
      ({ merchantId }) =>
        database.db
          .updateTable('merchants')
          .set({ webhook_payload: 'extended' })
          .where('id', '=', merchantId)
          .execute(),
      [],
      'SUCCESS',
    ],
  ])('reads it again if %s since', async (_, change, queued, status) => {
    const ids = await openPayin();
    const attempt = await known(ids);
    await change(ids);
    const { context, counted } = settling();
    await settleAttempt(context, ids.attemptId, APPROVED, attempt);
    const { payin, attention, movements } = await written(ids);
    expect(payin.status).toBe(status);
    expect(attention.map(({ kind }) => kind)).toEqual(queued);
    expect(movements).toHaveLength(status === 'SUCCESS' ? 1 : 0);
    expect(await counted()).toMatch(conflicts);
  });

  it('counts earlier declines against the allowed attempts', async () => {
    const ids = await openPayin({ max_attempts: 2 });
    const attempt = await known(ids, { attempts: { made: 2, declined: 1 } });
    const { context, events } = settling();
    const decline = { outcome: 'soft_decline', ...DECLINED } as const;
    await settleAttempt(context, ids.attemptId, decline, attempt);
    expect((await written(ids)).payin.status).toBe('FAILED');
    expect(events.woken).toBe(1);
  });

  it.each<[string, ReportedOutcome]>([
    ['an approval', APPROVED],
    ['a decline', { outcome: 'hard_decline', ...DECLINED }],
    ['a pending answer', { outcome: 'pending', reference: 'psp-1' }],
    ['silence', { outcome: 'unknown' }],
    ['an abandoned challenge', { outcome: 'abandoned' }],
  ])('writes %s in one statement', async (_, reported) => {
    const ids = await openPayin();
    expect(await countStatements(ids, reported)).toBe(1);
    expect((await written(ids)).transitions).not.toEqual([]);
  });

  it('writes nothing if the report changes nothing', async () => {
    const ids = await openPayin({ status: 'PROCESS_PENDING' });
    expect(await countStatements(ids, { outcome: 'unknown' })).toBe(0);
  });

  async function countStatements(ids: PayinIds, reported: ReportedOutcome): Promise<number> {
    const attempt = await known(ids);
    let statements = 0;
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        statements += 1;
        return result;
      },
    });
    await settleAttempt(settling(undefined, db).context, ids.attemptId, reported, attempt);
    return statements;
  }
});
