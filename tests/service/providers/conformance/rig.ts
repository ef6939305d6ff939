/** An adapter with an acquirer to speak to, as the provider conformance suite needs it. */
import { randomUUID } from 'node:crypto';
import { Sensitive } from '#domain/card/sensitive.ts';
import {
  MAX_REFERENCE_LENGTH,
  type Acquirer,
  type CardAcquirer,
  type KnownAttempt,
  type SaveReference,
  type NewAttempt,
  type NotTaken,
  type ReturnedMembers,
  type ProviderOutcome,
} from '#service/providers/port.ts';
import type {
  AdapterDescription,
  CardAbilities,
  TerminalInput,
} from '#service/providers/adapter.ts';
import { attemptEnd } from '#service/payins/settle.ts';
import { cardDataBody } from '../../../support/orders/orders.ts';
import type { FaultProxy } from '../../../support/acquirers/fault-proxy.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { until } from '../../../support/until.ts';

export interface AcquirerRig {
  description: AdapterDescription;
  /** What the terminal is given, as a deployment's file has it. */
  terminal: TerminalInput;
  acquirer: Acquirer;
  /** The same terminal with credentials that the acquirer does not know; undefined where it asks for none. */
  wrong: Acquirer | undefined;
  /** Undefined for an acquirer that no network lies before. */
  network: AcquirerNetwork | undefined;
  cards: Record<CardKind, string>;
  /** What the acquirer has taken for an attempt and not given back, in minor units. */
  taken(attemptId: string): Promise<bigint>;
  /** What the shopper does at the issuer's page. @returns what comes back with the shopper */
  answerChallenge(url: string, answer: 'approve' | 'refuse'): Promise<ReturnedMembers>;
  /** The acquirer decides what it called pending. */
  decidePending(): Promise<void>;
  /** What the acquirer sent of an attempt so far, oldest first. */
  notifications(attemptId: string): Promise<SentNotification[]>;
  /** What it would tell of the attempt beside its outcome; undefined where it tells nothing else. */
  notices?(attemptId: string): SentNotification[];
  close(): Promise<void>;
}

export interface AcquirerNetwork {
  proxy: FaultProxy;
  /** The request after which money may be taken, as `METHOD path`. */
  charging: RegExp;
  /** Makes of an answer one about another amount, or about another attempt. */
  otherAmount: (body: string) => string;
  otherAttempt: (body: string) => string;
}

export type CardKind =
  | 'approved'
  | 'insufficient'
  | 'incorrectCode'
  | 'expired'
  | 'stolen'
  | 'pending'
  | 'challenge';

export interface SentNotification {
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

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

/** An attempt with its record, which saves references as the service's does. */
export interface Trial {
  attempt: NewAttempt;
  known(): KnownAttempt;
  /** Saves references of the first call. */
  saveReference: SaveReference;
  /** Saves references of a call that begins now. */
  saver(): SaveReference;
  authorize(signal?: AbortSignal): Promise<ProviderOutcome | NotTaken>;
  findOutcome(signal?: AbortSignal): Promise<ProviderOutcome>;
  /** Keeps where the shopper was sent. */
  note<Outcome extends ProviderOutcome | NotTaken>(outcome: Outcome): Outcome;
  /** Records the attempt's end as the service does: from then on no reference is saved. */
  close(outcome: ProviderOutcome | NotTaken): void;
}

export function newTrial(
  rig: Pick<AcquirerRig, 'acquirer' | 'cards'>,
  card: CardKind = 'approved',
  overrides: Partial<NewAttempt> = {},
  saveFirst?: SaveReference,
): Trial {
  let reference: string | undefined;
  let challengeUrl: string | undefined;
  let ended: KnownAttempt['outcome'];
  const saverAfter = (read: string | undefined): SaveReference => {
    let last = read;
    return (next) => {
      if (next.length > MAX_REFERENCE_LENGTH) return Promise.reject(new Error('It is too long'));
      if (ended !== undefined) return Promise.reject(new Error('The attempt was settled'));
      if (reference !== last) return Promise.reject(new Error('Another reference was saved'));
      reference = last = next;
      return Promise.resolve();
    };
  };
  const attempt = newAttempt(rig.cards[card], overrides);
  const saveReference = saveFirst ?? saverAfter(undefined);
  const saver = () => saverAfter(reference);
  const cards = cardsOf(rig);
  const note: Trial['note'] = (outcome) => {
    if (outcome.outcome === 'challenge') challengeUrl = outcome.url;
    return outcome;
  };
  const known = (): KnownAttempt => {
    const { id, orderId, amountMinor, currency } = attempt;
    return { id, orderId, amountMinor, currency, reference, challengeUrl, outcome: ended };
  };
  const close = (outcome: ProviderOutcome | NotTaken): void => {
    const end = attemptEnd(outcome);
    if (end === undefined) throw new Error(`${outcome.outcome} does not end an attempt`);
    ended = end.outcome;
    reference = end.reference ?? reference;
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
    payer: {
      address: '203.0.113.7',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Test/1.0',
      accept: 'text/html',
      acceptLanguage: 'en-GB',
      script: true,
    },
    ...overrides,
  };
}

export const SECURITY_CODE = '7391';

const OPEN: ReadonlySet<string> = new Set(['pending', 'challenge']);

/** Asks, or reads what the acquirer sent, until the attempt has ended. */
export async function ended(rig: AcquirerRig, trial: Trial): Promise<ProviderOutcome> {
  return until(
    () => nowOf(rig, trial),
    ({ outcome }) => !OPEN.has(outcome),
    ({ outcome }) => `the attempt is ${outcome}`,
  );
}

async function nowOf(rig: AcquirerRig, trial: Trial): Promise<ProviderOutcome> {
  if (abilitiesOf(rig).outcomes === 'asked') return trial.findOutcome();
  const delivered = await deliverAll(rig, trial);
  return delivered.find(({ outcome }) => !OPEN.has(outcome)) ?? trial.findOutcome();
}

/** Reads and confirms every notification of the attempt, as the endpoint for them will. */
async function deliverAll(rig: AcquirerRig, trial: Trial): Promise<ProviderOutcome[]> {
  const outcomes: ProviderOutcome[] = [];
  for (const sent of await rig.notifications(trial.attempt.id)) {
    outcomes.push(...(await deliver(rig, trial, sent)));
  }
  return outcomes;
}

export async function deliver(
  rig: AcquirerRig,
  trial: Trial,
  { headers, body }: SentNotification,
): Promise<ProviderOutcome[]> {
  const reading = await rig.acquirer.readNotification?.(headers, body);
  if (reading?.ok !== true) throw new Error('The acquirer does not read its own notification');
  const outcomes: ProviderOutcome[] = [];
  for (const notification of reading.notifications) {
    if (notification.kind === 'notice' || notification.attemptId !== trial.attempt.id) continue;
    const { reported } = notification;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const outcome = await cardsOf(rig).confirmNotification(
      trial.known(),
      reported,
      trial.saver(),
      signal,
    );
    outcomes.push(trial.note(outcome));
  }
  return outcomes;
}

/** Read in tests and hooks only: the acquirer is started before the first of them. */
export type Rig = () => AcquirerRig;
