import { createHash } from 'node:crypto';

import type { DeclineReason } from '#domain/card/decline-reason.ts';

import type { FormAnswer, Notice } from '../../card-form/form-view.ts';
import { phaseOf, webAddress, type StatusView } from '../../checkout/checkout.ts';
import { formatAmount } from '../../i18n/format.ts';
import type { Language } from '../../i18n/languages.ts';
import { fill, type Messages, type TransferSource } from '../../i18n/messages.ts';
import type { BeginView } from '../../transfer/begin-view.ts';
import type { InstructionsView } from '../../transfer/instructions-view.ts';
import { fieldAskedFor } from './begin-transfer.ts';
import { describeNotSent } from './order-state.ts';
import { confirmationsOf, describeInstructions, isSeen } from './instructions.ts';
import { chargedOf, type OpenCheckout, type OpenTransfer } from './open-checkout.ts';
import { isolated, plainText } from './plain-text.ts';
import { statusAddress, type ReadArrival } from './status-address.ts';

/** An opened order that is not paid by card. */
export type OpenedTransfer = Pick<OpenCheckout, 'order' | 'failure' | 'terms' | 'endedBy'> & {
  transfer: OpenTransfer;
};

/** What the status page shows for an order that is not paid by card. */
export interface TransferStatus {
  view: StatusView;
  /** Set if the payer has to follow instructions; otherwise `view` says everything. */
  instructions?: InstructionsView;
}

/** Describes the form that begins the payment of an order. */
export function describeBegin(opened: OpenedTransfer, language: Language): BeginView {
  const { transfer, terms } = opened;
  const field = fieldAskedFor(transfer);
  const notice = describeRefusal(opened, language.messages);
  const payerActsAlone = transfer.source === 'BLIK' || transfer.source === 'PHONE';
  return {
    source: transfer.source,
    field,
    banks: transfer.asks.banks.map(({ id, name }) => ({ id, name: plainText(name) })),
    knownPhone: transfer.phone_hint && isolated(transfer.phone_hint.replaceAll('*', '•')),
    // After a refusal the shopper decides; a script would begin again and again.
    beginsItself: field === undefined && !payerActsAlone && notice === undefined,
    secondsLeft: terms.secondsLeft,
    notice,
  };
}

/** Describes the status of an order; undefined if its payment has not begun, so that the form is the right page. */
export function describeTransferStatus(
  opened: OpenedTransfer,
  arrival: ReadArrival,
  { language, typedCode }: { language: Language; typedCode?: string | undefined },
): TransferStatus | undefined {
  const phase = phaseOf(opened.order.status);
  if (phase === 'form') return undefined;
  if (phase !== 'waiting') return { view: describeEnd(opened, phase, arrival, language) };
  const { instructions } = opened.transfer;
  if (instructions?.kind === 'redirect') {
    return { view: describeRedirect(opened, instructions.url, arrival, language) };
  }
  const words = language.messages.transfer;
  const { id } = opened.order;
  const { isUnused, lang } = arrival;
  if (opened.transfer.giving_up) {
    const again = statusAddress(id, { isUnused, lang });
    return { view: { state: 'waiting', words: words.stillAsking, again, isUnused } };
  }
  if (instructions === undefined) {
    // Keeps `from`, so that a later redirect is followed at once.
    const again = statusAddress(id, { from: arrival.from, isUnused, lang });
    return { view: { state: 'waiting', words: words.preparing, again, isUnused } };
  }
  const again = statusAddress(id, { isUnused, lang });
  return {
    view: { state: 'waiting', again, shown: shownOf(opened), isUnused },
    instructions: describeInstructions(opened, instructions, { language, typedCode }),
  };
}

/**
 * Returns the parts that change while a page is open: the fingerprint of the page, and the confirmations and the
 * seconds left, which a script updates in place.
 */
export function liveParts(
  opened: OpenedTransfer,
  { messages }: Language,
): Pick<FormAnswer, 'shown' | 'confirmations' | 'secondsLeft'> {
  const { transfer, terms } = opened;
  return {
    shown: shownOf(opened),
    confirmations: confirmationsOf(transfer, messages),
    secondsLeft: transfer.confirmSeconds ?? terms.secondsLeft,
  };
}

/** Returns the fingerprint of what the page shows, without what a script updates in place. */
function shownOf({ transfer }: OpenedTransfer): string | undefined {
  const { instructions, received, missing, confirmSeconds } = transfer;
  if (instructions === undefined) return undefined;
  const shown = { ...instructions, confirmations: isSeen(transfer) };
  const text = JSON.stringify([shown, received, missing, confirmSeconds === 0]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

/** Sends the shopper to the acquirer's page at first. If they come back, they decide what to do. */
function describeRedirect(
  opened: OpenedTransfer,
  url: string,
  { from, isUnused, lang }: ReadArrival,
  { messages: { transfer } }: Language,
): StatusView {
  const address = webAddress(url);
  const words = { onward: transfer.onward };
  return from === undefined
    ? {
        state: 'bankWaits',
        words: { ...words, ...transfer.waits },
        bankPage: address,
        again: statusAddress(opened.order.id, { isUnused, lang }),
        shown: shownOf(opened),
        isUnused,
      }
    : { state: 'challenge', words: { ...words, ...transfer.leaving }, leaveTo: address };
}

function describeEnd(
  { order, transfer, endedBy }: OpenedTransfer,
  phase: 'paid' | 'declined' | 'expired',
  { isUnused }: ReadArrival,
  language: Language,
): StatusView {
  const { messages } = language;
  const state = phase === 'expired' && endedBy === 'cancelled' ? 'cancelled' : phase;
  const text = describeMoney({ order, transfer }, phase, language);
  return {
    state,
    words: text === undefined ? undefined : { title: messages.states[state].title, text },
    leaveTo: webAddress(order.return_url),
    isUnused,
  };
}

/** Sources by which the payer sends money by hand: the page must not claim that no money was taken. */
const SENT_BY_HAND: readonly TransferSource[] = ['P2P', 'PIX', 'CRYPTO'];

/** Describes what happened to the money, if the state's own text would be wrong about it. */
function describeMoney(
  { order, transfer }: Pick<OpenedTransfer, 'order' | 'transfer'>,
  phase: 'paid' | 'declined' | 'expired',
  { messages, code }: Language,
): string | undefined {
  const { amount, currency } = chargedOf(order);
  const received = Number(transfer.received ?? 0);
  const amounts = {
    received: formatAmount(received, currency, code),
    amount: formatAmount(amount, currency, code),
  };
  if (phase === 'paid') {
    return received > amount ? fill(messages.transfer.overpaid, amounts) : undefined;
  }
  if (received >= amount) return fill(messages.transfer.tooLate, amounts);
  if (received > 0) return fill(messages.transfer.expiredPartly, amounts);
  return SENT_BY_HAND.includes(transfer.source) ? messages.transfer.doNotSend : undefined;
}

type RefusalWords = Pick<Messages, 'form' | 'transfer' | 'states'>;

/** Reasons that the payer can act on. The acquirer's own words are for the merchant only. */
const REASONS: Partial<Record<DeclineReason, (messages: RefusalWords) => string>> = {
  insufficient_funds: ({ transfer }) => transfer.reasons.funds,
  limit: ({ transfer }) => transfer.reasons.limit,
  incorrect_code: ({ transfer }) => transfer.reasons.code,
  not_authenticated: ({ form }) => form.reasons.authentication,
  try_later: ({ form }) => form.reasons.later,
};

/** Where the payer of each source declines a payment, and what to do after a refusal. */
const REFUSALS = {
  BLIK: { declined: 'declinedInApp', next: 'refusedCode' },
  PHONE: { declined: 'declinedOnPhone', next: 'refusedPhone' },
  P2P: { declined: 'declinedInApp', next: 'refusedDetails' },
  PIX: { declined: 'declinedInApp', next: 'refusedDetails' },
  CRYPTO: { declined: 'declinedInWallet', next: 'refusedDetails' },
} as const satisfies Record<TransferSource, object>;

/** Describes why the last payment of an order was refused, if it awaits another. */
function describeRefusal(
  { failure, terms, transfer }: OpenedTransfer,
  messages: RefusalWords,
): Notice | undefined {
  if (failure === undefined) return undefined;
  const { form, transfer: words } = messages;
  if (failure.outcome === 'never_seen') return describeNotSent(form);
  const reason = failure.reason && REASONS[failure.reason]?.(messages);
  const left = terms.attemptsLeft;
  const { declined, next } = REFUSALS[transfer.source];
  const titles: Partial<Record<DeclineReason, string>> = {
    cancelled: words[declined],
    unanswered: messages.states.expired.title,
  };
  return {
    title: (failure.reason && titles[failure.reason]) ?? words.refused,
    text: [
      reason,
      words[next],
      left ? fill(form.attemptsLeft, { count: String(left) }) : undefined,
    ].filter((line) => line !== undefined),
  };
}
