/** Titles of the exception queue's items and of current problems, and what to do about each. */
const KINDS: Readonly<Record<string, { title: string; hint: string }>> = {
  payin_approved_after_end: {
    title: 'Paid after the order had ended',
    hint: 'If the payment was not voided or refunded, refund it at the acquirer, or settle it with the merchant.',
  },
  payout_paid_after_end: {
    title: 'Paid out after the order had ended',
    hint: 'Settle it with the merchant: the reserved money was released.',
  },
  refund_made_after_end: {
    title: 'A failed refund was made after all',
    hint: 'Debit the merchant for it on the page of the order.',
  },
  refund_returned: {
    title: 'The money of a refund came back',
    hint: 'The payer did not get it. Agree with the merchant how to pay it.',
  },
  provider_contradicts: {
    title: 'The acquirer changed its answer',
    hint: 'It reported a different outcome before. Ask the acquirer which one is correct. “attention retake” hands what it sent to the adapter again.',
  },
  acquirer_notice: {
    title: 'The acquirer sent a notice',
    hint: "A refund, a fraud warning, or an event that the adapter does not handle: see the acquirer's portal. Balances are unchanged.",
  },
  dispute_of_nothing: {
    title: 'A dispute without a payment',
    hint: "Find the payment in the acquirer's portal: this terminal has no attempt for it.",
  },
  dispute_unmatched: {
    title: 'A dispute event without a dispute',
    hint: "It names the payment, not the dispute: find it in the acquirer's portal, and record the result if it changed. Balances are unchanged.",
  },
  dispute_exceeds_payment: {
    title: 'More is disputed than is left of the payment',
    hint: 'If the acquirer took it, charge the rest of the dispute to the merchant. If it did not, resolve the entry.',
  },
  received_less: {
    title: 'Less than the amount was received',
    hint: 'Return the money, or settle it with the merchant: the order was not credited.',
  },
  received_more: {
    title: 'More than the amount was received',
    hint: 'Return the excess: only the amount of the order was credited.',
  },
  received_late: {
    title: 'Money was received after the order had ended',
    hint: 'Return it, or settle it with the merchant: the order was not credited.',
  },
  clock_differs: {
    title: "A machine's clock differs from the database's",
    hint: 'Set the clock that is wrong.',
  },
  row_not_verified: {
    title: 'A row was changed in the database',
    hint: 'Nothing is sent there and nobody gets in by it. Find out who wrote it, then set it again: see the runbook.',
  },
  row_set_aside: {
    title: 'Quarantined by recurring work',
    hint: 'It is retried, and disappears from the list once it succeeds. See the log for the error.',
  },
  dispute_due: {
    title: 'A dispute must be answered within three days',
    hint: "Submit the evidence on the acquirer's site, and mark the dispute as answered. Without an answer, it is lost.",
  },
  dispute_ratio: {
    title: 'Too many payments are disputed',
    hint: 'Find out why customers dispute payments. Card schemes charge for a high ratio every month.',
  },
  attempt_unknown: {
    title: 'The outcome of an attempt is unknown',
    hint: "Check it in the acquirer's portal.",
  },
  receiver_fails: {
    title: "A merchant's address does not accept webhooks",
    hint: 'Tell the merchant. Webhooks are repeated for three days.',
  },
  delivery_given_up: {
    title: 'Webhooks were given up',
    hint: "Send them again once the merchant's address answers.",
  },
  circuit_open: { title: 'A terminal takes no payments', hint: 'Check its health.' },
  ledger_finding: {
    title: 'The ledger check found errors',
    hint: 'Freeze the gate, and examine its movements.',
  },
  recurring_work_late: {
    title: 'Recurring work is late',
    hint: 'See the log for the cause, and check the load of the database.',
  },
  database_cannot_write: {
    title: 'Orders are refused: the database cannot write',
    hint: 'Give its disk room. It is tried every five seconds, and orders are taken again half a minute after the last refusal.',
  },
  alert_not_sent: {
    title: 'Alerts are not sent',
    hint: 'Check the address and the mail server: the list of alerts shows the last error, and can send a test.',
  },
};

export function kindOf(kind: string): { title: string; hint: string } {
  return KINDS[kind] ?? { title: kind.replaceAll('_', ' '), hint: '' };
}

/**
 * The order of current problems: those that stop payments or money come first. Within a kind, the oldest is first.
 */
const URGENCY = [
  'database_cannot_write',
  'circuit_open',
  'ledger_finding',
  'recurring_work_late',
  'alert_not_sent',
  'dispute_due',
  'dispute_ratio',
  'receiver_fails',
  'attempt_unknown',
  'delivery_given_up',
];

export function mostUrgentFirst<Condition extends { kind: string; since: string }>(
  conditions: readonly Condition[],
): Condition[] {
  return conditions.toSorted(
    (one, other) =>
      URGENCY.indexOf(one.kind) - URGENCY.indexOf(other.kind) ||
      one.since.localeCompare(other.since),
  );
}

const VIEWS: Readonly<Record<string, string>> = {
  circuit_open: '/terminals',
  ledger_finding: '/ledger',
  receiver_fails: '/webhooks',
  delivery_given_up: '/webhooks',
};

/** Returns the view that shows more about a problem. */
export function viewOf({ kind, subject }: { kind: string; subject: string }): string {
  if (kind === 'dispute_due') return `/orders/${subject}#disputes`;
  if (kind === 'dispute_ratio') return `/merchants/${subject}`;
  return kind === 'attempt_unknown' ? `/orders/${subject}` : (VIEWS[kind] ?? '/attention');
}
