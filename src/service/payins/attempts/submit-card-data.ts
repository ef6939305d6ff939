import type { ServiceContext } from '../../platform/context.ts';
import type { Caller } from '../../merchants/settings.ts';
import type { NotTaken } from '../../providers/acquirer.ts';
import type { ProviderAnswer } from '../../providers/provider.ts';
import { askProvider, PROVIDER_TIMEOUT_MS, waitForAnswer } from '../../orders/ask-provider.ts';
import type { ReportedOutcome } from '../payin-moves.ts';
import type { SignedCardData } from './given-card.ts';
import type { CardDataRefusal } from './judge-card.ts';
import { cardsOf } from './open-attempt.ts';
import { recordAttempt, type RecordedAttempt } from './record-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';
import { takeNextRoute } from './take-next-route.ts';

export type SubmitCardDataResult = 'accepted' | CardDataRefusal;

/**
 * Takes a card for a waiting payin: records the attempt, moves the order, has the provider authorize it.
 * Where the provider took nothing and cannot any more, or declined on its own account, the next route is
 * tried at once. The card itself stays in memory for these calls. The outcome is read from the order. The
 * very same signed request again is accepted as it was the first time, and changes nothing.
 *
 * Holds no lock and no transaction while it asks.
 */
export async function submitCardData(
  context: ServiceContext,
  caller: Caller,
  request: SignedCardData,
): Promise<SubmitCardDataResult> {
  const recorded = await recordAttempt(context, caller, request);
  if (typeof recorded === 'string') {
    // A card on a block list has ended the order.
    context.wakeWebhooks();
    return recorded;
  }
  let current = recorded;
  const settle = ({ known }: RecordedAttempt, outcome: ReportedOutcome) =>
    settleAttempt(context, known.id, outcome, known);
  const asked = authorizeInTurn(context, recorded, settle, (next) => {
    current = next;
  });
  await waitForAnswer(context, asked, () => settle(current, { outcome: 'unknown' }));
  return 'accepted';
}

const MOST_ROUTES_TRIED = 3;

type Settle = (attempt: RecordedAttempt, outcome: ReportedOutcome) => Promise<void>;

/** Within the time of one call to a provider, however many routes are tried. */
async function authorizeInTurn(
  context: ServiceContext,
  recorded: RecordedAttempt,
  settle: Settle,
  onNext: (next: RecordedAttempt) => void,
): Promise<void> {
  let timeLeftMs = PROVIDER_TIMEOUT_MS;
  let current = recorded;
  for (let tried = 1; ; tried += 1) {
    const { answer, tookMs } = await authorize(context, current, timeLeftMs);
    timeLeftMs = Math.floor(timeLeftMs - tookMs);
    const mayGoOn = tried < MOST_ROUTES_TRIED && timeLeftMs > 0;
    const next =
      answer && mayGoOn && leavesToAnother(answer)
        ? await takeNextRoute(context, current, answer)
        : undefined;
    if (next === undefined) return settleOrLeave(context, current, answer, settle);
    onNext((current = next));
  }
}

/**
 * The acquirer took nothing and cannot any more, or declined on its own account, not the issuer's. A card
 * that is not to be tried again is tried nowhere.
 */
function leavesToAnother(answer: ProviderAnswer | NotTaken): boolean {
  if (answer.outcome === 'not_taken') return true;
  if (!('mayTryAnother' in answer) || !answer.mayTryAnother) return false;
  return answer.advice !== 'do_not_try_again';
}

/** @returns undefined for an answer that did not come; what opening the terminal took is not counted */
async function authorize(
  context: ServiceContext,
  { attempt, route: { terminal } }: RecordedAttempt,
  timeoutMs: number,
): Promise<{ answer: ProviderAnswer | NotTaken | undefined; tookMs: number }> {
  const cards = await cardsOf(context, terminal).catch((error: unknown) => {
    context.log.error({ err: error, terminalId: terminal.id }, 'A terminal does not open');
    return undefined;
  });
  // What was never called has taken nothing.
  if (cards === undefined) return { answer: NOT_OPENED, tookMs: 0 };
  const startedMs = performance.now();
  const answer = await askProvider(context, {
    ...{ attemptId: attempt.id, orderId: attempt.orderId, timeoutMs },
    open: () => Promise.resolve(cards),
    ask: (_, signal) => cards.authorize(attempt, signal),
  });
  return { answer, tookMs: performance.now() - startedMs };
}

const NOT_OPENED = { outcome: 'not_taken', cause: 'unreachable' } as const;

/** What cannot be recorded leaves the attempt open: the reconciler asks. */
async function settleOrLeave(
  { log }: ServiceContext,
  current: RecordedAttempt,
  answer: ProviderAnswer | NotTaken | undefined,
  settle: Settle,
): Promise<void> {
  const attemptId = current.attempt.id;
  if (answer === undefined) return settle(current, { outcome: 'unknown' });
  try {
    await settle(current, answer);
  } catch (error) {
    log.warn({ err: error, attemptId }, "A provider's answer was not recorded");
    await settle(current, { outcome: 'unknown' });
  }
}
