/** Simulates Stripe's PaymentIntents API, as its published types and API reference document it. */
import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import {
  answersByKey,
  CARDS,
  startStandIn,
  type AcquirerStandIn,
  type SentNotification,
  type StandInAnswer,
  type StandInRequest,
} from '../stand-in.ts';
import { isRecordComplete, type AuthenticationRecord } from '../three-d-secure.ts';

export interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  status: string;
  metadata: Record<string, string>;
  last_payment_error: object | null;
  next_action: object | null;
  cancellation_reason: string | null;
  latest_charge: string | null;
}

/** The amount that Stripe refuses to refund with 402. */
export const REFUSED_REFUND = 421n;

export interface Refund {
  id: string;
  object: 'refund';
  payment_intent: string;
  status: string;
  amount: number;
  currency: string;
  metadata: Record<string, string>;
}

export interface StripeStandIn extends AcquirerStandIn {
  secretKey: string;
  webhookSecret: string;
  intents: Map<string, Intent>;
  refunds: Refund[];
  /** The forms posted so far. */
  forms: URLSearchParams[];
  /** The status that new refunds get. */
  nextRefund: { status: string };
  /** Makes a refund, whatever was answered to its request. */
  addRefund: (intent: Intent, made: { amount: number; refundId: string }) => Refund;
  /** Returns a signed notification of an event without sending it. */
  notification: (event: object) => SentNotification;
}

/** The members of Stripe's error object, by kind of decline. */
const DECLINES = {
  insufficient: { code: 'card_declined', decline_code: 'insufficient_funds' },
  incorrectCode: { code: 'incorrect_cvc' },
  expired: { code: 'expired_card' },
  stolen: { code: 'card_declined', decline_code: 'stolen_card' },
  notAuthenticated: { code: 'payment_intent_authentication_failure' },
} as const;
type Decline = keyof typeof DECLINES;

export async function startStripeStandIn(): Promise<StripeStandIn> {
  const secretKey = `sk_test_${randomUUID()}`;
  const webhookSecret = `whsec_${randomUUID()}`;
  const intents = new Map<string, Intent>();
  const cards = new Map<string, { number: string; record: AuthenticationRecord }>();
  const refunds: Refund[] = [];
  const events: { attemptId: string | undefined; body: string }[] = [];
  const forms: URLSearchParams[] = [];
  const nextRefund = { status: 'succeeded' };

  /** Signs a payload with the present time. */
  function sent(payload: string): SentNotification {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
    return {
      headers: new Headers({ 'stripe-signature': signature }),
      body: new TextEncoder().encode(payload),
    };
  }

  function move(intent: Intent, change: Partial<Intent>): Intent {
    Object.assign(intent, change);
    const { status, metadata } = intent;
    const type = `payment_intent.${status === 'requires_payment_method' ? 'payment_failed' : status}`;
    const event = { id: `evt_${randomUUID()}`, object: 'event', type, data: { object: intent } };
    events.push({ attemptId: metadata['attempt_id'], body: JSON.stringify(event) });
    return intent;
  }

  function create(form: URLSearchParams): StandInAnswer {
    if (Number(form.get('amount')) < LEAST_AMOUNT) return refusal(400, 'amount_too_small');
    const intent: Intent = {
      id: `pi_${randomUUID().replaceAll('-', '')}`,
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      amount_received: 0,
      currency: form.get('currency') ?? '',
      status: 'requires_payment_method',
      metadata: {
        attempt_id: form.get('metadata[attempt_id]') ?? '',
        order_id: form.get('metadata[order_id]') ?? '',
      },
      last_payment_error: null,
      next_action: null,
      cancellation_reason: null,
      latest_charge: null,
    };
    intents.set(intent.id, intent);
    return ok(intent);
  }

  function makeCard(form: URLSearchParams): StandInAnswer {
    const id = `pm_${randomUUID().replaceAll('-', '')}`;
    const number = form.get('card[number]') ?? '';
    if (form.get('billing_details[email]') === REFUSED_EMAIL) {
      return refusal(400, 'email_invalid', 'billing_details[email]');
    }
    cards.set(id, { number, record: recordOf(form) });
    return ok({ id, object: 'payment_method', type: 'card', card: { last4: number.slice(-4) } });
  }

  function decline(intent: Intent, name: Decline): StandInAnswer {
    const error = { type: 'card_error', message: 'Your card was declined.', ...DECLINES[name] };
    move(intent, { status: 'requires_payment_method', last_payment_error: error });
    return { status: 402, body: { error: { ...error, payment_intent: intent } } };
  }

  function confirm(intent: Intent, form: URLSearchParams): StandInAnswer {
    if (!intent.status.startsWith('requires_payment')) return unexpectedState(intent);
    const { number = '', record = {} } = cards.get(form.get('payment_method') ?? '') ?? {};
    const behaviour = CARDS[number];
    if (behaviour === 'wantsAddress' && !isRecordComplete(record)) {
      return decline(intent, 'notAuthenticated');
    }
    if (behaviour === undefined || behaviour === 'wantsAddress')
      return ok(move(intent, succeeded(intent)));
    if (behaviour === 'pending') return ok(move(intent, { status: 'processing' }));
    if (behaviour !== 'challenge') return decline(intent, behaviour);
    const url = `https://hooks.stripe.test/3d_secure_2/${intent.id}`;
    const action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: null } };
    return ok(move(intent, { status: 'requires_action', next_action: action }));
  }

  function cancel(intent: Intent, form: URLSearchParams): StandInAnswer {
    if (!intent.status.startsWith('requires_')) return unexpectedState(intent);
    const reason = form.get('cancellation_reason');
    const change = { status: 'canceled', cancellation_reason: reason, next_action: null };
    return ok(move(intent, change));
  }

  function refund(form: URLSearchParams): StandInAnswer {
    const intent = intents.get(form.get('payment_intent') ?? '');
    if (intent?.status !== 'succeeded') return refusal(400, 'payment_intent_unexpected_state');
    const left = intent.amount - refundedOf(intent, refunds);
    if (left === 0) return refusal(400, 'charge_already_refunded');
    const amount = Number(form.get('amount') ?? intent.amount);
    if (amount > left) return refusal(400, 'amount_too_large');
    if (BigInt(amount) === REFUSED_REFUND) return refusal(402, 'balance_insufficient');
    return ok(addRefund(intent, { amount, refundId: form.get('metadata[refund_id]') ?? '' }));
  }

  function addRefund(
    intent: Intent,
    { amount, refundId }: { amount: number; refundId: string },
  ): Refund {
    const made: Refund = {
      id: `re_${randomUUID().replaceAll('-', '')}`,
      object: 'refund',
      payment_intent: intent.id,
      status: nextRefund.status,
      amount,
      currency: intent.currency,
      metadata: { refund_id: refundId },
    };
    refunds.push(made);
    return made;
  }

  function readRefunds(id: string | undefined, query: string): StandInAnswer {
    const one = refunds.find((each) => each.id === id);
    if (id !== undefined) return one ? ok(one) : refusal(404, 'resource_missing');
    const intent = new URLSearchParams(query).get('payment_intent');
    const data = refunds.filter((each) => each.payment_intent === intent);
    return ok({ object: 'list', data, has_more: false });
  }

  function route({ method, path, body }: StandInRequest): StandInAnswer {
    const form = new URLSearchParams(body);
    if (method === 'POST') forms.push(form);
    const [, , resource, id, action] = path.split('?', 1)[0]?.split('/') ?? [];
    if (resource === 'balance') return ok({ object: 'balance', available: [] });
    if (resource === 'payment_methods') return makeCard(form);
    if (resource === 'refunds') {
      return method === 'POST' ? refund(form) : readRefunds(id, path.split('?')[1] ?? '');
    }
    if (resource !== 'payment_intents') return refusal(404, 'resource_missing');
    if (id === undefined) return create(form);
    const intent = intents.get(id);
    if (intent === undefined) return refusal(404, 'resource_missing');
    if (action === 'confirm') return confirm(intent, form);
    if (action === 'cancel') return cancel(intent, form);
    return method === 'GET' ? ok(intent) : refusal(404, 'resource_missing');
  }

  const once = answersByKey(route, refusal(400, 'idempotency_key_in_use'));
  const server = await startStandIn((request) =>
    request.headers.authorization === `Bearer ${secretKey}`
      ? once(request)
      : refusal(401, 'api_key_invalid'),
  );

  return {
    ...server,
    forms,
    nextRefund,
    addRefund,
    secretKey,
    webhookSecret,
    intents,
    refunds,
    notifications: (attemptId) =>
      events.filter((event) => event.attemptId === attemptId).map(({ body }) => sent(body)),
    notification: (event) => sent(JSON.stringify(event)),
    answerChallenge(url, answer) {
      const intent = intents.get(url.split('/').at(-1) ?? '');
      if (intent?.status !== 'requires_action') throw new Error('The challenge is over');
      intent.next_action = null;
      if (answer === 'approve') move(intent, succeeded(intent));
      else decline(intent, 'notAuthenticated');
      const status = answer === 'approve' ? 'succeeded' : 'failed';
      return { payment_intent: intent.id, redirect_status: status };
    },
    decidePending() {
      for (const intent of intents.values()) {
        if (intent.status === 'processing') move(intent, succeeded(intent));
      }
    },
  };
}

function recordOf(form: URLSearchParams): AuthenticationRecord {
  const part = (name: string) => form.get(`billing_details[address][${name}]`) ?? undefined;
  return {
    billAddrLine1: part('line1'),
    billAddrCity: part('city'),
    billAddrPostCode: part('postal_code'),
    billAddrCountry: part('country'),
  };
}

/** Stripe's minimum charge in minor units: 0.50 in most currencies. */
const LEAST_AMOUNT = 50;

function succeeded({ id, amount }: Intent): Partial<Intent> {
  return {
    status: 'succeeded',
    amount_received: amount,
    next_action: null,
    latest_charge: `ch_${id}`,
  };
}

/** Returns the sum of an intent's refunds that are neither canceled nor failed, in minor units. */
export function refundedOf({ id }: Pick<Intent, 'id'>, refunds: readonly Refund[]): number {
  return refunds
    .filter((each) => each.payment_intent === id)
    .filter(({ status }) => status !== 'canceled' && status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** A well-formed address that this Stripe refuses. */
export const REFUSED_EMAIL = 'nobody@refused.test';

function ok(body: object): StandInAnswer {
  return { status: 200, body };
}

function refusal(status: number, code: string, param?: string): StandInAnswer {
  const body = { error: { type: 'invalid_request_error', code, param, message: code } };
  return { status, body };
}

function unexpectedState(intent: Intent): StandInAnswer {
  const message = `This PaymentIntent has a status of ${intent.status}.`;
  const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message };
  return { status: 400, body: { error: { ...error, payment_intent: intent } } };
}
