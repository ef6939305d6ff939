import type { BeginRequest } from '#contract/schemas/transfer.ts';
import { Sensitive } from '#domain/card/sensitive.ts';
import { formatMinor } from '#domain/money.ts';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { PageCaller } from '../merchants/settings.ts';
import { inquireNow } from '../orders/inquiry.ts';
import type { ServiceContext } from '../platform/context.ts';
import { beginTransfer } from '../payins/begin.ts';
import { payinInquiry } from '../payins/inquire.ts';
import { selectBegin, type BeginRow } from '../payins/store/payins.ts';
import { prepared } from '../platform/database/statement.ts';
import type { TransferSource } from '../acquirers/port.ts';
import type { SandboxDb } from './schema.ts';
import { CONFIRMATIONS_NEEDED } from './transfer-instructions.ts';
import { sendsMoney } from './transfer-outcomes.ts';
import {
  endTransfer,
  partsOf,
  sendAll,
  TRANSFER_COLUMNS,
  wasSeen,
  type BookedTransfer,
  type SeenTransfer,
} from './transfers.ts';

/** A payment as shown by the simulated bank, wallet or phone of the payer. */
export interface BankPayment {
  order_id: string;
  source: string;
  /** Decimal text, in major units of the currency. */
  amount: string;
  currency: string;
  /** All money sent for it, as decimal text. */
  sent: string;
  /** The amount still missing, as decimal text. */
  missing: string;
  state: 'open' | 'approved' | 'refused' | 'abandoned';
  /** The payer's actions, in the order of the buttons. */
  actions: BankAction[];
  return_url: string;
}

export const BANK_ACTIONS = [
  'approve',
  'rest',
  'exact',
  'less',
  'more',
  'twice',
  'late',
  'refuse',
] as const;
export type BankAction = (typeof BANK_ACTIONS)[number];

export interface BankDeps {
  db: SandboxDb;
  now: () => Date;
  returnUrl: (orderId: string) => string;
  context: ServiceContext;
  /** The attempts for which this process is sending money, so that `notifyOfArrivals` does not notify of it as well. */
  sending: Set<string>;
}

/** Finds a payment by its attempt's id, or an order's latest payment by the order's id. */
export async function findBankPayment(
  deps: BankDeps,
  id: string,
): Promise<BankPayment | undefined> {
  const booked = await findSeen(deps.db, id);
  return booked && shown(deps, booked);
}

/**
 * Starts an order's payment like the payment page, with a sandbox payer's input, for a shop's tests that open no
 * page. Returns undefined if the order cannot be started.
 */
export async function beginAtBank(
  deps: BankDeps,
  orderId: string,
): Promise<BankPayment | undefined> {
  const { context } = deps;
  const order = await selectBegin(context.db, orderId);
  if (order === undefined || order.payment_source === 'CARD') return undefined;
  const data = typedFor(order.payment_source, order);
  await beginTransfer(context, PAGE, {
    orderId,
    data,
    timestamp: String(deps.now().getTime()),
    signature: randomUUID(),
    payer: {
      address: undefined,
      userAgent: undefined,
      accept: undefined,
      acceptLanguage: undefined,
      script: false,
    },
  });
  return findBankPayment(deps, orderId);
}

/** The caller of requests from here, which are not signed. */
const PAGE: PageCaller = { scope: 'page', keyId: 'sandbox', secret: '', expiresAt: null };

function typedFor(
  source: TransferSource,
  { banks, customer }: Pick<BeginRow, 'banks' | 'customer'>,
): BeginRequest {
  switch (source) {
    case 'BLIK':
      // A code without a behaviour of its own: the amount or the payer decides.
      return { source, code: new Sensitive('123456') };
    case 'PHONE':
      return customer.phone === undefined
        ? { source, phone: new Sensitive('+351912345678') }
        : { source };
    case 'PIX':
      return { source, cpf: new Sensitive('52998224725') };
    case 'P2P':
      return { source, bank_id: banks[0]?.id };
    case 'CRYPTO':
      return { source };
  }
}

/** Performs the payer's action, if it is available, and notifies the service like an acquirer. */
export async function payAtBank(
  deps: BankDeps,
  id: string,
  action: BankAction,
): Promise<BankPayment | undefined> {
  const booked = await findSeen(deps.db, id);
  if (booked === undefined) return undefined;
  if (!actionsOf(booked).includes(action)) return shown(deps, booked);
  deps.sending.add(booked.attempt_id);
  try {
    await act(deps, booked, action);
    await notifyService(deps, booked);
  } finally {
    deps.sending.delete(booked.attempt_id);
  }
  return findBankPayment(deps, id);
}

async function act({ db, now }: BankDeps, booked: SeenPayment, action: BankAction): Promise<void> {
  const { attempt_id: attemptId } = booked;
  if (action === 'approve') {
    await endTransfer(db, attemptId, { state: 'approved' });
    return;
  }
  if (action === 'refuse') {
    const refused = { message: 'refused by the payer', reason: 'cancelled' } as const;
    await endTransfer(db, attemptId, { state: 'soft_decline', ...refused });
    return;
  }
  if (action === 'late') {
    await db
      .updateTable('sandbox.transfers')
      .set({ pays_late: true })
      .where('attempt_id', '=', attemptId)
      .execute();
    return;
  }
  const sentAt = now();
  const takesMs = booked.source === 'CRYPTO' ? CONFIRMATION_MS * CONFIRMATIONS_NEEDED : 0;
  const arrivesAt = new Date(sentAt.getTime() + takesMs);
  await sendAll(
    db,
    booked,
    sentBy(action, booked).map((amountMinor) => ({
      amountMinor,
      sentAt,
      arrivesAt,
    })),
  );
}

function sentBy(action: keyof typeof PERCENTS | 'rest', booked: SeenPayment): bigint[] {
  return action === 'rest' ? [missingOf(booked)] : partsOf(booked.amount_minor, PERCENTS[action]);
}

function missingOf({ amount_minor, sent_minor }: SeenPayment): bigint {
  return sent_minor < amount_minor ? amount_minor - sent_minor : 0n;
}

/** The time between two confirmations. The sandbox's network is fast. */
const CONFIRMATION_MS = 1_000;

const PERCENTS = {
  exact: [100],
  less: [50],
  more: [110],
  twice: [100, 100],
} as const satisfies Partial<Record<BankAction, readonly number[]>>;

function actionsOf(booked: SeenPayment): BankAction[] {
  const isOpen = booked.state === 'waiting';
  if (!sendsMoney(booked.source)) return isOpen ? ['approve', 'refuse'] : [];
  // The payer can send money to the account even after the payment has ended.
  if (!isOpen) return ['exact'];
  const isPart = booked.sent_minor > 0n && missingOf(booked) > 0n;
  return [
    ...(isPart ? (['rest'] as const) : []),
    'exact',
    'less',
    'more',
    'twice',
    'late',
    'refuse',
  ];
}

const STATES = {
  waiting: 'open',
  approved: 'approved',
  soft_decline: 'refused',
  hard_decline: 'refused',
  abandoned: 'abandoned',
  never_seen: 'abandoned',
} as const satisfies Record<BookedTransfer['state'], BankPayment['state']>;

function shown(deps: Pick<BankDeps, 'returnUrl'>, booked: SeenPayment): BankPayment {
  const { order_id: orderId, amount_minor: amountMinor, sent_minor: sentMinor } = booked;
  return {
    order_id: orderId,
    source: booked.source,
    amount: formatMinor(amountMinor),
    currency: booked.currency,
    sent: formatMinor(sentMinor),
    missing: formatMinor(missingOf(booked)),
    state: sentMinor >= amountMinor ? 'approved' : STATES[booked.state],
    actions: actionsOf(booked),
    return_url: deps.returnUrl(orderId),
  };
}

interface SeenPayment extends SeenTransfer {
  sent_minor: bigint;
}

async function findSeen(db: SandboxDb, id: string): Promise<SeenPayment | undefined> {
  const query = db
    .selectFrom('sandbox.transfers as transfer')
    .select(TRANSFER_COLUMNS.map((column) => `transfer.${column}` as const))
    .select(
      sql<bigint>`(select coalesce(sum(amount_minor), 0)::bigint from sandbox.receipts
        where attempt_id = transfer.attempt_id)`.as('sent_minor'),
    )
    .where((of) => of.or([of('attempt_id', '=', id), of('order_id', '=', id)]))
    .orderBy('created_at', 'desc')
    .limit(1);
  const [booked] = await prepared(db, query.compile());
  if (booked === undefined || !wasSeen(booked)) return undefined;
  return booked;
}

const ARRIVALS_AT_ONCE = 100;

/**
 * Notifies the service of money that was sent earlier and has arrived.
 *
 * @returns the number of payments that it notified of
 */
export async function notifyOfArrivals(deps: BankDeps): Promise<number> {
  const arrived = await deps.db
    .selectFrom('sandbox.receipts')
    .innerJoin('sandbox.transfers', 'sandbox.transfers.attempt_id', 'sandbox.receipts.attempt_id')
    .selectAll('sandbox.transfers')
    .where('told', '=', false)
    .groupBy('sandbox.transfers.attempt_id')
    .having(({ fn }) => fn.max('arrives_at'), '<=', deps.now())
    .limit(ARRIVALS_AT_ONCE)
    .execute();
  let notified = 0;
  for (const booked of arrived) {
    if (!wasSeen(booked) || deps.sending.has(booked.attempt_id)) continue;
    notified += 1;
    await notifyService(deps, booked);
  }
  return notified;
}

/**
 * Notifies the service of a payment, like an acquirer's notification. If the payer pays late, waits until the
 * attempt has ended.
 */
async function notifyService(
  deps: BankDeps,
  { attempt_id, pays_late }: SeenTransfer,
): Promise<void> {
  const inquiry = payinInquiry(deps.context);
  const found = await inquiry.find(attempt_id);
  if (found === undefined) return;
  if (pays_late && found.attempt.outcome === undefined) return;
  const notification = { kind: 'transfer', attemptId: attempt_id, reported: undefined } as const;
  const received = { terminalId: found.terminal.id, notification };
  if (!(await inquireNow(deps.context, inquiry, found, received))) return;
  const query = deps.db
    .updateTable('sandbox.receipts')
    .set({ told: true })
    .where('attempt_id', '=', attempt_id)
    .where('arrives_at', '<=', deps.now());
  await prepared(deps.db, query.compile());
}
