/** Inserts payins with an open attempt, and settles them without a running service. */
import { randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import type { Insertable } from 'kysely';
import { createBatcher } from '#service/platform/database/batch.ts';
import type { Background } from '#service/platform/context.ts';
import type { Database } from '#service/platform/database/database.ts';
import type { NewPayin, PayinAttemptTable } from '#service/platform/database/schema.ts';
import { addressesMac } from '#service/payins/addresses.ts';
import { merchantAddresses } from '#service/webhooks/record.ts';
import { createKeyring, sealingKey } from '#service/platform/keyring.ts';
import { createLog } from '#service/platform/log.ts';
import { machineTimers } from '#service/platform/timers.ts';
import { createMetrics } from '#service/platform/metrics/metrics.ts';
import { nextInquiry } from '#service/orders/inquiry-schedule.ts';
import type { ReportedOutcome } from '#service/payins/attempt.ts';
import { settleAttempt } from '#service/payins/settle.ts';
import { NO_RECEIPTS, type AttemptState } from '#service/payins/store/attempts.ts';
import { selectPayin } from '#service/payins/store/payins.ts';
import type { CardAcquirer, VoidAnswer } from '#service/acquirers/port.ts';
import type { Terminals } from '#service/acquirers/registry.ts';
import { databaseForTests } from '../../support/database/database-for-tests.ts';
import { entriesOf, newGate, newMerchant } from '../../support/database/ledger.ts';
import { createDeclineLimit } from '#service/platform/decline-limit.ts';
import { DEFAULT_LIMITS } from '#domain/order/attempt-limits.ts';

export const AT = new Date('2026-03-01T12:00:00.000Z');
export const EARLIER = new Date('2026-03-01T11:00:00.000Z');
const EXPIRY = new Date('2026-03-01T13:00:00.000Z');

export const DECLINED = { reference: 'psp-1', message: 'No funds', reason: 'limit' } as const;
export const APPROVED = { outcome: 'approved', reference: 'psp-1', rrn: '42' } as const;

const KEYRING = createKeyring({
  keys: [sealingKey(Buffer.alloc(32))],
  fingerprintKey: Buffer.alloc(32),
});
const CALLBACK_URL = 'https://Shop.example';
export const terminalId = randomUUID();
let database: Database;

export interface PayinIds {
  id: string;
  attemptId: string;
  merchantId: string;
  gateId: string;
}

export function settlementDatabase(): Database {
  const ofTests = databaseForTests(4);
  beforeAll(async () => {
    database = ofTests;
    await database.db
      .insertInto('terminals')
      .values({
        id: terminalId,
        name: terminalId,
        adapter: 'double',
        settings: '{}',
        created_at: EARLIER,
        credentials_sealed: Buffer.alloc(1),
      })
      .execute();
  });
  return ofTests;
}

/** Inserts a payin of 100.00 EUR, paid as 110.00 USD: 3.20 fee, 4.84 rolling, 61.96 hold, 30.00 available at once. */
export async function openPayin(
  changes: Partial<NewPayin> = {},
  {
    attempt = {},
    toleranceMinor = 0n,
  }: { attempt?: Partial<Insertable<PayinAttemptTable>>; toleranceMinor?: bigint } = {},
): Promise<PayinIds> {
  const { merchantId, gateId } = await newAccount();
  const methodId = await newMethod(gateId, toleranceMinor);
  const id = randomUUID();
  const attemptId = randomUUID();
  const values: NewPayin = {
    id,
    group_id: id,
    merchant_id: merchantId,
    reference_id: id,
    gate_id: gateId,
    method_id: methodId,
    status: 'IN_PROGRESS',
    payment_source: 'CARD',
    currency: 'EUR',
    amount_minor: 10_000n,
    payment_method_currency: 'USD',
    payment_method_amount_minor: 11_000n,
    conversion_rate: '1.1',
    fee_percent: '2.9',
    fee_fixed_minor: 30n,
    fee_total_minor: 320n,
    total_minor: 9_680n,
    hold_minor: 6_196n,
    settlement_period_days: 2,
    rolling_percent: '5',
    rolling_minor: 484n,
    customer: '{}',
    return_urls: '{}',
    request: '{}',
    max_attempts: 3,
    attempts_made: 1,
    terminal_id: terminalId,
    callback_url: CALLBACK_URL,
    addresses_mac: addressesMac(KEYRING, { id, callback_url: CALLBACK_URL, return_urls: {} }),
    created_at: EARLIER,
    updated_at: EARLIER,
    expires_at: EXPIRY,
    ...changes,
  };
  await database.db.insertInto('payins').values(values).execute();
  await database.db
    .insertInto('payin_attempts')
    .values({
      id: attemptId,
      payin_id: id,
      terminal_id: terminalId,
      route_id: randomUUID(),
      card_fingerprint: Buffer.alloc(32),
      created_at: EARLIER,
      next_inquiry_at: AT,
      provider_reference: 'first',
      ...attempt,
    })
    .execute();
  return { id, attemptId, merchantId, gateId };
}

async function newAccount() {
  const { db } = database;
  const merchantId = await newMerchant(db);
  const gateId = await newGate(db, merchantId);
  await db.insertInto('gate_accounts').values({ gate_id: gateId, currency: 'EUR' }).execute();
  return { merchantId, gateId };
}

async function newMethod(gateId: string, toleranceMinor: bigint): Promise<string> {
  const id = randomUUID();
  await database.db
    .insertInto('gate_methods')
    .values({
      id,
      gate_id: gateId,
      name: id,
      direction: 'payin',
      payment_source: 'P2P',
      currency: 'EUR',
      payment_method_currency: 'USD',
      amount_min_minor: 1n,
      amount_max_minor: 100_000n,
      waiting_seconds: 3_600,
      tolerance_minor: toleranceMinor,
    })
    .execute();
  return id;
}

/** Returns an acquirer that answers voids as a test says and records the requests. It takes transfers as well. */
export function newAcquirer({
  voids = false,
  answer,
}: { voids?: boolean; answer?: VoidAnswer | Error } = {}) {
  const asked: string[] = [];
  const unasked = () => Promise.reject(new Error('not asked here'));
  const cards: CardAcquirer = {
    authorize: unasked,
    completeChallenge: unasked,
    findOutcome: unasked,
    giveUp: unasked,
    confirmNotification: unasked,
    ...(voids && {
      void: async ({ id }) => {
        asked.push(id);
        if (answer === undefined || answer instanceof Error) throw answer ?? new Error('silence');
        return answer;
      },
    }),
  };
  return { asked, cards };
}

function unused(): never {
  throw new Error('not used here');
}

/** Returns the dependencies of settling, and records its effects beside its statements. */
export function settling(acquirer = newAcquirer(), db = database.db) {
  const lines: string[] = [];
  const events = { woken: 0 };
  const work: Promise<void>[] = [];
  const background: Background = {
    signal: new AbortController().signal,
    run: (begun) => work.push(begun),
    close: unused,
  };
  const terminals = {
    adapters: new Map(),
    routesOf: unused,
    find: unused,
    toolsOf: unused,
    openAhead: unused,
    mayCall: unused,
    circuits: unused,
    recordCall: () => undefined,
    open: async () => ({ cards: acquirer.cards, transfers: acquirer.cards }),
  } as unknown as Terminals;
  const context = {
    db,
    batches: createBatcher(db),
    now: () => AT,
    newId: randomUUID,
    timers: machineTimers,
    log: createLog('info', { write: (line) => lines.push(line) }),
    rollingReleaseDays: 180,
    limits: {
      cardDeclinesPerHour: undefined,
      addressDeclines: createDeclineLimit(1, () => undefined),
      attempts: DEFAULT_LIMITS,
    },
    wakeWebhooks: () => {
      events.woken += 1;
    },
    background,
    terminals,
    metrics: createMetrics(),
    pageUrl: 'https://pay.example',
    reportUnverified: (row: string) => {
      throw new Error(`${row} does not match its keyed hash`);
    },
    keyring: KEYRING,
  };
  return { context, lines, events, work, counted: () => context.metrics.registry.metrics() };
}

export async function known(
  { id, attemptId, merchantId }: PayinIds,
  changes: Partial<AttemptState> = {},
): Promise<AttemptState> {
  const payin = await selectPayin(database.db, id);
  if (payin === undefined) throw new Error('no payin');
  const { webhookPayload, addresses } = await database.db
    .selectFrom('merchants')
    .select(['webhook_payload as webhookPayload', merchantAddresses().as('addresses')])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return {
    attemptId,
    payin,
    attempts: { made: 1, declined: 0 },
    webhookPayload,
    addresses,
    attemptedAt: payin.updated_at,
    challengedAt: null,
    outcome: null,
    isApprovedAfterEnd: false,
    reference: null,
    receipts: NO_RECEIPTS,
    ...changes,
  };
}

/** Returns all data that a settlement writes. */
export async function written({ id, attemptId, merchantId, gateId }: PayinIds) {
  const { db } = database;
  const payin = await db
    .selectFrom('payins')
    .select(['status', 'resolution', 'resolution_code', 'resolution_message', 'rrn'])
    .select(['provider_error_message', 'challenge_url', 'updated_at'])
    .select(['payment_method_data', 'payer_sealed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const attempt = await db
    .selectFrom('payin_attempts')
    .select(['outcome', 'decline_reason', 'decline_advice', 'scheme_code', 'authentication', 'eci'])
    .select(['provider_reference', 'settled_at', 'instructions', 'failure_keys'])
    .select(['inquiry_step', 'next_inquiry_at', 'challenged_at', 'superseded'])
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow();
  const transitions = await db
    .selectFrom('order_transitions')
    .select(['from_status', 'to_status', 'cause', 'at'])
    .where('order_id', '=', id)
    .orderBy('number')
    .execute();
  const counts = await db
    .selectFrom('order_count_changes')
    .select(['direction', 'from_status', 'to_status', 'from_updated_hour', 'to_updated_hour'])
    .where('order_id', '=', id)
    .orderBy('number')
    .execute();
  const receipts = await db
    .selectFrom('payin_receipts')
    .select(['attempt_id', 'reference', 'amount_minor', 'queued_minor', 'received_at'])
    .where('payin_id', '=', id)
    .orderBy('reference')
    .execute();
  const failedCards = await db
    .selectFrom('failed_cards')
    .select(['key', 'card_fingerprint', 'failed_at'])
    .where('merchant_id', '=', merchantId)
    .orderBy('key')
    .execute();
  const retentions = await db
    .selectFrom('retentions')
    .select(['bucket', 'gate_id', 'currency', 'amount_minor', 'due_at', 'released_at'])
    .where('payin_id', '=', id)
    .orderBy('bucket')
    .execute();
  const account = await db
    .selectFrom('gate_accounts')
    .select(['available_minor', 'hold_minor', 'rolling_minor', 'payout_reserve_minor'])
    .where('gate_id', '=', gateId)
    .executeTakeFirst();
  const movements = await db
    .selectFrom('ledger_movements')
    .select('kind')
    .where('order_id', '=', id)
    .execute();
  const entries = await entriesOf(db, id);
  const events = await db
    .selectFrom('webhook_events')
    .select(['direction', 'order_ids', 'destination_url', 'body', 'traceparent', 'created_at'])
    .where('group_id', '=', id)
    .execute();
  const attention = await db
    .selectFrom('attention')
    .select(['kind', 'attempt_id', 'detail', 'created_at'])
    .where('order_id', '=', id)
    .execute();
  return {
    payin,
    attempt,
    transitions,
    counts,
    receipts,
    failedCards,
    retentions,
    account,
    movements,
    entries,
    events,
    attention,
  };
}

/** Returns the schedule after an answer at this moment. */
export function scheduled({ challenge }: { challenge: boolean }) {
  const next = nextInquiry({ attemptedAt: EARLIER }, { now: AT, challenge, expiresAt: EXPIRY });
  return {
    inquiry_step: next.inquiryStep,
    next_inquiry_at: next.nextInquiryAt,
    challenged_at: next.challengedAt,
  };
}

export async function statuses(ids: PayinIds) {
  return (await written(ids)).transitions.map(({ from_status, to_status, cause }) =>
    [from_status, to_status, cause].join(' '),
  );
}

export type Settling = ReturnType<typeof settling>;

/** Settles an attempt, which is read first. */
export async function settled(
  { attemptId }: Pick<PayinIds, 'attemptId'>,
  reported: ReportedOutcome,
  made = settling(),
): Promise<Settling> {
  await settleAttempt(made.context, attemptId, reported);
  return made;
}
