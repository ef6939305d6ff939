import {
  advanceClockRequest,
  clock,
  loggedRequest,
  MAX_ATTEMPTS_SHOWN,
  resent,
  triggerCodeRequest,
  triggered,
  webhook,
  webhookAttempt,
  webhookHistory,
} from '../../schemas/tools.ts';
import { described, id, seconds } from './described.ts';
import { ORDERED } from './requests.ts';

/** Bodies of requests of merchants' tools. */
export const TOOL_REQUESTS = [
  described('AdvanceClockRequest', advanceClockRequest, 'Where to move the clock of a sandbox.', {
    to: 'Unix time in whole seconds, at most 3660 days ahead of real time. A clock that is there already stays.',
  }),
  described(
    'TriggerCodeRequest',
    triggerCodeRequest,
    'A payin as one is created, with the code that it is to come to.',
    {
      resolution_code:
        'The code to come to: one that no other request of a merchant can bring about.',
      reference_id: ORDERED.reference,
      currency: ORDERED.currency,
      amount: ORDERED.amount,
      merchant_gate_method_id: ORDERED.payinMethod,
    },
  ),
];

const WEBHOOK = {
  id: id('By which it can be sent again.'),
  webhook_id: 'As in the header `webhook-id`: the same at each delivery.',
  type: 'Whether payins or payouts ended.',
  state: 'Whether it is still to be sent, was confirmed, was given up, or had nowhere to go.',
  order_ids: 'The orders in it.',
  destination: 'Where it goes; left out where there was no address.',
  body: 'The exact text whose UTF-8 bytes are sent and signed; empty once it was erased.',
  create_date: seconds('When the last of its orders ended.'),
  next_attempt_date: seconds('When it is sent next; left out once it has ended.'),
  end_date: seconds('When it was confirmed or given up.'),
  attempts: {
    says: 'How often it was sent since it was last asked for.',
    constraints: { minimum: 0 },
  },
  last_attempt: 'The last time that it was sent; left out before the first.',
};

/** What merchants' tools answer. */
export const TOOL_ANSWERS = [
  described('Webhook', webhook, 'A webhook of the merchant, with what became of it.', WEBHOOK),
  described('WebhookHistory', webhookHistory, 'A webhook with every attempt to deliver it.', {
    ...WEBHOOK,
    attempts_made: {
      says: 'How often it was sent in all, since it was recorded.',
      constraints: { minimum: 0 },
    },
    attempt_log: {
      says: 'The latest attempts of those, the oldest of them first.',
      constraints: { maxItems: MAX_ATTEMPTS_SHOWN },
    },
  }),
  described('WebhookAttempt', webhookAttempt, 'One attempt to deliver a webhook.', {
    date: seconds('When it began.'),
    duration_ms: { says: 'How long it took, in milliseconds.', constraints: { minimum: 0 } },
    status: 'The HTTP status of the answer; left out where there was none.',
    error: 'Why there was no answer, in a word.',
  }),
  described('Resent', resent, 'What is sent again.', {
    webhooks: {
      says: 'How many webhooks are due now: none where it is under way, or has no destination.',
      constraints: { minimum: 0 },
    },
  }),
  described('LoggedRequest', loggedRequest, 'A request that named this key, whoever sent it.', {
    request_id: id('As in X-Request-Id.'),
    date: seconds('When it came.'),
    method: 'Its HTTP method.',
    path: 'Its path, without the query.',
    status: { says: 'The HTTP status of its answer.', constraints: { minimum: 100, maximum: 599 } },
    duration_ms: { says: 'How long it took, in milliseconds.', constraints: { minimum: 0 } },
    problem: 'The name of the problem: the fragment of its `type`; left out where it was answered.',
    failed_check: 'What of its authentication was wrong.',
  }),
  described('Triggered', triggered, 'What has come to the code.', {
    order_id: id('The order, to be read like any other; left out where it is about a report.'),
    report_id: id(
      "The merchant's report, as the console lists it; left out where it is about an order.",
    ),
    status: 'Where the order is, or FAILED for the report.',
    resolution_code: 'The code; of an order that was there before, its own.',
  }),
  described('Clock', clock, 'The clock of a merchant in the sandbox.', {
    date: {
      says: "The merchant's time: Unix time in whole seconds.",
      constraints: { minimum: 0 },
    },
    ahead_seconds: {
      says: 'How far it is ahead of real time, in seconds.',
      constraints: { minimum: 0 },
    },
  }),
];
