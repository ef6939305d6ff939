import { randomUUID } from 'node:crypto';
import type { BrowserInfo, CardDetails } from '#contract/schemas/card-data.ts';
import { Sensitive } from '#domain/card/sensitive.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import type {
  Acquirer,
  CardAcquirer,
  KnownAttempt,
  NewAttempt,
  SaveReference,
  TransferAcquirer,
  TransferInput,
  TransferSource,
} from '../port.ts';
import type { LeftOut, Trial, TriedTerminal } from './trial.ts';

const NAME =
  "A payment by the acquirer's test card is approved, found, and given back where it can be";

/**
 * Pays with the acquirer's test card. Left out unless the credentials belong to its test environment, where no
 * money moves.
 */
export function payByTestCard(terminal: TriedTerminal, { cards }: Acquirer): Trial {
  const { testEnvironment } = terminal.adapter.describe();
  if (cards === undefined) return { name: NAME, leftOut: 'The adapter does not support cards.' };
  if (testEnvironment?.isUsedBy(terminal) !== true) {
    return { name: NAME, leftOut: "The credentials are not for the acquirer's test environment." };
  }
  const { approvedCard } = testEnvironment;
  return { name: NAME, run: (signal) => payAndVoid(cards, terminal, approvedCard, signal) };
}

async function payAndVoid(
  cards: CardAcquirer,
  terminal: TriedTerminal,
  card: CardDetails,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { attempt, known, saveReference } = newAttempt(terminal, card);
  const { outcome } = await cards.authorize(attempt, saveReference, signal);
  if (outcome !== 'approved') return `The answer was ${outcome}, not approved.`;
  const found = await cards.findOutcome(known(), saveReference, signal);
  if (found.outcome !== 'approved')
    return `It was approved, but the status inquiry returned ${found.outcome}.`;
  const voided = await cards.void?.(known(), signal);
  return voided === 'too_late' ? 'It was made, but not voided or refunded.' : undefined;
}

/** Starts and cancels a payment by each other source, also only in a test environment: nobody pays it. */
export function beginTransfers(terminal: TriedTerminal, { transfers }: Acquirer): Trial[] {
  const { testEnvironment, transfers: sources } = terminal.adapter.describe();
  if (transfers === undefined || testEnvironment?.isUsedBy(terminal) !== true) return [];
  return sources.map((source) => ({
    name: `A payment by ${source} is started, found and cancelled`,
    run: (signal) => beginAndGiveUp(transfers, terminal, INPUTS[source], signal),
  }));
}

async function beginAndGiveUp(
  transfers: TransferAcquirer,
  terminal: TriedTerminal,
  input: TransferInput,
  signal: AbortSignal,
): Promise<string | LeftOut | undefined> {
  const { source } = input;
  const { payment, known, saveReference } = newPayment(terminal, source);
  const expiresAt = new Date(terminal.tools.now().getTime() + WAITING_MS);
  const begun = await transfers.begin({ ...payment, input, expiresAt }, saveReference, signal);
  if (begun.outcome === 'not_taken' && begun.cause === 'request_refused') {
    return { leftOut: `The terminal does not support ${source} in ${terminal.currency}.` };
  }
  if (!OPEN.has(begun.outcome)) return `The answer was ${begun.outcome}, not pending.`;
  const found = await transfers.findOutcome(known(), saveReference, signal);
  if (!OPEN.has(found.outcome))
    return `It was started, but the status inquiry returned ${found.outcome}.`;
  await transfers.giveUp(known(), saveReference, signal);
  return undefined;
}

const OPEN: ReadonlySet<string> = new Set(['waiting', 'approved']);
const WAITING_MS = 15 * 60_000;

/** Numbers published for examples and tests; they belong to nobody. */
const INPUTS: Record<TransferSource, TransferInput> = {
  P2P: { source: 'P2P', bankId: undefined },
  CRYPTO: { source: 'CRYPTO' },
  PHONE: { source: 'PHONE', phone: new Sensitive('+351234567890') },
  PIX: { source: 'PIX', cpf: new Sensitive('12345678909') },
  BLIK: { source: 'BLIK', code: new Sensitive('861357') },
};

const AMOUNT_MINOR = 100n;

function newAttempt(terminal: TriedTerminal, card: CardDetails) {
  const { payment, known, saveReference } = newPayment(terminal, 'CARD');
  const attempt: NewAttempt = {
    ...payment,
    card: new Sensitive(card),
    browserInfo: BROWSER_INFO,
  };
  return { attempt, known, saveReference };
}

/** Builds an attempt without an order. Its record is in this process's memory. */
function newPayment({ currency, tools }: TriedTerminal, source: PaymentSource) {
  let reference: string | undefined;
  const saveReference: SaveReference = (next) => {
    reference = next;
    return Promise.resolve();
  };
  const record = {
    id: randomUUID(),
    orderId: randomUUID(),
    amountMinor: AMOUNT_MINOR,
    currency,
  };
  const payment = {
    ...record,
    methodId: randomUUID(),
    customer: { email: 'trial@tollgate.test' },
    returnUrl: new URL('/', tools.notificationUrl).href,
    payer: {
      address: undefined,
      userAgent: 'Tollgate',
      accept: '*/*',
      acceptLanguage: 'en',
      script: false,
    },
  };
  const known = (): KnownAttempt => ({
    ...record,
    source,
    reference,
    challengeUrl: undefined,
    outcome: undefined,
  });
  return { payment, known, saveReference };
}

const BROWSER_INFO: BrowserInfo = {
  color_depth: '24',
  java_enabled: false,
  timezone: '0',
  device_channel: '02',
  screen_height: '1080',
  screen_width: '1920',
  window_height: '900',
  window_width: '1440',
};
