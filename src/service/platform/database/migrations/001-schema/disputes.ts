const STEPS = `check (step in ('commented', 'inquiry_opened', 'inquiry_answered', 'inquiry_closed',
      'announced', 'charged_back', 'answered', 'evidence_supplied', 'lost', 'won', 'refunded',
      'charged_back_again', 'arbitration_opened', 'arbitration_answered', 'arbitration_lost',
      'arbitration_won'))`;

/** Disputes of payins, and the notices about them. */
export const DISPUTES = [
  // A dispute. Its status follows from its notices; `money`, amount and fee are what the ledger has of it. What is
  // disputed beyond what the payin leaves is `unreserved_minor`. `announced_answer_by` is the deadline of which its
  // merchant was told when it was near; the webhooks that told it have the groups `announcement_ids`.
  `create table disputes (
    id uuid primary key,
    merchant_id uuid not null,
    payin_id uuid not null,
    payin_attempt_id uuid not null,
    terminal_id uuid not null,
    gate_id uuid not null,
    reference text not null,
    status text not null check (status in ('INQUIRY', 'OPEN', 'UNDER_REVIEW', 'WON', 'LOST', 'CLOSED')),
    step text not null ${STEPS},
    money text not null check (money in ('untouched', 'reserved', 'lost')),
    currency text not null,
    amount_minor bigint not null check (amount_minor >= 0),
    unreserved_minor bigint not null default 0 check (unreserved_minor >= 0),
    fee_minor bigint not null check (fee_minor >= 0),
    payment_method_currency text not null,
    disputed_minor bigint not null check (disputed_minor >= 0),
    reason_code text,
    answer_by timestamptz,
    announced_answer_by timestamptz,
    announcement_ids uuid[] not null default '{}',
    charged_back_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (payin_id, reference)
  )`,
  `create index disputes_by_created_at on disputes (merchant_id, created_at, id)`,
  // The deadlines.
  `create index disputes_to_answer on disputes (answer_by, id) where status in ('INQUIRY', 'OPEN')`,
  // Those of which their merchants were not told yet.
  `create index disputes_to_announce on disputes (answer_by)
    where status in ('INQUIRY', 'OPEN') and announced_answer_by is distinct from answer_by`,
  // The ledger check compares the reserve of a gate with its disputes.
  `create index disputes_with_money on disputes (gate_id, currency) where money <> 'untouched'`,
  // The dispute ratio of a month.
  `create index disputes_charged_back on disputes (charged_back_at)`,
  // Notices and settlement files name a dispute by the acquirer's reference.
  `create index disputes_of_reference on disputes (reference)`,

  // A notice about a dispute, from the acquirer or an operator. A movement of the ledger belongs to the notice that
  // caused it, because a dispute may be reserved more than once. A time that the acquirer does not sign decides nothing.
  `create table dispute_notices (
    id uuid primary key,
    dispute_id uuid not null,
    number bigint not null generated always as identity,
    event_id text not null,
    event text not null,
    step text not null ${STEPS},
    said_at timestamptz not null,
    date_unsigned boolean not null default false,
    disputed_minor bigint check (disputed_minor >= 0),
    charged_minor bigint check (charged_minor > 0),
    reason_code text,
    answer_by timestamptz,
    detail text,
    actor text,
    received_at timestamptz not null,
    unique (dispute_id, event_id)
  )`,
];
