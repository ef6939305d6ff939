/** What matters and conditions are called, and what to do about them. */
const KINDS: Readonly<Record<string, { title: string; hint: string }>> = {
  payin_approved_after_end: {
    title: 'Paid after it had ended',
    hint: 'Where it was not given back, give it back at the acquirer, or settle it with the merchant.',
  },
  payout_paid_after_end: {
    title: 'Paid out after it had ended',
    hint: 'Settle it with the merchant: its reserve was given back.',
  },
  provider_contradicts: {
    title: 'The acquirer says otherwise now',
    hint: 'It said another end of the attempt before: ask it which of the two is true.',
  },
  acquirer_notice: {
    title: 'The acquirer sent a notice',
    hint: "A chargeback, a refund, a warning: see to it in the acquirer's own portal. The order's balance is unchanged.",
  },
  row_set_aside: {
    title: 'Set aside by recurring work',
    hint: 'It is tried again, and leaves the list once it succeeds. The log has the error.',
  },
  attempt_unknown: {
    title: 'How an attempt ended is not known',
    hint: "Look into the acquirer's own portal.",
  },
  delivery_given_up: {
    title: 'Webhooks were given up',
    hint: "Once the merchant's address answers again, send them again.",
  },
  circuit_open: { title: 'A terminal takes no payments', hint: 'Look at its health.' },
  ledger_finding: {
    title: 'The ledger does not add up',
    hint: 'Freeze the gate that it is about, and look at its movements.',
  },
  recurring_work_late: {
    title: 'Recurring work is late',
    hint: 'Look at the log for what stops it, and at the load of the database.',
  },
  cell_unavailable: {
    title: 'Merchants are not served: their database is unavailable',
    hint: 'Bring it back. Lists and totals lack what these merchants have meanwhile.',
  },
};

export function kindOf(kind: string): { title: string; hint: string } {
  return KINDS[kind] ?? { title: kind.replaceAll('_', ' '), hint: '' };
}
