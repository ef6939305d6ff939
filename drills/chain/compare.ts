import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PAYMENT_SOURCES, type PaymentSource } from '../../src/domain/order/payment-source.ts';

/** An attempt at the downstream, and the upstream's order whose reference is the attempt's id. */
interface Pair {
  id: string;
  source: PaymentSource;
  outcome: string | null;
  amount: bigint;
  /** The status of the upstream's order; null if there is no order. */
  status: string | null;
  upstream_amount: bigint | null;
}

export interface Comparison {
  compared: number;
  /** The number of attempts without an outcome. */
  open: number;
  contradictions: string[];
  /** How many payins were paid by each source. */
  paidBySource: Partial<Record<PaymentSource, number>>;
  /** Totals in minor units: the downstream's, then the upstream's. */
  paidIn: [bigint, bigint];
  paidOut: [bigint, bigint];
}

/** The statuses that the upstream's order may have, by the attempt's outcome; null means no order. */
const EXPECTED_STATUSES: Readonly<Record<string, readonly (string | null)[]>> = {
  approved: ['SUCCESS'],
  soft_decline: ['CREATED', 'CLOSED', 'FAILED'],
  hard_decline: ['FAILED'],
  never_seen: [null, 'CREATED', 'CLOSED', 'FAILED'],
  not_taken: [null, 'CREATED', 'CLOSED', 'FAILED'],
  abandoned: ['CLOSED'],
  paid: ['SUCCESS'],
  refused: ['FAILED', 'CLOSED'],
};

/** Stricter for orders that are not paid by card, because those may be paid as soon as they exist. */
const EXPECTED_TRANSFER_STATUSES: typeof EXPECTED_STATUSES = {
  ...EXPECTED_STATUSES,
  never_seen: [null],
  not_taken: [null, 'CLOSED', 'FAILED'],
};

const KINDS = {
  payin: {
    attempts: `select attempt.id, payment_source as source, attempt.outcome, payins.amount_minor as amount
      from payin_attempts attempt join payins on payins.id = attempt.payin_id`,
    orders: `select reference_id as id, status, amount_minor as amount from payins`,
    taken: 'approved',
  },
  payout: {
    attempts: `select attempt.id, payment_source as source, attempt.outcome, payouts.amount_minor as amount
      from payout_attempts attempt join payouts on payouts.id = attempt.payout_id`,
    orders: `select reference_id as id, status, amount_minor as amount from payouts`,
    taken: 'paid',
  },
} as const;

interface Urls {
  downstream: string;
  upstream: string;
}

/** Compares every attempt of the downstream with the upstream's order for it. */
async function compare(urls: Urls): Promise<Comparison> {
  const payins = await pairs(urls, 'payin');
  const payouts = await pairs(urls, 'payout');
  const all = [...payins, ...payouts];
  return {
    compared: all.length,
    open: all.filter(({ outcome }) => outcome === null).length,
    contradictions: [
      ...all.flatMap(contradiction),
      ...(await contradictingOrders(urls.downstream)),
    ],
    paidBySource: Object.fromEntries(
      PAYMENT_SOURCES.map((source) => [source, paidBy(payins, source)]),
    ),
    paidIn: sums(payins, 'approved'),
    paidOut: sums(payouts, 'paid'),
  };
}

const POLL_MS = 1_000;

/** Compares until no attempt is open, or the time is up. */
export function compareWhenSettled(urls: Urls, patienceMs: number): Promise<Comparison> {
  return compareUntil(urls, patienceMs, ({ open }) => open === 0);
}

/** Waits until a payin was paid by each source, or the time is up. */
export async function waitUntilPaidByEach(urls: Urls, patienceMs: number): Promise<void> {
  await compareUntil(urls, patienceMs, isPaidByEach);
}

/** Returns whether each source has paid at least one payin. Without one the drill shows nothing about the source. */
export function isPaidByEach({ paidBySource }: Pick<Comparison, 'paidBySource'>): boolean {
  return PAYMENT_SOURCES.every((source) => (paidBySource[source] ?? 0) > 0);
}

async function compareUntil(
  urls: Urls,
  patienceMs: number,
  isDone: (comparison: Comparison) => boolean,
): Promise<Comparison> {
  const deadlineMs = performance.now() + patienceMs;
  for (;;) {
    const comparison = await compare(urls);
    if (isDone(comparison) || performance.now() > deadlineMs) return comparison;
    await sleep(POLL_MS);
  }
}

async function pairs({ downstream, upstream }: Urls, kind: keyof typeof KINDS): Promise<Pair[]> {
  const { attempts, orders } = KINDS[kind];
  const made = await rows<Omit<Pair, 'status' | 'upstream_amount'>>(downstream, attempts);
  const found = await rows<{ id: string; status: string; amount: bigint }>(upstream, orders);
  const byId = new Map(found.map((order) => [order.id, order]));
  return made.map((attempt) => {
    const order = byId.get(attempt.id);
    return { ...attempt, status: order?.status ?? null, upstream_amount: order?.amount ?? null };
  });
}

function paidBy(payins: readonly Pair[], source: PaymentSource): number {
  return payins.filter((each) => each.source === source && each.outcome === 'approved').length;
}

function contradiction({ id, source, outcome, amount, status, upstream_amount }: Pair): string[] {
  if (outcome === null) return [];
  const expected = source === 'CARD' ? EXPECTED_STATUSES : EXPECTED_TRANSFER_STATUSES;
  if (!expected[outcome]?.includes(status)) {
    return [`${id} (${source}) is ${outcome}, and ${status ?? 'unknown'} at the upstream`];
  }
  if (status === 'SUCCESS' && amount !== upstream_amount) {
    return [`${id} is ${amount}, and ${upstream_amount ?? 'nothing'} at the upstream`];
  }
  return [];
}

/** Returns orders that break this rule: a successful order has one approved attempt, any other order has none. */
async function contradictingOrders(databaseUrl: string): Promise<string[]> {
  const found = await rows<{ id: string; status: string; approved: bigint }>(
    databaseUrl,
    `select payins.id, status, count(attempt.id) as approved
      from payins left join payin_attempts attempt
        on attempt.payin_id = payins.id and outcome = 'approved'
      group by payins.id
      having count(attempt.id) <> case when status = 'SUCCESS' then 1 else 0 end`,
  );
  return found.map(({ id, status, approved }) => `${id} is ${status} by ${approved} approvals`);
}

function sums(all: readonly Pair[], taken: string): [bigint, bigint] {
  const sum = (amounts: (bigint | null)[]) =>
    amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n);
  return [
    sum(all.filter(({ outcome }) => outcome === taken).map(({ amount }) => amount)),
    sum(all.filter(({ status }) => status === 'SUCCESS').map((pair) => pair.upstream_amount)),
  ];
}

async function rows<Row extends object>(databaseUrl: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // Amounts in minor units are integers of any size.
  client.setTypeParser(pg.types.builtins.INT8, BigInt);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
