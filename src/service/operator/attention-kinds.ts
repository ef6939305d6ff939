/** What needs attention, in words: the kinds of current problems and of the exception queue's entries. */
import type { AttentionKind } from '../platform/database/tables/exception-queue.ts';

/** As of the rules for Prometheus: a page wakes somebody up, a ticket can wait until morning. */
export type Severity = 'page' | 'ticket';

interface ConditionWords {
  severity: Severity;
  /** What to do. */
  hint: string;
  /** The console's view of such problems. */
  path: string;
}

/** The kinds of current problems, the most urgent first. */
export const CONDITIONS = {
  database_unavailable: {
    severity: 'page',
    hint: 'Bring the database back: the service goes on by itself.',
    path: '/attention',
  },
  database_cannot_write: {
    severity: 'page',
    hint: 'Give its disk room, and start PostgreSQL again if it has stopped. Orders are taken again half a minute after the last refusal.',
    path: '/attention',
  },
  ledger_finding: {
    severity: 'page',
    hint: 'Freeze the gate, and examine its movements.',
    path: '/ledger',
  },
  circuit_open: { severity: 'page', hint: 'Check its health.', path: '/terminals' },
  recurring_work_late: {
    severity: 'page',
    hint: 'See the log for the cause, and check the load of the database.',
    path: '/attention',
  },
  alert_not_sent: {
    severity: 'ticket',
    hint: 'Check the address and the mail server. A test alert shows whether it works again.',
    path: '/alerts',
  },
  notifications_missing: {
    severity: 'ticket',
    hint: "Enter the terminal's notification address at the acquirer, and check the secret of its notifications.",
    path: '/terminals',
  },
  dispute_due: {
    severity: 'ticket',
    hint: "Submit the evidence on the acquirer's site, and mark the dispute as answered. Without an answer, it is lost.",
    path: '/disputes',
  },
  dispute_ratio: {
    severity: 'ticket',
    hint: 'Find out why customers dispute payments. Card schemes charge for a high ratio every month.',
    path: '/disputes',
  },
  adjustment_waits: {
    severity: 'ticket',
    hint: 'Confirm or reject it, if you did not ask for it.',
    path: '/ledger',
  },
  attempt_unknown: {
    severity: 'ticket',
    hint: "Check it in the acquirer's portal.",
    path: '/orders',
  },
  receiver_fails: {
    severity: 'ticket',
    hint: 'Tell the merchant. Webhooks are repeated for three days.',
    path: '/webhooks',
  },
  delivery_given_up: {
    severity: 'ticket',
    hint: "Send them again once the merchant's address answers.",
    path: '/webhooks',
  },
} as const satisfies Record<string, ConditionWords>;

export type ConditionKind = keyof typeof CONDITIONS;

interface EntryWords {
  severity: Severity;
  title: string;
  hint: string;
}

const ticket = (title: string, hint: string): EntryWords => ({ severity: 'ticket', title, hint });
const page = (title: string, hint: string): EntryWords => ({ severity: 'page', title, hint });

/** The kinds of the exception queue's entries. */
export const ENTRIES: Readonly<Record<AttentionKind, EntryWords>> = {
  payin_approved_after_end: ticket(
    'Paid after the order had ended',
    'If the payment was not voided or refunded, refund it at the acquirer, or settle it with the merchant.',
  ),
  payout_paid_after_end: ticket(
    'Paid out after the order had ended',
    'Settle it with the merchant: the reserved money was released.',
  ),
  payout_returned: ticket(
    'The money of a payout came back',
    'The payee did not get it. Ask the acquirer, and settle it with the merchant.',
  ),
  refund_made_after_end: ticket(
    'A failed refund was made after all',
    'Debit the merchant for it on the page of the order.',
  ),
  refund_returned: ticket(
    'The money of a refund came back',
    'The payer did not get it. Agree with the merchant how to pay it.',
  ),
  provider_contradicts: ticket(
    'The acquirer changed its answer',
    'It reported a different outcome before. Ask the acquirer which one is correct. Once that is clear, hand what it sent to the adapter again.',
  ),
  acquirer_notice: ticket(
    'The acquirer sent a notice',
    "A refund, a fraud warning, or an event that the adapter does not handle: see the acquirer's portal. Balances are unchanged.",
  ),
  dispute_of_nothing: ticket(
    'A dispute without a payment',
    "Find the payment in the acquirer's portal: this terminal has no attempt for it.",
  ),
  dispute_unmatched: ticket(
    'A dispute event without a dispute',
    "It names the payment, not the dispute: find it in the acquirer's portal, and record the result if it changed. Balances are unchanged.",
  ),
  dispute_exceeds_payment: ticket(
    'More is disputed than is left of the payment',
    'If the acquirer took it, charge the rest of the dispute to the merchant. If it did not, resolve the entry.',
  ),
  received_less: ticket(
    'Less than the amount was received',
    'Return the money, or settle it with the merchant: the order was not credited.',
  ),
  received_more: ticket(
    'More than the amount was received',
    'Return the excess: only the amount of the order was credited.',
  ),
  received_late: ticket(
    'Money was received after the order had ended',
    'Return it, or settle it with the merchant: the order was not credited.',
  ),
  database_cannot_write: page(
    'Orders were refused: the database could not write',
    'Give its disk room, then resolve the entry.',
  ),
  clock_differs: page(
    "A machine's clock differs from the database's",
    'Set the clock that is wrong.',
  ),
  row_not_verified: page(
    'A row was changed in the database',
    'Nothing is sent there and nobody gets in by it. Find out who wrote it, then set it again: see the runbook.',
  ),
  row_quarantined: ticket(
    'Quarantined by recurring work',
    'It is retried, and disappears from the list once it succeeds. See the log for the error.',
  ),
};
