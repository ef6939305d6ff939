/** An adapter with an acquirer, as the acquirer conformance suite needs them. */
import { randomUUID } from 'node:crypto';
import type { Currency } from '#domain/money.ts';
import type { Instructions } from '#domain/order/instructions.ts';
import { Sensitive } from '#domain/card/sensitive.ts';
import {
  MAX_REFERENCE_LENGTH,
  type Acquirer,
  type CardAcquirer,
  type KnownAttempt,
  type NewTransfer,
  type TransferInput,
  type TransferOutcome,
  type TransferSource,
  type SaveReference,
  type NewAttempt,
  type NotTaken,
  type PayerContext,
  type RefundAttempt,
  type ReturnedMembers,
  type AcquirerOutcome,
} from '#service/acquirers/port.ts';
import type {
  AdapterDescription,
  CardAbilities,
  TerminalInput,
} from '#service/acquirers/adapter.ts';
import { attemptEnd } from '#service/payins/settlement.ts';
import { cardDataBody } from '../../../support/orders/orders.ts';
import type { SentNotification } from '../../../support/acquirers/stand-in.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { until } from '../../../support/until.ts';

/** The tools passed to adapters. */
export const TOOLS = { now: () => new Date(), notificationUrl: 'http://pay.test/notifications' };

export interface AcquirerRig {
  description: AdapterDescription;
  /** The terminal's settings and credentials, as in a deployment's file. */
  terminal: TerminalInput;
  acquirer: Acquirer;
  /** The same terminal with unknown credentials; undefined if the acquirer needs none. */
  wrong: Acquirer | undefined;
  /** Undefined for an embedded acquirer, reached without a network. */
  network: AcquirerNetwork | undefined;
  cards: Record<CardKind, string>;
  /** Whether the issuer of the card `wantsAddress` refuses a 3-D Secure record without an address. */
  issuerChecksRecords?: boolean;
  /** Returns the amount taken for an attempt and not given back, in minor units. */
  taken(attemptId: string): Promise<bigint>;
  /** Answers the challenge on the issuer's page. @returns the parameters that come back with the shopper */
  answerChallenge(url: string, answer: 'approve' | 'refuse'): Promise<ReturnedMembers>;
  /** Makes the acquirer decide pending payments. */
  decidePending: () => void | Promise<void>;
  /** Returns the notifications about an attempt so far, oldest first. */
  notifications: (attemptId: string) => SentNotification[] | Promise<SentNotification[]>;
  /**
   * Takes the money of an attempt once more, as another payment. Undefined if the acquirer never does.
   *
   * @returns its reference, and the notification of it
   */
  payAgain?: (attemptId: string) => Promise<{ reference: string; sent: SentNotification }>;
  /** Returns notifications about the attempt other than its outcome; undefined if there are none. */
  notices?: (attemptId: string) => SentNotification[];
  /** Returns the events of a dispute that is opened, won and finally lost, in order; undefined if it sends none. */
  disputes?: (attemptId: string) => SentNotification[];
  /** Changes all that the acquirer does not sign in a notification; undefined if it signs everything. */
  changeUnsigned?: (sent: SentNotification) => SentNotification;
  /** Undefined if the adapter takes only cards. */
  transfers?: TransferRig | undefined;
  /** Undefined if the adapter makes no refunds. */
  refunds?: RefundRig | undefined;
  close(): Promise<void>;
}

export interface AcquirerNetwork {
  proxy: FaultProxy;
  /** The request after which money may be taken, as `METHOD path`. */
  charging: RegExp;
  /** Rewrites an answer to be about another amount, or another attempt. */
  otherAmount: (body: string) => string;
  otherAttempt: (body: string) => string;
  /** Rewrites the answer to a status inquiry to say that nothing was taken; undefined if there are no inquiries. */
  nothingTaken?: (body: string) => string;
}

/** How the acquirer treats refunds of a payment of 12.50. */
export interface RefundRig {
  /** The amount that it refuses to refund. */
  refusedMinor: bigint;
  /** Makes a refund that it refused; undefined if it never does. */
  makeAfterAll?(refund: RefundAttempt): void;
  /** Reports that the money of a refund came back; undefined if it never does. */
  giveBack?(refund: RefundAttempt): void;
  /** Returns the notifications about a refund so far, oldest first. */
  notifications(refund: RefundAttempt): SentNotification[] | Promise<SentNotification[]>;
}

/** The payer of payments that are not by card. */
export interface TransferRig {
  sources: Partial<Record<TransferSource, SourceRig>>;
  /** The outcome of each kind of refusal, and the attempt to begin for it. */
  refusals: Record<'soft' | 'hard', Refusal>;
  /** Whether the acquirer cancels a payment on request, rather than only after its own waiting time. */
  givesUp: boolean;
  /** Pays an attempt: approves it, or sends the whole amount. */
  pay(attempt: Begun): Promise<void>;
  refuse(attempt: Begun, how: 'soft' | 'hard'): Promise<void>;
  /** Ends the acquirer's own waiting time; undefined if it has none. */
  lapse?(attempt: Begun): Promise<void>;
  /** Returns the amount that arrived for an attempt and was not given back, in minor units. */
  arrived(attemptId: string): Promise<bigint>;
  /** Sends money; undefined if the acquirer does not distinguish arrivals. */
  send?(attempt: Begun, what: Sending): Promise<void>;
  /** The request after which a payer may pay, as `METHOD path`. */
  beginning?: RegExp;
}

export interface Refusal {
  outcome: TransferOutcome['outcome'];
  begin?: Partial<NewTransfer>;
}

/** The money to send: half of the amount, all of it, a tenth more, or all of it twice. */
export type Sending = 'half' | 'all' | 'more' | 'twice';

export type Begun = Pick<NewTransfer, 'id' | 'input'>;

export interface SourceRig {
  currency: Currency;
  /** The input that begins a payment which waits for its payer. */
  input: TransferInput;
  instructions: Instructions['kind'];
  /** Whether each arrival is reported separately. */
  tellsReceipts?: boolean;
}

export type CardKind =
  | 'approved'
  | 'insufficient'
  | 'incorrectCode'
  | 'expired'
  | 'stolen'
  | 'pending'
  | 'challenge'
  | 'wantsAddress';

export function cardsOf({ acquirer }: Pick<AcquirerRig, 'acquirer'>): CardAcquirer {
  if (acquirer.cards === undefined) throw new Error('The acquirer takes no cards');
  return acquirer.cards;
}

export function abilitiesOf({ description }: Pick<AcquirerRig, 'description'>): CardAbilities {
  if (description.cards === undefined) throw new Error('The adapter declares no cards');
  return description.cards;
}

export function networkOf({ network }: Pick<AcquirerRig, 'network'>): AcquirerNetwork {
  if (network === undefined) throw new Error('No network lies before the acquirer');
  return network;
}

/** An attempt with a record that saves references as the service does. */
export interface Trial {
  attempt: NewAttempt;
  known(): KnownAttempt;
  /** The saver of references for the first call. */
  saveReference: SaveReference;
  /** Returns a saver of references for a call that begins now. */
  saver(): SaveReference;
  authorize(signal?: AbortSignal): Promise<AcquirerOutcome | NotTaken>;
  findOutcome(signal?: AbortSignal): Promise<AcquirerOutcome>;
  /** Records where the shopper was sent. */
  note<Outcome extends AcquirerOutcome | NotTaken>(outcome: Outcome): Outcome;
  /** Records the attempt's end as the service does; no reference is saved after that. */
  close(outcome: AcquirerOutcome | NotTaken): void;
}

export function newTrial(
  rig: Pick<AcquirerRig, 'acquirer' | 'cards'>,
  card: CardKind = 'approved',
  overrides: Partial<NewAttempt> = {},
  saveFirst?: SaveReference,
): Trial {
  let challengeUrl: string | undefined;
  const record = newRecord();
  const attempt = newAttempt(rig.cards[card], overrides);
  const saveReference = saveFirst ?? record.saver();
  const { saver } = record;
  const cards = cardsOf(rig);
  const note: Trial['note'] = (outcome) => {
    if (outcome.outcome === 'challenge') challengeUrl = outcome.url;
    return outcome;
  };
  const known = (): KnownAttempt => {
    const { id, orderId, amountMinor, currency } = attempt;
    return { id, orderId, source: 'CARD', amountMinor, currency, challengeUrl, ...record.read() };
  };
  const close = (outcome: AcquirerOutcome | NotTaken): void => {
    const end = attemptEnd(outcome);
    if (end === undefined) throw new Error(`${outcome.outcome} does not end an attempt`);
    record.end(end.outcome, end.reference ?? undefined);
    challengeUrl = undefined;
  };
  return {
    attempt,
    known,
    saveReference,
    saver,
    note,
    close,
    authorize: async (signal = AbortSignal.timeout(PATIENCE_MS)) =>
      note(await cards.authorize(attempt, saveReference, signal)),
    findOutcome: async (signal = AbortSignal.timeout(PATIENCE_MS)) =>
      note(await cards.findOutcome(known(), saver(), signal)),
  };
}

/** Creates the record of one attempt, which saves references as the service does. */
export function newRecord() {
  let reference: string | undefined;
  let ended: KnownAttempt['outcome'];
  return {
    read: () => ({ reference, outcome: ended }),
    saver(): SaveReference {
      let last = reference;
      return (next) => {
        if (next.length > MAX_REFERENCE_LENGTH) return Promise.reject(new Error('It is too long'));
        if (ended !== undefined) return Promise.reject(new Error('The attempt was settled'));
        if (reference !== last) return Promise.reject(new Error('Another reference was saved'));
        reference = last = next;
        return Promise.resolve();
      };
    },
    end(outcome: KnownAttempt['outcome'], last: string | undefined): void {
      ended = outcome;
      reference = last ?? reference;
    },
  };
}

function newAttempt(number: string, overrides: Partial<NewAttempt>): NewAttempt {
  return {
    id: randomUUID(),
    orderId: randomUUID(),
    methodId: randomUUID(),
    amountMinor: 1_250n,
    currency: 'EUR',
    card: new Sensitive({
      number,
      securityCode: SECURITY_CODE,
      expiryMonth: '12',
      expiryYear: '39',
      firstName: 'Ada',
      lastName: 'Lovelace',
    }),
    browserInfo: cardDataBody('').browser_info,
    customer: { email: 'ada@shop.test' },
    returnUrl: 'http://pay.test/pay/return',
    payer: PAYER,
    ...overrides,
  };
}

export const PAYER: PayerContext = {
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Test/1.0',
  accept: 'text/html',
  acceptLanguage: 'en-GB',
  script: true,
};

export const SECURITY_CODE = '7391';

const OPEN: ReadonlySet<string> = new Set(['pending', 'challenge']);

/** Makes status inquiries, or reads notifications, until the attempt has ended. */
export async function ended(rig: AcquirerRig, trial: Trial): Promise<AcquirerOutcome> {
  return until(
    () => nowOf(rig, trial),
    ({ outcome }) => !OPEN.has(outcome),
    ({ outcome }) => `the attempt is ${outcome}`,
  );
}

async function nowOf(rig: AcquirerRig, trial: Trial): Promise<AcquirerOutcome> {
  if (abilitiesOf(rig).outcomes === 'asked') return trial.findOutcome();
  const delivered = await deliverAll(rig, trial);
  return delivered.find(({ outcome }) => !OPEN.has(outcome)) ?? trial.findOutcome();
}

/** Reads and confirms every notification of the attempt, as the notification endpoint does. */
async function deliverAll(rig: AcquirerRig, trial: Trial): Promise<AcquirerOutcome[]> {
  const outcomes: AcquirerOutcome[] = [];
  for (const sent of await rig.notifications(trial.attempt.id)) {
    outcomes.push(...(await deliver(rig, trial, sent)));
  }
  return outcomes;
}

export async function deliver(
  rig: AcquirerRig,
  trial: Trial,
  sent: SentNotification,
): Promise<AcquirerOutcome[]> {
  const outcomes: AcquirerOutcome[] = [];
  for (const reported of await reportsIn(rig, trial, sent)) {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    outcomes.push(
      trial.note(
        await cardsOf(rig).confirmNotification(trial.known(), reported, trial.saver(), signal),
      ),
    );
  }
  return outcomes;
}

/** Returns a notification's reports about an attempt. */
export async function reportsIn(
  { acquirer }: AcquirerRig,
  { attempt }: { attempt: { id: string } },
  { headers, body }: SentNotification,
) {
  const reading = await acquirer.readNotification?.(headers, body);
  if (reading?.ok !== true) throw new Error('The acquirer does not read its own notification');
  return reading.notifications.flatMap((one) =>
    'attemptId' in one && one.attemptId === attempt.id ? [one.reported] : [],
  );
}

/** Returns the rig. Call it only in tests and hooks: the acquirer is started before the first of them. */
export type Rig = () => AcquirerRig;

export async function firstNotification(
  rig: AcquirerRig,
  { attempt }: { attempt: { id: string } },
): Promise<SentNotification> {
  const [first] = await until(
    () => rig.notifications(attempt.id),
    ({ length }) => length > 0,
    () => 'the acquirer sent no notification',
  );
  return first!;
}
