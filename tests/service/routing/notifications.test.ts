import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MAX_DEPTH, MAX_NAMES } from '#contract/json/json.ts';
import {
  type NewAttempt,
  type NotificationReading,
  type NotTaken,
  ContradictionError,
  type AcquirerAnswer,
} from '#service/acquirers/port.ts';
import { createPayin, payWith, readPayin } from '../../../packages/tollgate/conformance/orders.ts';
import { targetOf } from '../../../packages/tollgate/conformance/target.ts';
import { APPROVED, silence } from '../../support/acquirers/acquirer-doubles.ts';
import { scriptedAdapter } from '../../support/acquirers/scripted-adapter.ts';
import { attentionOf, ledgerFindings, resolveAll } from '../../support/process/operator-answers.ts';
import { scrape, valueOf } from '../../support/process/metrics.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';
import { methodTo } from './terminals-and-routes.ts';

const SIGNED = { 'x-signed': 'by the acquirer' };

const LIMIT_BYTES = 256 * 1024;

/** The sizes of the bodies that reached the adapter. */
const bodiesRead: number[] = [];

const { adapter, behaviours } = scriptedAdapter((headers, body) => {
  bodiesRead.push(body.length);
  return Promise.resolve(read(headers, body));
});
const running = serviceForTests({ adapters: [adapter] });
const target = targetOf(running);

type Does = NonNullable<Parameters<(typeof behaviours)['set']>[1]['cards']>;

/** Creates an order whose first answer was lost. */
async function unknown(does: Does = {}) {
  let attemptId = '';
  const authorize = ({ id }: NewAttempt) => {
    attemptId = id;
    return silence();
  };
  const { methodId, terminalIds } = await methodTo(running, behaviours, [
    { does: { cards: { authorize, ...does } } },
  ]);
  const { id } = await createPayin(target, { merchant_gate_method_id: methodId });
  expect(await payWith(target, id, '4242424242424242')).toMatchObject({
    status: 'PROCESS_PENDING',
  });
  return { id, attemptId, terminalId: terminalIds[0] ?? '' };
}

/** Creates an order whose only attempt was answered, with its terminal's behaviour after that. */
async function answered(answer: AcquirerAnswer | NotTaken, does: Does = {}) {
  let attemptId = '';
  const authorize = ({ id }: NewAttempt) => {
    attemptId = id;
    return Promise.resolve(answer);
  };
  const { methodId, terminalIds } = await methodTo(running, behaviours, [
    { does: { cards: { authorize, ...does } } },
  ]);
  const { id } = await createPayin(target, { merchant_gate_method_id: methodId });
  await payWith(target, id, '4242424242424242');
  return { id, attemptId, terminalId: terminalIds[0] ?? '' };
}

const DECLINED = {
  outcome: 'soft_decline',
  reference: 'r',
  message: 'no',
  reason: 'other',
} as const satisfies AcquirerAnswer;
const GIVEN_BACK = { detail: expect.stringContaining('voided or refunded it') as string };

async function notify(
  terminalId: string,
  body: BodyInit,
  headers: Record<string, string> = SIGNED,
) {
  const url = `${running.baseUrl}/api/v1/notifications/${terminalId}`;
  const answer = await fetch(url, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  return answer.status;
}

function spaced(bytes: number): string {
  return '[]'.padEnd(bytes);
}

function nested(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}

function named(count: number): string {
  return `[{${Array.from({ length: count }, (_, index) => `"${index}":0`).join(',')}}]`;
}

const approved: Does = { confirmNotification: () => Promise.resolve(APPROVED) };

describe('a notification', () => {
  it('ends its order, once even if repeated', async () => {
    const { id, attemptId, terminalId } = await unknown(approved);
    const body = JSON.stringify([attemptId]);
    expect(await notify(terminalId, body)).toBe(200);
    const order = await readPayin(target, id);
    expect(order).toMatchObject({ status: 'SUCCESS', rrn: '1' });
    expect(await Promise.all([notify(terminalId, body), notify(terminalId, body)])).toEqual([
      200, 200,
    ]);
    expect(await readPayin(target, id)).toEqual(order);
  });

  it('that is missing for a day after an approved payment is a current problem of its terminal', async () => {
    const { attemptId, terminalId } = await answered(APPROVED);
    const problems = async () => {
      const { body } = await running.operator('attention conditions');
      return JSON.stringify(body);
    };
    const { name: subject } = await running.db
      .selectFrom('terminals')
      .select('name')
      .where('id', '=', terminalId)
      .executeTakeFirstOrThrow();
    const problem = { kind: 'notifications_missing', subject };
    expect(await problems()).not.toContain(problem.kind);
    await sql`update payin_attempts set created_at = created_at - interval '25 hours'
      where id = ${attemptId}`.execute(running.db);
    expect(JSON.parse(await problems())).toContainEqual(expect.objectContaining(problem));
    // One that the adapter does not take for ours says nothing about the terminal.
    await notify(terminalId, '[]');
    expect(await problems()).toContain(problem.kind);
    await notify(terminalId, JSON.stringify([attemptId]));
    expect(await problems()).not.toContain(problem.kind);
  });

  it('of an approval is confirmed once: repeated, it changes nothing', async () => {
    let confirmed = 0;
    const { id, attemptId, terminalId } = await unknown({
      confirmNotification() {
        confirmed += 1;
        return Promise.resolve(APPROVED);
      },
    });
    const { amount } = await readPayin(target, id);
    const amountMinor = Math.round(amount * 100);
    const body = JSON.stringify([{ kind: 'approval', attemptId, amountMinor }]);
    expect([await notify(terminalId, body), await notify(terminalId, body)]).toEqual([200, 200]);
    expect(await readPayin(target, id)).toMatchObject({ status: 'SUCCESS' });
    expect(confirmed).toBe(1);
    // With another amount it contradicts the approval, so the adapter must see it.
    const other = JSON.stringify([{ kind: 'approval', attemptId, amountMinor: amountMinor + 1 }]);
    expect(await notify(terminalId, other)).toBe(200);
    expect(confirmed).toBe(2);
  });

  it.each<[string, AcquirerAnswer | NotTaken]>([
    ['declined', DECLINED],
    ['declined for good', { ...DECLINED, outcome: 'hard_decline' }],
    ['not taken', { outcome: 'not_taken', cause: 'request_refused' }],
  ])(
    'of money for an attempt that was %s goes to the exception queue, and the payment is voided',
    async (_, answer) => {
      const { id, attemptId, terminalId } = await answered(answer, {
        ...approved,
        void: () => Promise.resolve('voided'),
      });
      const before = await readPayin(target, id);
      const body = JSON.stringify([attemptId]);
      expect(await notify(terminalId, body)).toBe(200);
      expect(await readPayin(target, id)).toEqual(before);
      const raised = { kind: 'payin_approved_after_end', order_id: id, attempt_id: attemptId };
      await expect.poll(() => attentionOf(running)).toMatchObject([GIVEN_BACK]);
      expect(await attentionOf(running)).toMatchObject([raised]);
      expect(await ledgerFindings(running)).toMatchObject([
        { rule: 'approved_is_credited', order_id: id },
      ]);
      const { body: story } = await running.operator('orders show', { order: id });
      expect(story).toMatchObject({
        attempts: [{ id: attemptId, effective_after_end_at: expect.any(String) as string }],
      });
      expect(running.logs()).toContain('payin_approved_after_end');
      await resolveAll(running);
      expect(await ledgerFindings(running)).toEqual([]);
      expect(await notify(terminalId, body)).toBe(200);
      expect(await attentionOf(running)).toEqual([]);
    },
  );

  it('ends an order of a terminal that was taken down meanwhile', async () => {
    const { id, attemptId, terminalId } = await unknown(approved);
    expect(await running.operator('terminals down', { terminal: terminalId })).toMatchObject({
      status: 200,
    });
    expect(await notify(terminalId, JSON.stringify([attemptId]))).toBe(200);
    expect(await readPayin(target, id)).toMatchObject({ status: 'SUCCESS' });
  });

  it('changes nothing through another terminal', async () => {
    const { id, attemptId } = await unknown(approved);
    const other = await unknown(approved);
    expect(await notify(other.terminalId, JSON.stringify([attemptId]))).toBe(200);
    expect(await readPayin(target, id)).toMatchObject({ status: 'PROCESS_PENDING' });
    expect(await attentionOf(running)).toEqual([]);
    const { metrics } = running.context;
    expect(await metrics.registry.getSingleMetricAsString(SKIPPED)).toContain(
      `${SKIPPED}{terminal="${other.terminalId}",reason="other_account"} 1`,
    );
  });

  it('has to be sent again if it could not be confirmed', async () => {
    const { attemptId, terminalId } = await unknown();
    expect(await notify(terminalId, JSON.stringify([attemptId]))).toBe(503);
  });

  it('of an unknown attempt with an id like ours is in the exception queue, once', async () => {
    const { terminalId } = await unknown();
    const [card = '', transfer = '', payout = '', refund = ''] = Array.from({ length: 4 }, () =>
      randomUUID(),
    );
    const reports = [
      { kind: 'approval', attemptId: card, amountMinor: 1250, event: 'AUTHORISATION' },
      { kind: 'transfer', attemptId: transfer },
      { kind: 'payout', attemptId: payout },
      { kind: 'refund', attemptId: refund },
    ];
    for (const times of [1, 2]) {
      const status = await notify(terminalId, JSON.stringify([...reports, 'x', '']));
      expect([times, status]).toEqual([times, 200]);
    }
    const raised = await resolveAll(running);
    const events = [
      `AUTHORISATION, r of ${card}`,
      `transfer, ${transfer}`,
      `payout, ${payout}`,
      `refund, ${refund}`,
    ].map(
      (event) => `The acquirer of terminal ${terminalId} sent ${event}, for an unknown payment.`,
    );
    expect(raised.map(({ detail }) => detail).toSorted()).toEqual(events.toSorted());
    expect(raised.every(({ kind }) => kind === 'acquirer_notice')).toBe(true);
  });

  it('that is signed and cannot be read is logged and counted, and need not be sent again', async () => {
    const { terminalId } = await unknown();
    expect(await notify(terminalId, '{')).toBe(200);
    expect(await skippedOf(terminalId, 'unreadable')).toBe(1);
    expect(running.logs()).toMatch(/NEW.*A part of a notification was skipped/);
  });

  it.each<[why: string, body: string, headers: Record<string, string>, status: number]>([
    ['that nobody signed', '[]', {}, 401],
    ['of ten megabytes', 'x'.repeat(10 * 1024 * 1024), SIGNED, 413],
  ])('%s is refused', async (_why, body, headers, status) => {
    const { terminalId } = await unknown();
    expect(await notify(terminalId, body, headers)).toBe(status);
  });

  it.each<[what: string, most: string, more: string, status: number]>([
    ['bytes', spaced(LIMIT_BYTES), spaced(LIMIT_BYTES + 1), 413],
    ['levels', nested(MAX_DEPTH), nested(MAX_DEPTH + 1), 400],
    ['names', named(MAX_NAMES), named(MAX_NAMES + 1), 400],
    ['names, none reserved', '[{"_proto_":""}]', '[{"__proto__":""}]', 400],
  ])(
    'may have so many %s, and with more is refused before its reader sees it',
    async (_, most, more, status) => {
      const { terminalId } = await unknown();
      const before = bodiesRead.length;
      expect(await notify(terminalId, more)).toBe(status);
      expect(bodiesRead).toHaveLength(before);
      await notify(terminalId, most);
      expect(bodiesRead.slice(before)).toEqual([most.length]);
    },
  );

  it.each(['nothing', randomUUID(), `${randomUUID()}%00`])(
    'to a terminal that does not exist is refused: %s',
    async (terminal) => {
      expect(await notify(terminal, '[]')).toBe(404);
    },
  );

  it('is accepted by POST only', async () => {
    const answer = await fetch(`${running.baseUrl}/api/v1/notifications/${randomUUID()}`);
    expect(answer.status).toBe(405);
  });
});

describe('a notice', () => {
  const chargeback = (about?: object) =>
    JSON.stringify([
      { kind: 'notice', about, id: 'evt_1', event: 'CHARGEBACK', detail: '12.50 EUR' },
    ]);

  it('is recorded with its order and queued, once even if repeated', async () => {
    const { id, attemptId, terminalId } = await answered(APPROVED);
    const named = chargeback({ attemptId });
    expect(await Promise.all([notify(terminalId, named), notify(terminalId, named)])).toEqual([
      200, 200,
    ]);
    const [raised, ...more] = await resolveAll(running);
    expect(more).toEqual([]);
    expect(raised).toMatchObject({
      kind: 'acquirer_notice',
      order_id: id,
      attempt_id: attemptId,
      detail: 'The acquirer sent CHARGEBACK (12.50 EUR).',
    });
    expect(await notify(terminalId, named)).toBe(200);
    expect(await attentionOf(running)).toEqual([]);
    const { body: story } = await running.operator('orders show', { order: id });
    expect(story).toMatchObject({ notices: [{ event: 'CHARGEBACK', detail: '12.50 EUR' }] });
    expect(await readPayin(target, id)).toMatchObject({ status: 'SUCCESS' });
  });

  it("is matched by the acquirer's reference, and several are all shown", async () => {
    const answer = { ...APPROVED, reference: `PSP-${randomUUID()}` };
    const { id, terminalId } = await answered(answer);
    const about = { reference: answer.reference };
    const fraud = { kind: 'notice', about, id: 'evt_2', event: 'NOTIFICATION_OF_FRAUD' };
    await notify(terminalId, chargeback(about));
    await notify(terminalId, JSON.stringify([fraud]));
    const raised = await resolveAll(running);
    expect(raised).toMatchObject([{ order_id: id }]);
    expect(raised[0]?.detail).toMatch(/CHARGEBACK .* NOTIFICATION_OF_FRAUD/);
  });

  it.each<[string, object | undefined]>([
    ['of no payment', undefined],
    ['of what is no id', { attemptId: 'x' }],
    ['of an unknown reference', { reference: 'PSP-unknown' }],
  ])('%s is logged and counted', async (_, about) => {
    const { terminalId } = await answered(APPROVED);
    const dispute = JSON.stringify([{ ...DISPUTE, about }]);
    for (const body of [chargeback(about), dispute]) {
      expect(await notify(terminalId, body)).toBe(200);
    }
    expect(await attentionOf(running)).toEqual([]);
    expect(running.logs()).toContain('A notification about an unknown payment');
    const { metrics } = running.context;
    const counted = await metrics.registry.getSingleMetricAsString(SKIPPED);
    expect(counted).toContain(`${SKIPPED}{terminal="${terminalId}",reason="unknown_payment"} 2`);
  });

  it('of an unknown payment with a reference like ours is in the exception queue, once', async () => {
    const { terminalId } = await answered(APPROVED);
    const about = { attemptId: randomUUID() };
    for (const detail of ['12.50 EUR', '12.50 EUR, another reason']) {
      const notice = { kind: 'notice', about, id: 'evt_1', event: 'REFUND', detail };
      expect(await notify(terminalId, JSON.stringify([notice]))).toBe(200);
      const dispute = JSON.stringify([{ ...DISPUTE, about, detail }]);
      expect(await notify(terminalId, dispute)).toBe(200);
    }
    const named = `The acquirer of terminal ${terminalId} sent`;
    const raised = await resolveAll(running);
    expect(raised.toSorted((one, other) => one.kind.localeCompare(other.kind))).toMatchObject([
      {
        kind: 'acquirer_notice',
        order_id: null,
        detail: `${named} REFUND, evt_1, for an unknown payment.`,
      },
      {
        kind: 'dispute_of_nothing',
        order_id: null,
        detail: `${named} CHARGEBACK, D1 for an unknown payment.`,
      },
    ]);
  });

  it('keeps no card number in the names of events, and of unstorable text what can be stored', async () => {
    const { id, attemptId, terminalId } = await answered(APPROVED);
    const names = { id: 'evt\0 4242424242424242', event: 'NEW\0 5555 5555 5555 4444' };
    const notice = { kind: 'notice', about: { attemptId }, ...names, detail: 'a\0\ud800' };
    for (const times of [1, 2]) {
      expect([times, await notify(terminalId, JSON.stringify([notice]))]).toEqual([times, 200]);
    }
    expect(await notify(terminalId, chargeback({ reference: 'PSP\0' }))).toBe(200);
    const [raised, ...more] = await resolveAll(running);
    expect(more).toEqual([]);
    expect(raised?.detail).toBe('The acquirer sent 555555******4444 (a\uFFFD\uFFFD).');
    const rows = await running.db
      .selectFrom('acquirer_notices')
      .select('event_id')
      .where('order_id', '=', id)
      .execute();
    expect(rows).toEqual([{ event_id: 'evt\uFFFD 424242******4242' }]);
    expect(running.logs()).not.toMatch(/4242424242424242|5555 5555/);
  });

  it('keeps no card number', async () => {
    const { attemptId, terminalId } = await answered(APPROVED);
    const notice = { kind: 'notice', about: { attemptId }, id: 'e', event: 'NEW' };
    await notify(terminalId, JSON.stringify([{ ...notice, detail: '4242424242424242' }]));
    expect(await resolveAll(running)).toMatchObject([{ detail: 'The acquirer sent NEW.' }]);
  });
});

const SKIPPED = 'tollgate_notifications_skipped_total';

async function skippedOf(terminalId: string, reason: string): Promise<number | undefined> {
  return valueOf(await scrape(running), SKIPPED, { terminal: terminalId, reason });
}

const DISPUTE = {
  kind: 'dispute',
  id: 'CHARGEBACK D1',
  event: 'CHARGEBACK',
  reference: 'D1',
  step: 'charged_back',
} as const;

describe('an acquirer that reports a contradiction', () => {
  /** Creates an order whose notifications contradict it, until they are right. */
  async function contradicted() {
    const state = { isRight: false };
    const made = await unknown({
      confirmNotification: (_attempt, reported) =>
        state.isRight
          ? Promise.resolve(APPROVED)
          : Promise.reject(new ContradictionError(`Another amount of ${reported?.event ?? '?'}`)),
    });
    const item = (changes: object = {}) =>
      JSON.stringify([
        { kind: 'approval', attemptId: made.attemptId, amountMinor: 1_249, ...changes },
      ]);
    return { ...made, state, item };
  }
  const retake = async (id: string) => running.operator('attention retake', { id });

  it('changes nothing, and need not send it again: the exception queue has its item, once', async () => {
    const { id, attemptId, terminalId, item } = await contradicted();
    const sent = [notify(terminalId, item()), notify(terminalId, item())];
    expect(await Promise.all(sent)).toEqual([200, 200]);
    expect(await notify(terminalId, item())).toBe(200);
    expect(await readPayin(target, id)).toMatchObject({ status: 'PROCESS_PENDING' });
    const detail = `Another amount of approved. The acquirer sent approved (success true, reference r, 12.49 EUR).`;
    const entry = { kind: 'provider_contradicts', order_id: id, attempt_id: attemptId, detail };
    expect(await attentionOf(running)).toMatchObject([entry]);
    await resolveAll(running);
    expect(await notify(terminalId, item())).toBe(200);
    expect(await attentionOf(running)).toEqual([]);
  });

  it('with several events of one payment has one entry, with all of them', async () => {
    const { terminalId, item } = await contradicted();
    for (const event of ['AUTHORISATION', 'CAPTURE', 'CAPTURE']) {
      expect(await notify(terminalId, item({ event }))).toBe(200);
    }
    const [entry, ...more] = await resolveAll(running);
    expect(more).toEqual([]);
    expect(entry?.detail.match(/The acquirer sent \w+/g)).toEqual([
      'The acquirer sent AUTHORISATION',
      'The acquirer sent CAPTURE',
    ]);
  });

  it('has to send it again if it could not be stored', async () => {
    const { id, terminalId, item } = await contradicted();
    await sql`alter table contradictory_notifications rename to away`.execute(running.db);
    try {
      expect(await notify(terminalId, item())).toBe(503);
    } finally {
      await sql`alter table away rename to contradictory_notifications`.execute(running.db);
    }
    expect(await attentionOf(running)).toEqual([]);
    expect(await notify(terminalId, item())).toBe(200);
    expect(await resolveAll(running)).toMatchObject([{ order_id: id }]);
  });

  it('is handed to its adapter again by an operator, who keeps the entry until it is taken', async () => {
    const { id, terminalId, item, state } = await contradicted();
    await notify(terminalId, item());
    const [entry] = await attentionOf(running);
    const entryId = entry?.id ?? '';
    expect(await retake(entryId)).toMatchObject({ status: 409 });
    expect(await attentionOf(running)).toEqual([entry]);
    state.isRight = true;
    expect(await retake(entryId)).toMatchObject({ status: 200, body: { done: true } });
    expect(await readPayin(target, id)).toMatchObject({ status: 'SUCCESS' });
    expect(await attentionOf(running)).toEqual([]);
    expect(await retake(entryId)).toMatchObject({ status: 404 });
    expect(await retake(randomUUID())).toMatchObject({ status: 404 });
  });

  it('by an inquiry only has nothing that could be handed to the adapter again', async () => {
    const state = { isRight: false };
    const { id, terminalId, attemptId } = await unknown({
      findOutcome: () =>
        state.isRight ? silence() : Promise.reject(new ContradictionError('Another amount')),
    });
    expect(await notify(terminalId, JSON.stringify([attemptId]))).toBe(503);
    await expect.poll(() => attentionOf(running)).toMatchObject([{ order_id: id }]);
    const [entry] = await attentionOf(running);
    expect(await retake(entry?.id ?? '')).toMatchObject({ status: 409 });
    // Later inquiries do not raise it again.
    state.isRight = true;
    await resolveAll(running);
  });

  it('skips what is not ours, and counts it', async () => {
    const { terminalId, attemptId } = await unknown(approved);
    const skipped = { kind: 'skipped', why: 'unsigned', event: 'REPORT_AVAILABLE' };
    expect(await notify(terminalId, JSON.stringify([skipped, attemptId, 'no id of ours']))).toBe(
      200,
    );
    expect(await attentionOf(running)).toEqual([]);
    expect(await skippedOf(terminalId, 'unsigned')).toBe(1);
    expect(await skippedOf(terminalId, 'other_account')).toBe(1);
    expect(running.logs()).toContain('A part of a notification was skipped');
  });

  describe('and approves a second payment of an attempt', () => {
    const second = { ...APPROVED, reference: 'second' };
    const bodyOf = (attemptId: string, changes: object = {}) =>
      JSON.stringify([
        { kind: 'approval', attemptId, amountMinor: 1_250, reference: 'second', ...changes },
      ]);
    const voided: string[] = [];
    const paidTwice: Does = {
      confirmNotification: (_attempt, reported) =>
        Promise.resolve(reported?.reference === 'second' ? second : APPROVED),
      void({ id, reference = '' }) {
        voided.push(`${id} ${reference}`);
        return Promise.resolve('voided');
      },
    };
    const entryOf = (attemptId: string) => ({
      kind: 'provider_contradicts',
      attempt_id: attemptId,
      detail:
        'The acquirer approved second for an attempt that it had approved as r: the money was taken twice. ' +
        'The acquirer sent approved (success true, reference second, 12.50 EUR). ' +
        'second: The acquirer voided or refunded it.',
    });

    it('has it in the exception queue and voids it, once, and the order keeps its first payment', async () => {
      const { id, attemptId, terminalId } = await answered(APPROVED, paidTwice);
      const before = await readPayin(target, id);
      expect(before).toMatchObject({ status: 'SUCCESS' });
      expect(await notify(terminalId, bodyOf(attemptId))).toBe(200);
      await expect.poll(() => attentionOf(running)).toMatchObject([entryOf(attemptId)]);
      await resolveAll(running);
      expect(await notify(terminalId, bodyOf(attemptId))).toBe(200);
      expect(await attentionOf(running)).toEqual([]);
      expect(voided.filter((one) => one.startsWith(attemptId))).toEqual([`${attemptId} second`]);
      expect(await readPayin(target, id)).toEqual(before);
      expect(await ledgerFindings(running)).toEqual([]);
    });

    it('also if the first one was approved after its end', async () => {
      const { attemptId, terminalId } = await answered(DECLINED, paidTwice);
      expect(await notify(terminalId, bodyOf(attemptId, { reference: 'r' }))).toBe(200);
      await expect.poll(() => attentionOf(running)).toMatchObject([GIVEN_BACK]);
      await resolveAll(running);
      expect(await notify(terminalId, bodyOf(attemptId))).toBe(200);
      await expect.poll(() => attentionOf(running)).toMatchObject([entryOf(attemptId)]);
      await resolveAll(running);
    });

    it('also if the attempt turns out to be approved by the first one only now', async () => {
      const { id, attemptId, terminalId } = await unknown({ ...paidTwice, ...approved });
      expect(await notify(terminalId, bodyOf(attemptId))).toBe(200);
      expect(await readPayin(target, id)).toMatchObject({ status: 'SUCCESS' });
      await expect.poll(() => attentionOf(running)).toMatchObject([entryOf(attemptId)]);
      await resolveAll(running);
    });

    it('does not take a charge that its approval did not name for another payment', async () => {
      const { id, attemptId, terminalId } = await answered(APPROVED, paidTwice);
      expect(await notify(terminalId, bodyOf(attemptId, { reference: 'r charge' }))).toBe(200);
      expect(await readPayin(target, id)).toMatchObject({ status: 'SUCCESS' });
      expect(await attentionOf(running)).toEqual([]);
    });
  });
});

/** Reads a test notification: signed by a word, with attempt ids, approvals, or notices in the port's form. */
function read(headers: Headers, body: Uint8Array): NotificationReading {
  if (headers.get('x-signed') !== SIGNED['x-signed']) return { ok: false, problem: 'forged' };
  const given = z
    .array(z.union([z.string(), approval, outcome, notice, dispute, skippedItem]))
    .safeParse(parsed(body));
  if (!given.success) return { ok: false, problem: 'unreadable', event: 'NEW' };
  const isSkipped = (one: (typeof given.data)[number]) =>
    typeof one !== 'string' && one.kind === 'skipped';
  return {
    ok: true,
    notifications: given.data.filter((one) => !isSkipped(one)).map(notificationOf),
    skipped: given.data.flatMap((one) =>
      typeof one !== 'string' && one.kind === 'skipped' ? [one] : [],
    ),
  };
}

function notificationOf(
  one:
    | string
    | z.output<
        typeof approval | typeof outcome | typeof notice | typeof dispute | typeof skippedItem
      >,
): Extract<NotificationReading, { ok: true }>['notifications'][number] {
  if (typeof one === 'string' || one.kind === 'skipped') {
    const attemptId = typeof one === 'string' ? one : '';
    return { kind: 'card' as const, attemptId, reported: undefined };
  }
  if (one.kind !== 'approval' && one.kind !== 'notice' && one.kind !== 'dispute') {
    return { ...one, reported: undefined };
  }
  if (one.kind === 'notice') return { ...one, detail: one.detail, about: one.about };
  if (one.kind === 'dispute') {
    const unstated = { disputed: undefined, reasonCode: undefined, answerBy: undefined };
    return { ...unstated, ...one, detail: one.detail, about: one.about, reportedAt: undefined };
  }
  const reported = {
    event: one.event,
    success: true,
    approves: true,
    reference: one.reference,
    amountMinor: BigInt(one.amountMinor),
    currency: 'EUR',
    reason: undefined,
  };
  return { kind: 'card' as const, attemptId: one.attemptId, reported };
}

const approval = z.object({
  kind: z.literal('approval'),
  attemptId: z.string(),
  amountMinor: z.int(),
  event: z.string().default('approved'),
  reference: z.string().default(APPROVED.reference),
});

/** Says only whose outcome changed. */
const outcome = z.object({
  kind: z.enum(['transfer', 'payout', 'refund']),
  attemptId: z.string(),
});

const skippedItem = z.object({
  kind: z.literal('skipped'),
  why: z.enum(['unsigned', 'unreadable', 'other_account']),
  event: z.string(),
});

const notice = z.object({
  kind: z.literal('notice'),
  about: z
    .union([z.object({ attemptId: z.string() }), z.object({ reference: z.string() })])
    .optional(),
  id: z.string(),
  event: z.string(),
  detail: z.string().optional(),
});

const dispute = notice.extend({
  kind: z.literal('dispute'),
  reference: z.string(),
  step: z.literal('charged_back'),
});

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
