/** The conformance suite's helpers for payments that are not by card. */
import type { AttemptOutcome } from '#domain/order/attempt.ts';
import { randomUUID } from 'node:crypto';
import { Sensitive } from '#domain/card/sensitive.ts';
import type {
  Acquirer,
  KnownAttempt,
  NewTransfer,
  NotTaken,
  SaveReference,
  TransferAcquirer,
  TransferInput,
  TransferOutcome,
  TransferSource,
} from '#service/acquirers/port.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { until } from '../../../support/until.ts';
import type { SentNotification } from '../../../support/acquirers/stand-in.ts';
import {
  newRecord,
  PAYER,
  reportsIn,
  type AcquirerRig,
  type SourceRig,
  type TransferRig,
} from './rig.ts';

export const AMOUNT_MINOR = 1_250n;

export const TRANSFER_INPUTS: Record<TransferSource, TransferInput> = {
  P2P: { source: 'P2P', bankId: undefined },
  CRYPTO: { source: 'CRYPTO' },
  PHONE: { source: 'PHONE', phone: new Sensitive('+351912345678') },
  PIX: { source: 'PIX', cpf: new Sensitive('52998224725') },
  BLIK: { source: 'BLIK', code: new Sensitive('861357') },
};

/** Payer's inputs that must not be in a log, an error or a URL. */
export const PRIVATE_TEXTS = ['912345678', '52998224725', '861357'] as const;

export function transfersOf({ acquirer }: { acquirer: Acquirer }): TransferAcquirer {
  if (acquirer.transfers === undefined) throw new Error('The acquirer takes cards alone');
  return acquirer.transfers;
}

export function transferRigOf({ transfers }: Pick<AcquirerRig, 'transfers'>): TransferRig {
  if (transfers === undefined) throw new Error('The rig has nobody who pays a transfer');
  return transfers;
}

export function sourceRigOf({ transfers }: Payable, source: TransferSource): SourceRig {
  const found = transfers?.sources[source];
  if (found === undefined) throw new Error(`The rig has nobody who pays by ${source}`);
  return found;
}

/** An acquirer with which a payment can be begun. */
interface Payable {
  acquirer: Acquirer;
  transfers?: Pick<TransferRig, 'sources'> | undefined;
}

/** An attempt with a record that saves references as the service does. */
export interface TransferTrial {
  attempt: NewTransfer;
  known(): KnownAttempt;
  saver(): SaveReference;
  begin(signal?: AbortSignal): Promise<TransferOutcome | NotTaken>;
  findOutcome(signal?: AbortSignal): Promise<TransferOutcome>;
  giveUp(): Promise<TransferOutcome>;
  /** Records the attempt's end as the service does; no reference is saved after that. */
  end(outcome: AttemptOutcome, reference?: string): void;
}

export function newTransfer(
  rig: Payable,
  source: TransferSource,
  overrides: Partial<NewTransfer> = {},
  saveFirst?: SaveReference,
): TransferTrial {
  const record = newRecord();
  const { currency, input } = sourceRigOf(rig, source);
  const attempt: NewTransfer = {
    id: randomUUID(),
    orderId: randomUUID(),
    methodId: randomUUID(),
    amountMinor: AMOUNT_MINOR,
    currency,
    input,
    customer: { email: 'ada@shop.test' },
    returnUrl: 'http://pay.test/pay/return',
    payer: PAYER,
    expiresAt: new Date('2040-01-01'),
    ...overrides,
  };
  const { saver } = record;
  const saveReference = saveFirst ?? saver();
  const patience = () => AbortSignal.timeout(PATIENCE_MS);
  const known = (): KnownAttempt => ({
    id: attempt.id,
    orderId: attempt.orderId,
    amountMinor: attempt.amountMinor,
    currency: attempt.currency,
    source,
    challengeUrl: undefined,
    ...record.read(),
  });
  const transfers = transfersOf(rig);
  return {
    attempt,
    known,
    saver,
    async begin(signal = patience()) {
      const answer = await transfers.begin(attempt, saveReference, signal);
      if (answer.outcome === 'waiting' && answer.save !== undefined) await saver()(answer.save);
      return answer;
    },
    findOutcome: (signal = patience()) => transfers.findOutcome(known(), saver(), signal),
    giveUp: () => transfers.giveUp(known(), saver(), patience()),
    end: (outcome, reference) => {
      record.end(outcome, reference);
    },
  };
}

/** Begins a payment, which then waits for its payer. */
export async function begunTransfer(
  rig: AcquirerRig,
  source: TransferSource,
): Promise<TransferTrial> {
  const trial = newTransfer(rig, source);
  const { outcome } = await trial.begin();
  if (outcome !== 'waiting') throw new Error(`The payment is ${outcome}, and waits for nobody`);
  return trial;
}

/** Makes status inquiries and reads notifications until the attempt is as expected. */
export function transferWhen(
  rig: AcquirerRig,
  trial: TransferTrial,
  isExpected: (outcome: TransferOutcome) => boolean,
): Promise<TransferOutcome> {
  return until(
    () => transferNow(rig, trial, isExpected),
    isExpected,
    ({ outcome }) => `the attempt is ${outcome}`,
  );
}

/** Waits for the attempt's end by the order's rules: if receipts report the amounts, their sum decides. */
export function transferEnded(rig: AcquirerRig, trial: TransferTrial): Promise<TransferOutcome> {
  return transferWhen(
    rig,
    trial,
    (told) => told.outcome !== 'waiting' || receivedOf(told) >= AMOUNT_MINOR,
  );
}

/** Returns the amount that has arrived according to an outcome, in minor units. */
export function receivedOf(told: TransferOutcome): bigint {
  const receipts = 'receipts' in told ? (told.receipts ?? []) : [];
  const sum = receipts.reduce((total, { amountMinor }) => total + amountMinor, 0n);
  return told.outcome === 'approved' && receipts.length === 0 ? AMOUNT_MINOR : sum;
}

async function transferNow(
  rig: AcquirerRig,
  trial: TransferTrial,
  isExpected: (outcome: TransferOutcome) => boolean,
): Promise<TransferOutcome> {
  for (const sent of await rig.notifications(trial.attempt.id)) {
    const expected = (await deliverTransfer(rig, trial, sent)).find(isExpected);
    if (expected !== undefined) return expected;
  }
  return trial.findOutcome();
}

/** Reads and confirms a notification, as the notification endpoint does. */
export async function deliverTransfer(
  rig: AcquirerRig,
  trial: TransferTrial,
  sent: SentNotification,
): Promise<TransferOutcome[]> {
  const transfers = transfersOf(rig);
  const outcomes: TransferOutcome[] = [];
  for (const reported of await reportsIn(rig, trial, sent)) {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    outcomes.push(
      await transfers.confirmNotification(trial.known(), reported, trial.saver(), signal),
    );
  }
  return outcomes;
}
