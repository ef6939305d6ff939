import { describe, expect, it } from 'vitest';
import type { AttemptOutcome } from '#domain/order/attempt.ts';
import {
  newAcquirer,
  AT,
  DECLINED,
  EARLIER,
  known,
  openPayin,
  scheduled,
  settlementDatabase,
  settled,
  settling,
  statuses,
  written,
  type PayinIds,
} from '../../../tests/service/payins/settling.ts';
import type { NewPayin } from '../platform/database/schema.ts';
import type { Receipt } from '../acquirers/port.ts';
import type { ReportedOutcome } from './attempt.ts';
import { methodDataOf } from './method-data.ts';
import { settleAttempt } from './settle.ts';

const database = settlementDatabase();

/** Opens a transfer of 110.00 USD. */
const openTransfer = (changes: Partial<NewPayin> = {}, toleranceMinor = 0n) =>
  openPayin({ payment_source: 'P2P', ...changes }, { toleranceMinor });

const INSTRUCTIONS = {
  kind: 'transfer',
  holder: 'Ada',
  account: { kind: 'iban', value: 'UA21 3223 1300 0002 6007 2335 6600 1' },
} as const;
const IBAN = 'UA213223130000026007233566001';
const OTHER_IBAN = 'DE89370400440532013000';

const receipt = (reference: string, amountMinor: bigint): Receipt => ({ reference, amountMinor });
const PART = [receipt('a', 4_000n)];
const WHOLE = [...PART, receipt('b', 7_000n)];
const MORE = [...WHOLE, receipt('c', 100n)];
const waiting = (receipts: readonly Receipt[] = []) =>
  ({
    outcome: 'waiting',
    reference: 'psp-1',
    instructions: INSTRUCTIONS,
    receipts,
  }) as const satisfies ReportedOutcome;
const DECLINE = { outcome: 'soft_decline', ...DECLINED } as const;

/** Returns the entries of the exception queue, and how much of each receipt is marked as queued. */
async function queued(ids: PayinIds) {
  const { attention, receipts } = await written(ids);
  return {
    said: attention.map(({ kind, detail }) => `${kind}: ${detail}`),
    minor: receipts.map(({ queued_minor: minor }) => minor),
  };
}

describe('a payin that is not paid by card', () => {
  it.each<[string, ReportedOutcome, string]>([
    ['all of it has arrived', waiting(WHOLE), 'amount_received'],
    [
      'the acquirer approves it with all that arrived',
      { outcome: 'approved', reference: 'psp-1', receipts: WHOLE },
      'provider_approved',
    ],
  ])('succeeds if %s', async (_why, reported, cause) => {
    const ids = await openTransfer();
    const { events } = await settled(ids, reported);
    const { payin, attempt, receipts, account, attention } = await written(ids);
    expect(await statuses(ids)).toEqual([`IN_PROGRESS SUCCESS ${cause}`]);
    expect(payin.resolution).toBe('OK');
    expect(attempt.outcome).toBe('approved');
    expect(receipts).toEqual(
      WHOLE.map(({ reference, amountMinor }) => ({
        attempt_id: ids.attemptId,
        reference,
        amount_minor: amountMinor,
        queued_minor: 0n,
        received_at: AT,
      })),
    );
    expect(account?.available_minor).toBe(3_000n);
    expect(attention).toEqual([]);
    expect(events.woken).toBe(1);
  });

  it("succeeds on the acquirer's approval, and stores the payer data that comes with it", async () => {
    const ids = await openTransfer({ payment_method_data: '{"bank_id":"mono"}' });
    const payer = { iban: OTHER_IBAN, tckn: '12345678950' };
    const { context } = await settled(ids, { outcome: 'approved', reference: 'psp-1', payer });
    const { payin, events } = await written(ids);
    expect(await statuses(ids)).toEqual(['IN_PROGRESS SUCCESS provider_approved']);
    const open = { bank_id: 'mono', iban: OTHER_IBAN };
    expect(payin.payment_method_data).toEqual(open);
    const data = { ...open, tckn: payer.tckn };
    expect(methodDataOf(context.keyring, { id: ids.id, ...payin })).toEqual(data);
    expect(JSON.parse(events[0]?.body ?? '')).toMatchObject([{ payment_method_data: data }]);
  });

  it.each([
    ['with instructions', waiting(), INSTRUCTIONS, { iban: IBAN }, 'instructions_given'],
    [
      'which has no instructions yet',
      { outcome: 'waiting', reference: 'psp-1', instructions: undefined },
      null,
      null,
      'provider_pending',
    ],
  ] as const)('waits for its payer, %s', async (_how, reported, instructions, data, cause) => {
    const ids = await openTransfer();
    const { events, lines, counted } = await settled(ids, reported);
    const { payin, attempt, receipts, counts } = await written(ids);
    expect(await statuses(ids)).toEqual([`IN_PROGRESS PROCESS_PENDING ${cause}`]);
    expect(payin).toMatchObject({ payment_method_data: data, resolution: null });
    expect(attempt).toMatchObject({
      outcome: null,
      instructions,
      provider_reference: 'first',
      ...scheduled({ challenge: false }),
    });
    expect(receipts).toEqual([]);
    expect(counts.at(-1)).toMatchObject({ direction: 'payin', to_status: 'PROCESS_PENDING' });
    expect(await counted()).toMatch(
      /order_transitions_total{direction="payin",status="PROCESS_PENDING",method="[-\da-f]{36}",terminal="[-\da-f]{36}"} 1\n/,
    );
    expect(events.woken).toBe(0);
    expect(lines).toEqual([]);
  });

  it.each<[string, ReportedOutcome]>([
    ['instructions', waiting()],
    ['a receipt', { ...waiting(PART), instructions: undefined }],
  ])(
    'changes by %s while it waits, so that a decision made before is made again',
    async (_, reported) => {
      const ids = await openTransfer({ status: 'PROCESS_PENDING' });
      await settled(ids, reported);
      expect((await written(ids)).payin.updated_at).toEqual(AT);
    },
  );
});

describe('money that arrives for a payin', () => {
  it('is recorded while it is too little, and pays together with later receipts', async () => {
    const ids = await openTransfer();
    await settled(ids, waiting(PART));
    expect(await statuses(ids)).toEqual(['IN_PROGRESS PROCESS_PENDING instructions_given']);
    expect(await queued(ids)).toEqual({ said: [], minor: [0n] });
    await settled(ids, waiting(WHOLE));
    expect((await statuses(ids)).at(-1)).toBe('PROCESS_PENDING SUCCESS amount_received');
    expect(await queued(ids)).toEqual({ said: [], minor: [0n, 0n] });
  });

  it('counts once if one report has it twice', async () => {
    const half = { reference: 'half', amountMinor: 5_500n };
    const ids = await openTransfer();
    await settled(ids, waiting([half, half]));
    const { receipts, payin } = await written(ids);
    expect(receipts).toHaveLength(1);
    expect(payin).toMatchObject({ status: 'PROCESS_PENDING', updated_at: AT });
  });

  it.each<[string, ReportedOutcome]>([
    ['the acquirer waits', waiting(PART)],
    ['the acquirer approves', { outcome: 'approved', reference: 'psp-1', receipts: PART }],
    ['the acquirer refuses', { outcome: 'hard_decline', ...DECLINED, receipts: PART }],
  ])(
    'may fall short by the tolerance of the method, which the merchant bears: %s',
    async (_, reported) => {
      const ids = await openTransfer({}, 7_000n);
      const { counted } = await settled(ids, reported);
      expect((await statuses(ids)).at(-1)).toMatch(/SUCCESS/);
      expect(await queued(ids)).toEqual({ said: [], minor: [0n] });
      const { movements, entries, account, retentions } = await written(ids);
      expect(movements).toEqual([{ kind: 'payin_success' }, { kind: 'payin_shortfall' }]);
      const shortfall = entries.filter(({ kind }) => kind === 'payin_shortfall');
      expect(
        shortfall.map(({ account, currency, amount_minor }) => [account, currency, amount_minor]),
      ).toEqual([
        ['available', 'EUR', -3_000n],
        ['hold', 'EUR', -3_364n],
        ['conversion', 'EUR', 6_364n],
        ['conversion', 'USD', -7_000n],
        ['provider_clearing', 'USD', 7_000n],
      ]);
      expect(account).toMatchObject({ available_minor: 0n, hold_minor: 2_832n });
      expect(retentions).toMatchObject([
        { bucket: 'hold', amount_minor: 2_832n },
        { bucket: 'rolling', amount_minor: 484n },
      ]);
      expect(await counted()).toMatch(
        /payin_shortfall_minor_total{method="[-\da-f]{36}",currency="USD"} 7000\n/,
      );
    },
  );

  it('may fall short by the tolerance, which is read if the first answer has receipts', async () => {
    const ids = await openTransfer({}, 7_000n);
    await settleAttempt(settling().context, ids.attemptId, waiting(PART), await known(ids));
    expect((await written(ids)).payin.status).toBe('SUCCESS');
  });

  it('may fall short by the same percentage of every amount', async () => {
    const percent = { tolerance_percent: '2.5' };
    const [enough, less] = [await openTransfer(), await openTransfer()];
    for (const { gateId } of [enough, less]) {
      await database.db
        .updateTable('gate_methods')
        .set(percent)
        .where('gate_id', '=', gateId)
        .execute();
    }
    await settled(enough, waiting([receipt('a', 10_725n)]));
    await settled(less, waiting([receipt('a', 10_724n)]));
    expect((await written(enough)).payin.status).toBe('SUCCESS');
    expect((await written(less)).payin.status).toBe('PROCESS_PENDING');
  });

  it('after a shortfall was accepted goes to the exception queue in full', async () => {
    const ids = await openTransfer({}, 7_000n);
    await settled(ids, waiting(PART));
    await settled(ids, waiting(WHOLE));
    const { said, minor } = await queued(ids);
    expect(said).toEqual([
      'received_more: 70.00 USD arrived above what was accepted as enough: 110.00 of 110.00 USD in total.',
    ]);
    expect(minor.reduce((sum, each) => sum + each, 0n)).toBe(7_000n);
  });

  it('above the amount goes to the exception queue, and the amount itself is credited', async () => {
    const ids = await openTransfer();
    await settled(ids, waiting(MORE));
    expect(await statuses(ids)).toEqual(['IN_PROGRESS SUCCESS amount_received']);
    expect((await queued(ids)).said).toEqual([
      "received_more: 1.00 USD arrived above the order's amount: 111.00 of 110.00 USD in total.",
    ]);
    const { account, receipts } = await written(ids);
    expect(account?.available_minor).toBe(3_000n);
    expect(receipts.reduce((sum, { queued_minor: minor }) => sum + minor, 0n)).toBe(100n);
  });

  it('below the amount goes to the exception queue when the attempt ends, and fails the payin', async () => {
    const ids = await openTransfer({ status: 'PROCESS_PENDING' });
    await settled(ids, waiting(PART));
    await settled(ids, DECLINE);
    expect(await statuses(ids)).toEqual(['PROCESS_PENDING FAILED provider_declined']);
    expect(await queued(ids)).toEqual({
      said: ['received_less: 40.00 of 110.00 USD arrived. The payin is FAILED.'],
      minor: [4_000n],
    });
  });

  it('below the amount suffices if the acquirer approves it, and is reported in the exception queue', async () => {
    const ids = await openTransfer();
    await settled(ids, { outcome: 'approved', reference: 'psp-1', receipts: PART });
    expect(await statuses(ids)).toEqual(['IN_PROGRESS SUCCESS provider_approved']);
    expect(await queued(ids)).toEqual({
      said: ['received_less: 40.00 of 110.00 USD arrived. The payin is SUCCESS.'],
      minor: [0n],
    });
  });

  it('is recorded if it completes an amount that the acquirer approved before', async () => {
    const ids = await openTransfer();
    await settled(ids, { outcome: 'approved', reference: 'psp-1', receipts: PART });
    await settled(ids, waiting(WHOLE));
    const { said, minor } = await queued(ids);
    expect(said).toHaveLength(1);
    expect(minor).toEqual([0n, 0n]);
  });

  it.each<[string, ReportedOutcome, string | null]>([
    ['that is not said to be enough', waiting(WHOLE), null],
    [
      'that is said to be enough',
      { outcome: 'approved', reference: 'psp-1', receipts: WHOLE },
      'approved',
    ],
  ])(
    'after its end goes to the exception queue in full: an amount %s',
    async (_, reported, outcome) => {
      const ids = await openTransfer({ status: 'FAILED' });
      const { events } = await settled(ids, reported);
      const { payin, attempt, entries } = await written(ids);
      expect({ status: payin.status, outcome: attempt.outcome }).toEqual({
        status: 'FAILED',
        outcome,
      });
      expect(entries).toEqual([]);
      const queue = {
        said: ['received_late: 110.00 USD arrived for a payin that is FAILED.'],
        minor: [4_000n, 7_000n],
      };
      expect(await queued(ids)).toEqual(queue);
      await settled(ids, reported);
      expect(await queued(ids)).toEqual(queue);
      expect(events.woken).toBe(0);
    },
  );

  it.each<ReportedOutcome>([{ ...DECLINE, receipts: WHOLE }, waiting(WHOLE)])(
    'for a refused transfer is late for its order, which still waits: $outcome',
    async (told) => {
      const ids = await openTransfer();
      await settled(ids, DECLINE);
      await settled(ids, told);
      expect((await written(ids)).payin).toMatchObject({
        status: 'CREATED',
        payment_method_data: null,
        updated_at: AT,
      });
      const queue = {
        said: ['received_late: 110.00 USD arrived for a payin that is CREATED.'],
        minor: [4_000n, 7_000n],
      };
      expect(await queued(ids)).toEqual(queue);
      await settled(ids, told);
      expect(await queued(ids)).toEqual(queue);
    },
  );

  it('after the end of its attempt goes to the exception queue, and approves nothing', async () => {
    const ids = await openTransfer();
    await settled(ids, DECLINE);
    await settled(ids, { outcome: 'approved', reference: 'psp-2', receipts: PART });
    expect(await queued(ids)).toEqual({
      said: ['received_late: 40.00 USD arrived for a payin that is CREATED.'],
      minor: [4_000n],
    });
    expect((await written(ids)).attempt.provider_reference).toBe('psp-1');
  });
});

it.each<[string, AttemptOutcome | undefined, boolean, string]>([
  ['given back where the acquirer can', undefined, true, ' A void or refund was requested,'],
  ['given back after a refusal too', 'soft_decline', true, ' A void or refund was requested,'],
  ['only queued where it cannot', undefined, false, ''],
])('a transfer that is approved after the end is %s', async (_, outcome, voids, result) => {
  const ids = await openTransfer({ status: outcome === undefined ? 'FAILED' : 'CREATED' });
  if (outcome !== undefined) {
    await database.db
      .updateTable('payin_attempts')
      .set({ outcome, settled_at: EARLIER })
      .where('id', '=', ids.attemptId)
      .execute();
  }
  const acquirer = newAcquirer({ voids, answer: 'requested' });
  const { work } = await settled(
    ids,
    { outcome: 'approved', reference: 'psp-1' },
    settling(acquirer),
  );
  await Promise.all(work);
  expect(acquirer.asked).toEqual(voids ? [ids.attemptId] : []);
  const [said, ...more] = (await queued(ids)).said;
  expect(more).toEqual([]);
  expect(said).toMatch(/^payin_approved_after_end: The acquirer approved an attempt/);
  expect(said).toContain(`the money was taken.${result}`);
});
