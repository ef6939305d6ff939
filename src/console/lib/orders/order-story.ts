import { ORDER_STATUSES } from '#domain/order/status.ts';
import * as v from 'valibot';

const orNull = v.nullable(v.string());

const transition = v.object({
  from_status: v.nullable(v.picklist(ORDER_STATUSES)),
  to_status: v.picklist(ORDER_STATUSES),
  cause: v.string(),
  at: v.string(),
});

const attempt = v.object({
  id: v.string(),
  /** Null for whoever acts for a merchant. */
  terminal: orNull,
  route_priority: v.nullable(v.number()),
  /** Null while nobody knows. */
  outcome: orNull,
  superseded: v.boolean(),
  decline_reason: orNull,
  decline_advice: orNull,
  provider_reference: orNull,
  /** Questions that the acquirer has not answered. */
  unanswered: v.number(),
  next_ask_at: orNull,
  challenged_at: orNull,
  created_at: v.string(),
  settled_at: orNull,
  /** When the acquirer said that it took or paid money for it, though it had ended otherwise. */
  effective_after_end_at: orNull,
  latency_ms: v.nullable(v.number()),
});
export type Attempt = v.InferOutput<typeof attempt>;

const money = { currency: v.string(), amount: v.string() };

const movement = v.object({
  kind: v.string(),
  at: v.string(),
  entries: v.array(v.object({ account: v.string(), ...money })),
});
export type Movement = v.InferOutput<typeof movement>;

const retention = v.object({
  bucket: v.string(),
  ...money,
  due_at: v.string(),
  released_at: orNull,
});
export type Retention = v.InferOutput<typeof retention>;

const event = v.object({
  event: v.string(),
  webhook_id: v.string(),
  state: v.string(),
  destination: orNull,
  /** As it was sent; empty once its customer's data was erased. */
  body: v.string(),
  created_at: v.string(),
  next_attempt_at: orNull,
  attempts_made: v.number(),
  attempts: v.array(
    v.object({
      at: v.string(),
      duration_ms: v.number(),
      status: v.nullable(v.number()),
      error: orNull,
      answer_head: orNull,
    }),
  ),
});
export type WebhookEvent = v.InferOutput<typeof event>;
/** One by itself, as `webhooks event` answers it. */
export const loggedEvent = v.object({ ...event.entries, orders: v.array(v.string()) });

const action = v.object({
  at: v.string(),
  actor: v.string(),
  command: v.string(),
  reason: orNull,
});

const matter = v.object({
  id: v.string(),
  kind: v.string(),
  detail: orNull,
  created_at: v.string(),
  resolved_at: orNull,
});

/** What an acquirer told of the order beside its outcome. */
const notice = v.object({ event: v.string(), detail: orNull, at: v.string() });

/** All that is known of one order, as `orders show` answers it. */
export const orderStory = v.object({
  id: v.string(),
  direction: v.picklist(['payin', 'payout']),
  group_id: v.string(),
  merchant_id: v.string(),
  merchant: orNull,
  gate: orNull,
  method: orNull,
  reference_id: v.string(),
  status: v.picklist(ORDER_STATUSES),
  resolution_code: orNull,
  resolution_message: orNull,
  provider_error_message: orNull,
  payment_source: v.string(),
  ...money,
  fee: v.string(),
  total: v.string(),
  account: orNull,
  card_brand: v.nullish(v.string()),
  rrn: v.nullish(v.string()),
  expires_at: v.nullish(v.string()),
  customer: v.nullish(v.record(v.string(), v.unknown())),
  created_at: v.string(),
  updated_at: v.string(),
  why: v.string(),
  transitions: v.array(transition),
  attempts: v.array(attempt),
  challenge: v.nullable(v.object({ challenged_at: orNull, outcome: orNull, waits: v.boolean() })),
  movements: v.array(movement),
  retentions: v.array(retention),
  events: v.array(event),
  comments: v.object({ comment: orNull, internal: orNull }),
  attention: v.array(matter),
  notices: v.array(notice),
  actions: v.array(action),
});
export type OrderStory = v.InferOutput<typeof orderStory>;
