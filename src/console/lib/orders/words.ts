import type { PayinCause, PayoutCause, RefundCause } from '#domain/order/transition.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { AttemptOutcome, PayoutOutcome } from '#domain/order/attempt.ts';
import { brandName } from '#domain/card/brand.ts';
import { CARD_BRANDS } from '#domain/card/number.ts';

/** A status in readable words. */
export interface StatusText {
  tone: Tone;
  text: string;
}
export type Tone = 'good' | 'bad' | 'waiting' | 'quiet';

/** Descriptions of transitions, by cause. */
const CAUSES: Readonly<Record<PayinCause | PayoutCause, string>> = {
  accepted: 'Order created',
  refused: 'Order refused',
  card_data_accepted: 'Card data received',
  payment_begun: 'Payment started by the payer',
  amount_reserved: 'Amount reserved',
  provider_pending: 'Pending at the acquirer',
  challenge_required: '3-D Secure challenge',
  instructions_given: 'Payment instructions shown to the payer',
  provider_silent: 'No answer from the acquirer: status inquiries follow',
  provider_approved: 'The acquirer approved',
  amount_received: 'Amount received',
  provider_declined: 'The acquirer declined, without another attempt',
  provider_paid: 'The acquirer paid out',
  provider_refused: 'The acquirer refused the payout',
  soft_decline: 'Declined; another attempt may be made',
  attempt_never_seen: 'The acquirer does not know the attempt',
  waiting_time_exceeded: 'Waiting time exceeded',
  cancelled: 'Order cancelled',
  challenge_given_up: 'Challenge cancelled by the payer',
  challenge_abandoned: 'Challenge abandoned',
  payment_given_up: 'Payment cancelled by the payer; another attempt may be made',
  payment_abandoned: 'Payment abandoned',
  operator: 'Failed by an operator',
};

const REFUND_CAUSES: Readonly<Record<RefundCause, string>> = {
  accepted: 'created',
  refused: 'refused',
  amount_reserved: 'amount reserved, sent to the acquirer',
  provider_pending: 'pending at the acquirer',
  provider_silent: 'no answer from the acquirer: status inquiries follow',
  provider_refunded: 'the payer has been refunded',
  provider_refused: 'refused by the acquirer, reserve released',
};

const OUTCOMES: Readonly<Record<AttemptOutcome | PayoutOutcome, StatusText>> = {
  approved: { tone: 'good', text: 'Approved' },
  paid: { tone: 'good', text: 'Paid out' },
  soft_decline: { tone: 'bad', text: 'Declined' },
  hard_decline: { tone: 'bad', text: 'Hard decline' },
  refused: { tone: 'bad', text: 'Refused' },
  never_seen: { tone: 'quiet', text: 'Unknown to the acquirer' },
  not_taken: { tone: 'quiet', text: 'Not taken' },
  abandoned: { tone: 'quiet', text: 'Abandoned' },
};

const STATUSES: Readonly<Record<OrderStatus, StatusText>> = {
  CREATED: { tone: 'waiting', text: 'Created' },
  IN_PROGRESS: { tone: 'waiting', text: 'In progress' },
  PROCESS_PENDING: { tone: 'waiting', text: 'Pending' },
  SUCCESS: { tone: 'good', text: 'Succeeded' },
  FAILED: { tone: 'bad', text: 'Failed' },
  CLOSED: { tone: 'quiet', text: 'Closed' },
};

const EVENT_STATES: Readonly<Record<string, StatusText>> = {
  pending: { tone: 'waiting', text: 'Waiting' },
  delivered: { tone: 'good', text: 'Delivered' },
  failed: { tone: 'bad', text: 'Given up' },
  no_destination: { tone: 'bad', text: 'No address' },
};

export function causeInWords(cause: string): string {
  return entryOf(CAUSES, cause) ?? inWords(cause);
}

export function refundCauseInWords(cause: string): string {
  return entryOf(REFUND_CAUSES, cause) ?? inWords(cause);
}

/** Looks up a name that may be unknown to this release of the console. */
export function entryOf<Value>(
  table: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Returns why a refund failed; undefined if nobody gave a reason. */
export function whyRefundFailed(refund: {
  resolution_message: string | null;
  provider_error_message: string | null;
}): string | undefined {
  const { resolution_message: message, provider_error_message: said } = refund;
  const words = [message, said && `The acquirer said: ${said}`].filter((text) => text !== null);
  return words.length === 0 ? undefined : words.join(' ');
}

export function outcomeInWords(outcome: string | null): StatusText {
  if (outcome === null) return { tone: 'waiting', text: 'Not known yet' };
  return entryOf(OUTCOMES, outcome) ?? { tone: 'quiet', text: inWords(outcome) };
}

export function statusInWords(status: OrderStatus): StatusText {
  return STATUSES[status];
}

/** Describes whether a gate or method takes orders. */
export function activeInWords(active: boolean, frozen = false): StatusText {
  if (frozen) return { tone: 'bad', text: 'Frozen' };
  return active ? { tone: 'good', text: 'On' } : { tone: 'quiet', text: 'Off' };
}

/** Reasons why a webhook got no answer. */
const DELIVERY_ERRORS: Readonly<Record<string, string>> = {
  timeout: 'no answer in time',
  private_address: 'the address is private',
  quiet: 'this copy is quiet',
  name_not_resolved: 'the host name was not found',
  connection_refused: 'the connection was refused',
  connection_closed: 'the connection was closed without an answer',
  unreachable: 'the host cannot be reached',
  tls: 'its TLS or certificate is not valid',
  bad_answer: 'the response is not HTTP',
  bad_address: 'the address is not valid',
  changed_address: 'the address was changed in the database',
  interrupted: 'this service stopped during the attempt',
};

/** Describes a receiver's answer: "answer 500", or why there was none. */
export function deliveryInWords(status: number | null, error: string | null): string {
  if (status !== null) return `answer ${status}`;
  return error === null ? 'no answer' : (DELIVERY_ERRORS[error] ?? error);
}

export function eventInWords(state: string): StatusText {
  return entryOf(EVENT_STATES, state) ?? { tone: 'quiet', text: inWords(state) };
}

/** Returns a card brand in its own spelling: "Visa". */
export function brandInWords(brand: string | null | undefined): string {
  const known = CARD_BRANDS.find((each) => each === brand);
  return known === undefined ? (brand ?? '') : brandName(known);
}

/** Descriptions of what an operator did with an order, by command. */
const ACTIONS: Readonly<Record<string, string>> = {
  'payins cancel': 'cancelled the order',
  'payins comment': 'commented on it',
  'orders fail': 'marked the order as failed',
  'refunds create': 'made a refund',
  'refunds take': 'debited the merchant for a refund',
};

/** Returns an actor of the audit as people call them: an e-mail, a token's name with "token", the operator key. */
export function actorInWords(actor: string): string {
  return actor.replace(/^person /, '');
}

/** Describes who did what: "ada@shop.example made a refund". */
export function actionInWords(actor: string, command: string): string {
  const who = actorInWords(actor);
  const what = ACTIONS[command];
  return what === undefined ? `${who}: ${command}` : `${who} ${what}`;
}

/** Converts a name of the interface to words: `payin_success` is "Payin success". */
export function inWords(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
