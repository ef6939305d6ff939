import { describe, expect, it } from 'vitest';
import { checkHistory } from './check-history.ts';
import type { Operation, OrderKind, Outcome, SeenOrder } from './history.ts';

const OPENING = { balance: 1_000, payins: 0 };

const ORDER: SeenOrder = { id: 'a', status: 'CREATED', amountMinor: 100, creditMinor: 90 };

type Times = readonly [beganMs: number, endedMs: number];

interface Overrides {
  reference?: string;
  order?: OrderKind;
  outcome?: Outcome;
  seen?: SeenOrder;
}

function made([beganMs, endedMs]: Times, overrides: Overrides = {}): Operation {
  const { reference = 'first', order = 'payin', outcome = 'ok', seen = ORDER } = overrides;
  const request = { kind: 'create', order, reference, amountMinor: 100 } as const;
  return { ...request, process: 0, beganMs, endedMs, outcome, ...(outcome === 'ok' && { seen }) };
}

function paid([beganMs, endedMs]: Times, outcome: Outcome = 'ok'): Operation {
  return { kind: 'pay', reference: 'first', process: 0, beganMs, endedMs, outcome };
}

/** @param status none if there was no such order */
function read(
  [beganMs, endedMs]: Times,
  status?: SeenOrder['status'],
  seen: Partial<SeenOrder> = {},
): Operation {
  return {
    kind: 'read',
    reference: 'first',
    process: 1,
    beganMs,
    endedMs,
    outcome: 'ok',
    ...(status && { seen: { ...ORDER, status, ...seen } }),
  };
}

function total([beganMs, endedMs]: Times, value: number, of: 'balance' | 'payins' = 'balance') {
  const answer = { process: 1, beganMs, endedMs, outcome: 'ok', total: value } as const;
  return { kind: 'total', of, ...answer } satisfies Operation;
}

/** The same operation of another payin. */
function renamed(operation: Operation, reference: string, creditMinor: number): Operation {
  if (operation.kind === 'total') return operation;
  const { seen } = operation;
  return {
    ...operation,
    reference,
    ...(seen && { seen: { ...seen, id: reference, creditMinor } }),
  };
}

function second(operation: Operation): Operation {
  return renamed(operation, 'second', 40);
}

function findings(...operations: Operation[]): string[] {
  return checkHistory(operations, { opening: OPENING });
}

describe('A history is accepted', () => {
  it.each<[string, Operation[]]>([
    ['of nothing', []],
    [
      'of an order that is made, paid and credited',
      [
        total([0, 1], 1_000),
        made([2, 3]),
        read([4, 5], 'CREATED'),
        paid([6, 7]),
        read([8, 9], 'PROCESS_PENDING'),
        read([10, 11], 'SUCCESS'),
        total([12, 13], 1_090),
      ],
    ],
    ['whose read during a create shows the order', [made([0, 10]), read([2, 3], 'CREATED')]],
    ['whose read during a create shows none', [made([0, 10]), read([2, 3])]],
    [
      'whose two reads at once show the statuses the other way round',
      [made([0, 1]), paid([2, 3]), read([4, 9], 'PROCESS_PENDING'), read([5, 6], 'SUCCESS')],
    ],
    [
      'whose create without an answer was never made',
      [made([0, 1], { outcome: 'unknown' }), read([2, 3]), read([90, 91])],
    ],
    [
      'whose create without an answer was made later',
      [made([0, 1], { outcome: 'unknown' }), read([2, 3]), read([90, 91], 'CREATED')],
    ],
    [
      'whose create is repeated after no answer',
      [made([0, 1], { outcome: 'unknown' }), read([2, 3], 'CREATED'), made([4, 5])],
    ],
    [
      'whose card data without an answer was charged',
      [made([0, 1]), paid([2, 3], 'unknown'), read([4, 5], 'CREATED'), read([8, 9], 'SUCCESS')],
    ],
    [
      'whose declined card is followed by another',
      [
        made([0, 1]),
        paid([2, 3]),
        read([4, 5], 'PROCESS_PENDING'),
        read([6, 7], 'CREATED'),
        paid([8, 9]),
        read([10, 11], 'SUCCESS'),
      ],
    ],
    [
      'whose balance shows a credit before a read shows the success',
      [made([0, 1]), paid([2, 3]), total([4, 5], 1_090), read([6, 7], 'SUCCESS')],
    ],
    [
      'whose balances show two credits at once, the second one first',
      [
        made([0, 1]),
        second(made([0, 1])),
        paid([2, 3]),
        second(paid([2, 3])),
        total([4, 5], 1_040),
        total([6, 7], 1_130),
        read([8, 9], 'SUCCESS'),
        second(read([8, 9], 'SUCCESS')),
      ],
    ],
    [
      'whose two balances at once show a credit, and not',
      [
        made([0, 1]),
        paid([2, 3]),
        total([4, 9], 1_000),
        total([5, 6], 1_090),
        read([10, 11], 'SUCCESS'),
      ],
    ],
    [
      'whose payout is charged',
      [
        made([0, 1], { order: 'payout', seen: { ...ORDER, creditMinor: -110 } }),
        read([2, 3], 'SUCCESS', { creditMinor: -110 }),
        total([4, 5], 890),
      ],
    ],
    [
      'whose payout is charged by a create without an answer, before it is repeated',
      [
        made([0, 1], { order: 'payout', outcome: 'unknown' }),
        total([2, 3], 890),
        made([4, 5], {
          order: 'payout',
          seen: { ...ORDER, status: 'SUCCESS', creditMinor: -110 },
        }),
        read([6, 7], 'SUCCESS', { creditMinor: -110 }),
      ],
    ],
    [
      'whose number of payins counts one that was made without an answer',
      [made([0, 1], { outcome: 'unknown' }), total([2, 3], 1, 'payins'), made([4, 5])],
    ],
  ])('%s', (_, operations) => {
    expect(findings(...operations)).toEqual([]);
  });
});

describe('A history is refused', () => {
  it.each<[string, Operation[], string]>([
    ['that has lost a write', [made([0, 1]), read([2, 3])], 'read first was none'],
    [
      'that has lost a write which a read had shown',
      [made([0, 1], { outcome: 'unknown' }), read([2, 3], 'CREATED'), read([4, 5])],
      'read first was none',
    ],
    [
      'that has made an order twice',
      [made([0, 1]), made([2, 3], { seen: { ...ORDER, id: 'b' } })],
      'first was made twice: a, b',
    ],
    [
      'that has answered two references with one order',
      [made([0, 1]), made([2, 3], { reference: 'second' })],
      'a has two references',
    ],
    [
      'that shows an order whose create was refused',
      [made([0, 1], { outcome: 'failed' }), read([2, 3], 'CREATED')],
      'read first was CREATED',
    ],
    [
      'that shows another amount',
      [made([0, 1]), read([2, 3], 'CREATED', { amountMinor: 99 })],
      'first has several amounts: 100, 99',
    ],
    [
      'whose read begins after a success was seen, and does not show it',
      [made([0, 1]), paid([2, 3]), read([4, 5], 'SUCCESS'), read([6, 7], 'PROCESS_PENDING')],
      'read first was PROCESS_PENDING',
    ],
    [
      'whose status goes back after a create without an answer is repeated',
      [
        made([0, 1], { outcome: 'unknown' }),
        made([2, 3]),
        paid([4, 5]),
        read([6, 7], 'SUCCESS'),
        read([8, 9], 'CREATED'),
      ],
      'read first was CREATED',
    ],
    [
      'whose order has two ends',
      [made([0, 1]), paid([2, 3]), read([4, 9], 'SUCCESS'), read([4, 9], 'FAILED')],
      'read first was',
    ],
    [
      'whose order succeeds before its card data',
      [made([0, 1]), read([2, 3], 'SUCCESS'), paid([4, 5])],
      'read first was SUCCESS',
    ],
    [
      'whose order succeeds by card data that was refused',
      [made([0, 1]), paid([2, 3], 'failed'), read([4, 5], 'SUCCESS')],
      'read first was SUCCESS',
    ],
    [
      'that has doubled a credit',
      [made([0, 1]), paid([2, 3]), read([4, 5], 'SUCCESS'), total([6, 7], 1_180)],
      'balance was 1180',
    ],
    [
      'that has lost a credit',
      [made([0, 1]), paid([2, 3]), read([4, 5], 'SUCCESS'), total([6, 7], 1_000)],
      'balance was 1000',
    ],
    [
      'that has credited what had not succeeded yet',
      [
        made([0, 1]),
        paid([2, 3]),
        total([4, 5], 1_090),
        read([6, 7], 'PROCESS_PENDING'),
        read([8, 9], 'SUCCESS'),
      ],
      'balance was 1090',
    ],
    [
      'whose balance goes back',
      [
        made([0, 1]),
        paid([2, 3]),
        total([4, 5], 1_090),
        total([6, 7], 1_000),
        read([8, 9], 'SUCCESS'),
      ],
      'balance was 1000',
    ],
    [
      'that has credited a payin before its card data',
      [made([0, 1]), total([2, 3], 1_090), paid([4, 5]), read([6, 7], 'SUCCESS')],
      'balance was 1090',
    ],
    [
      'that has charged a payout which failed',
      [
        made([0, 1], { order: 'payout', seen: { ...ORDER, creditMinor: -110 } }),
        read([2, 3], 'FAILED', { creditMinor: -110 }),
        total([4, 5], 890),
      ],
      'balance was 890',
    ],
    [
      'whose number of payins lacks one',
      [made([0, 1]), total([2, 3], 0, 'payins')],
      'payins was 0',
    ],
  ])('%s', (_, operations, finding) => {
    expect(findings(...operations)).toEqual([expect.stringContaining(finding)]);
  });
});

it('A history is judged by the times of its operations, not by the order in which they are recorded', () => {
  const operations = [read([4, 5], 'SUCCESS'), paid([2, 3]), made([0, 1]), total([6, 7], 1_090)];
  expect(findings(...operations)).toEqual([]);
  expect(findings(...operations.toReversed())).toEqual([]);
});

it('A history is judged in which a thousand payins succeed, up to eight of them at once', () => {
  const payins = Array.from({ length: 1_000 }, (_, number) => {
    const atMs = number * 10;
    const own = [
      made([atMs, atMs + 1]),
      paid([atMs + 2, atMs + 3]),
      read([atMs + 80, atMs + 81], 'SUCCESS'),
    ];
    return own.map((each) => renamed(each, `order ${number}`, 90));
  }).flat();
  const balances = [total([2_020, 2_022], 1_000 + 197 * 90), total([20_000, 20_001], 91_000)];
  expect(findings(...payins, ...balances)).toEqual([]);
  expect(findings(...payins, ...balances, total([30_000, 30_001], 91_090))).toHaveLength(1);
});

/** Payins that are paid and then shown with a status, each with another credit. */
function payins(count: number, status: SeenOrder['status']): Operation[] {
  return Array.from({ length: count }, (_, number) => {
    const own = [made([0, 1]), paid([2, 3]), read([10, 11], status)];
    return own.map((each) => renamed(each, `order ${number}`, 1_001 + number ** 2));
  }).flat();
}

describe('A history is judged', () => {
  it('in which eighty payins are still open at the end', () => {
    const open = payins(80, 'PROCESS_PENDING');
    expect(findings(...open, total([20, 21], 1_000))).toEqual([]);
    expect(findings(...open, total([20, 21], 2_001))).toEqual([]);
    expect(findings(...open, total([4, 5], 2_001))).toHaveLength(1);
    expect(findings(...open, total([20, 21], 1_999))).toHaveLength(1);
  });

  it('in which thirty payins succeed at once', () => {
    const paid = payins(30, 'SUCCESS');
    expect(findings(...paid, total([4, 5], 2_001), total([12, 13], 39_585))).toEqual([]);
    expect(findings(...paid, total([4, 5], 2_001), total([6, 7], 1_000))).toHaveLength(1);
    expect(findings(...paid, total([4, 5], 1_999))).toHaveLength(1);
  });

  it('in which a create has no answer a hundred times', () => {
    const creates = Array.from({ length: 100 }, (_, atMs) =>
      made([atMs, atMs + 1], { outcome: 'unknown' }),
    );
    expect(findings(...creates, made([200, 201]), read([202, 203], 'CREATED'))).toEqual([]);
    expect(findings(...creates, made([200, 201]), read([202, 203]))).toHaveLength(1);
  });
});
