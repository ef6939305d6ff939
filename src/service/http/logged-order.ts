import type { EndpointName } from '#contract/endpoints.ts';
import type { HandlerResult, ParsedParts } from './handler.ts';

/** Whom and what a request was about, for its line in the log: ids, and words of ours. */
export interface LoggedSubject {
  merchantId?: string | undefined;
  orderId?: string | undefined;
  /** Why the order that is answered ended without success. */
  reason?: string | undefined;
}

/** Endpoints whose `id` is an event's. */
const OF_EVENTS: ReadonlySet<EndpointName> = new Set<EndpointName>(['resendWebhook']);

/** The order that a request names, or makes. */
export function orderIn(
  name: EndpointName,
  parts: ParsedParts,
  answer: HandlerResult,
): LoggedSubject {
  if (OF_EVENTS.has(name)) return {};
  const answered = answer.ok ? answer.value.body : undefined;
  const orderId = idNamed(parts) ?? textIn(answered, 'id') ?? textIn(answered, 'order_id');
  return { orderId, reason: textIn(answered, 'resolution_code') };
}

/** The id of what a request is about: in its path, or an order's in its body. */
export function idNamed({ params, body }: Pick<ParsedParts, 'params' | 'body'>) {
  return textIn(params, 'id') ?? textIn(body, 'order_id');
}

function textIn(value: unknown, member: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const text: unknown = Reflect.get(value, member);
  return typeof text === 'string' ? text : undefined;
}
