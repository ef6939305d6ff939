import { randomUUID } from 'node:crypto';
import { Sensitive } from '#domain/card/sensitive.ts';
import type {
  Acquirer,
  CardAcquirer,
  CardDetails,
  KnownAttempt,
  NewAttempt,
  SaveReference,
} from '../port.ts';
import type { Trial, TriedTerminal } from './trial.ts';

const NAME =
  "A payment by the acquirer's test card is approved, found, and given back where it can be";

/** Only where the acquirer says itself that its card and these credentials move no money. */
export function payByTestCard(terminal: TriedTerminal, { cards }: Acquirer): Trial {
  const { testEnvironment } = terminal.adapter.describe();
  if (cards === undefined) return { name: NAME, leftOut: 'The adapter takes no cards.' };
  if (testEnvironment?.isUsedBy(terminal) !== true) {
    return { name: NAME, leftOut: "These are not credentials of the acquirer's test environment." };
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
  if (found.outcome !== 'approved') return `It was approved, and is then found ${found.outcome}.`;
  if (terminal.adapter.describe().cards?.voids !== true) return undefined;
  const voided = await cards.void(known(), signal);
  return voided === 'too_late' ? 'It was made, and was not given back.' : undefined;
}

const AMOUNT_MINOR = 100n;

/** An attempt of no order of ours, whose record is this process's memory. */
function newAttempt({ currency, tools }: TriedTerminal, card: CardDetails) {
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
  const attempt: NewAttempt = {
    ...record,
    methodId: randomUUID(),
    card: new Sensitive(card),
    customer: { email: 'trial@tollgate.test' },
    browserInfo: BROWSER_INFO,
    returnUrl: new URL('/', tools.notificationUrl).href,
    payer: {
      ...{ address: undefined, userAgent: 'Tollgate', accept: '*/*', acceptLanguage: 'en' },
      script: false,
    },
  };
  const known = (): KnownAttempt => ({
    ...record,
    reference,
    challengeUrl: undefined,
    outcome: undefined,
  });
  return { attempt, known, saveReference };
}

const BROWSER_INFO = {
  ...{ color_depth: '24', java_enabled: false, timezone: '0', device_channel: '02' },
  ...{ screen_height: '1080', screen_width: '1920', window_height: '900', window_width: '1440' },
};
