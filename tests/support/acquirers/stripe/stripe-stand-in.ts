/** Plays Stripe's PaymentIntents, as its published types and reference have them. */
import { createHmac, randomUUID } from 'node:crypto';
import {
  answersByKey,
  startStandIn,
  type StandInAnswer,
  type StandInRequest,
  type StandInServer,
} from '../stand-in.ts';
import { cardBehaviour, DECLINES } from './cards.ts';

interface Intent {
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

interface Refund {
  id: string;
  object: 'refund';
  payment_intent: string;
  status: string;
  amount: number;
  currency: string;
  metadata: Record<string, string>;
}

export interface StripeStandIn extends StandInServer {
  secretKey: string;
  webhookSecret: string;
  intents: Map<string, Intent>;
  refunded: Set<string>;
  /** The forms that were posted so far. */
  forms: URLSearchParams[];
  /** What refunds say that are made from now on. */
  refundStatus: string;
  /** Signed as they would be sent now: what tells of a payment beside its outcome. */
  notices(attemptId: string): { headers: Headers; body: Uint8Array<ArrayBuffer> }[];
  /** Of a dispute that is opened, won and lost after all: each event of it, in sequence. */
  disputes(attemptId: string): { headers: Headers; body: Uint8Array<ArrayBuffer> }[];
  /** Signed as they would be sent now. */
  events(attemptId: string): { headers: Headers; body: Uint8Array<ArrayBuffer> }[];
  answerChallenge(url: string, answer: 'approve' | 'refuse'): Record<string, string>;
  decidePending(): void;
}

export async function startStripeStandIn(): Promise<StripeStandIn> {
  const secretKey = `sk_test_${randomUUID()}`;
  const webhookSecret = `whsec_${randomUUID()}`;
  const intents = new Map<string, Intent>();
  const cards = new Map<string, string>();
  const refunded = new Set<string>();
  const refunds = new Map<string, Refund>();
  const events: { attemptId: string | undefined; body: string }[] = [];
  const byKey = answersByKey();
  const forms: URLSearchParams[] = [];
  const world = { refundStatus: 'succeeded' };

  function sent(body: string): { headers: Headers; body: Uint8Array<ArrayBuffer> } {
    return {
      headers: new Headers({ 'stripe-signature': signed(webhookSecret, body) }),
      body: new TextEncoder().encode(body),
    };
  }

  function emit(intent: Intent): void {
    const type = `payment_intent.${EVENT_NAMES[intent.status] ?? intent.status}`;
    const event = { id: `evt_${randomUUID()}`, object: 'event', type, data: { object: intent } };
    events.push({ attemptId: intent.metadata['attempt_id'], body: JSON.stringify(event) });
  }

  function move(intent: Intent, change: Partial<Intent>): Intent {
    Object.assign(intent, change);
    emit(intent);
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
    return { status: 200, body: intent };
  }

  function makeCard(form: URLSearchParams): StandInAnswer {
    const id = `pm_${randomUUID().replaceAll('-', '')}`;
    const number = form.get('card[number]') ?? '';
    if (form.get('billing_details[email]') === REFUSED_EMAIL) {
      return refusal(400, 'email_invalid', 'billing_details[email]');
    }
    cards.set(id, number);
    return {
      status: 200,
      body: { id, object: 'payment_method', type: 'card', card: { last4: number.slice(-4) } },
    };
  }

  function decline(intent: Intent, code: keyof typeof DECLINES): StandInAnswer {
    const error = { type: 'card_error', ...DECLINES[code] };
    move(intent, { status: 'requires_payment_method', last_payment_error: error });
    return { status: 402, body: { error: { ...error, payment_intent: intent } } };
  }

  function confirm(intent: Intent, form: URLSearchParams): StandInAnswer {
    if (!intent.status.startsWith('requires_payment')) return unexpectedState(intent);
    const behaviour = cardBehaviour(cards.get(form.get('payment_method') ?? '') ?? '');
    switch (behaviour) {
      case 'approve':
        return { status: 200, body: move(intent, succeeded(intent)) };
      case 'processing':
        return { status: 200, body: move(intent, { status: 'processing' }) };
      case 'challenge': {
        const url = `https://hooks.stripe.test/3d_secure_2/${intent.id}`;
        const action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: null } };
        const change = { status: 'requires_action', next_action: action };
        return { status: 200, body: move(intent, change) };
      }
      default:
        return decline(intent, behaviour);
    }
  }

  function cancel(intent: Intent, form: URLSearchParams): StandInAnswer {
    if (!intent.status.startsWith('requires_')) return unexpectedState(intent);
    const reason = form.get('cancellation_reason');
    const change = { status: 'canceled', cancellation_reason: reason, next_action: null };
    return { status: 200, body: move(intent, change) };
  }

  function refund(form: URLSearchParams): StandInAnswer {
    const intent = intents.get(form.get('payment_intent') ?? '');
    if (intent?.status !== 'succeeded') return refusal(400, 'payment_intent_unexpected_state');
    if (refunded.has(intent.id)) return refusal(400, 'charge_already_refunded');
    const amount = Number(form.get('amount') ?? intent.amount);
    const before = [...refunds.values()].filter((each) => each.payment_intent === intent.id);
    if (before.reduce((sum, each) => sum + each.amount, amount) > intent.amount) {
      return refusal(400, 'amount_too_large');
    }
    const { refundStatus: status } = world;
    const isWhole = form.get('amount') === null;
    if (isWhole && status !== 'canceled' && status !== 'failed') refunded.add(intent.id);
    const made: Refund = {
      id: `re_${randomUUID().replaceAll('-', '')}`,
      object: 'refund',
      payment_intent: intent.id,
      status,
      amount,
      currency: intent.currency,
      metadata: { refund_id: form.get('metadata[refund_id]') ?? '' },
    };
    refunds.set(made.id, made);
    return { status: 200, body: made };
  }

  function readRefunds(id: string | undefined, query: string): StandInAnswer {
    const one = refunds.get(id ?? '');
    if (id !== undefined)
      return one ? { status: 200, body: one } : refusal(404, 'resource_missing');
    const intent = new URLSearchParams(query).get('payment_intent');
    const data = [...refunds.values()].filter((each) => each.payment_intent === intent);
    return { status: 200, body: { object: 'list', data, has_more: false } };
  }

  function route({ method, path, body }: StandInRequest): StandInAnswer {
    const form = new URLSearchParams(body);
    if (method === 'POST') forms.push(form);
    const [, , resource, id, action] = path.split('?', 1)[0]?.split('/') ?? [];
    if (resource === 'balance') return { status: 200, body: { object: 'balance', available: [] } };
    if (resource === 'payment_methods') return makeCard(form);
    if (resource === 'refunds') {
      return method === 'POST' ? refund(form) : readRefunds(id, path.split('?')[1] ?? '');
    }
    if (resource !== 'payment_intents') return refusal(404, 'resource_missing');
    return id === undefined ? create(form) : routeIntent(method, { id, action, form });
  }

  function routeIntent(
    method: string,
    { id, action, form }: { id: string; action: string | undefined; form: URLSearchParams },
  ): StandInAnswer {
    const intent = intents.get(id);
    if (intent === undefined) return refusal(404, 'resource_missing');
    if (action === 'confirm') return confirm(intent, form);
    if (action === 'cancel') return cancel(intent, form);
    return method === 'GET' ? { status: 200, body: intent } : refusal(404, 'resource_missing');
  }

  const server = await startStandIn((request) => {
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      return refusal(401, 'api_key_invalid');
    }
    const key = request.headers['idempotency-key'];
    const made = byKey(
      request.method === 'POST' ? key?.toString() : undefined,
      `${request.path}\n${request.body}`,
      () => route(request),
    );
    return made === 'other request' ? refusal(400, 'idempotency_key_in_use') : made;
  });

  return {
    ...server,
    forms,
    get refundStatus() {
      return world.refundStatus;
    },
    set refundStatus(status) {
      world.refundStatus = status;
    },
    secretKey,
    webhookSecret,
    intents,
    refunded,
    events: (attemptId) =>
      events.filter((event) => event.attemptId === attemptId).map(({ body }) => sent(body)),
    notices: (attemptId) =>
      [...intents.values()]
        .filter(({ metadata }) => metadata['attempt_id'] === attemptId)
        .flatMap(noticesOf)
        .map((event) => sent(JSON.stringify(event))),
    disputes: (attemptId) =>
      [...intents.values()]
        .filter(({ metadata }) => metadata['attempt_id'] === attemptId)
        .flatMap(disputeEventsOf)
        .map((event) => sent(JSON.stringify(event))),
    answerChallenge(url, answer) {
      const intent = intents.get(url.split('/').at(-1) ?? '');
      if (intent?.status !== 'requires_action') throw new Error('The challenge is over');
      intent.next_action = null;
      if (answer === 'approve') move(intent, succeeded(intent));
      else decline(intent, 'payment_intent_authentication_failure');
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

/** As Stripe's reference has the objects: of these only a charge has the metadata of its intent. */
function noticesOf({ id: intent, metadata, amount, currency }: Intent): object[] {
  const about = { payment_intent: intent, charge: `ch_${intent}` };
  const money = { amount, currency };
  const objects = {
    'charge.dispute.created': { object: 'dispute', ...about, ...money, reason: 'fraudulent' },
    'charge.expired': { object: 'charge', payment_intent: intent, metadata, ...money },
    'refund.created': { object: 'refund', ...about, ...money, status: 'succeeded', metadata: {} },
    'refund.failed': { object: 'refund', ...about, ...money, status: 'failed', metadata: {} },
    'radar.early_fraud_warning.created': {
      object: 'radar.early_fraud_warning',
      ...about,
      fraud_type: 'unauthorized_use_of_card',
    },
    'an.event.that.is.new': { object: 'novelty', payment_intent: { id: intent } },
  };
  return Object.entries(objects).map(([type, object]) => ({
    id: `evt_${type}_${intent}`,
    object: 'event',
    type,
    data: { object },
  }));
}

/** As Stripe's reference has them: a dispute carries nothing of its payment but the names of its intent and charge. */
function disputeEventsOf({ id: intent, amount, currency }: Intent): object[] {
  const dispute = {
    id: `du_${intent}`,
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: `ch_${intent}`,
    currency,
    evidence_details: { due_by: 1_900_000_000, has_evidence: false, past_due: false },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent,
    payment_method_details: { card: { brand: 'visa', network_reason_code: '10.4' }, type: 'card' },
    reason: 'fraudulent',
  };
  return [
    ['charge.dispute.created', 'needs_response'],
    ['charge.dispute.funds_withdrawn', 'needs_response'],
    ['charge.dispute.updated', 'under_review'],
    ['charge.dispute.closed', 'won'],
    ['charge.dispute.funds_reinstated', 'won'],
    ['charge.dispute.closed', 'lost'],
  ].map(([type, status], index) => ({
    id: `evt_${index}_${intent}`,
    object: 'event',
    created: 1_700_000_000 + index,
    type,
    data: { object: { ...dispute, status } },
  }));
}

/** 0.50 of most currencies. */
const LEAST_AMOUNT = 50;

const EVENT_NAMES: Record<string, string> = { requires_payment_method: 'payment_failed' };

function succeeded({ id, amount }: Intent): Partial<Intent> {
  return {
    status: 'succeeded',
    amount_received: amount,
    next_action: null,
    latest_charge: `ch_${id}`,
  };
}

/** Well formed, and not taken by Stripe. */
export const REFUSED_EMAIL = 'nobody@refused.test';

function refusal(status: number, code: string, param?: string): StandInAnswer {
  const body = { error: { type: 'invalid_request_error', code, param, message: code } };
  return { status, body };
}

function unexpectedState(intent: Intent): StandInAnswer {
  const message = `This PaymentIntent has a status of ${intent.status}.`;
  const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message };
  return { status: 400, body: { error: { ...error, payment_intent: intent } } };
}

/** As docs.stripe.com/webhooks has it: the time and the body, joined by a point. */
function signed(secret: string, body: string): string {
  const timestamp = Math.floor(Date.now() / 1000);
  const mac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${mac}`;
}
