import type { Operation, Parameter } from './read-document.ts';

/** An example request. Its texts name values that exist only when it runs, such as `{payin}`; see `write-call.ts`. */
export interface ExampleCall {
  method: string;
  /** The path with its parameters filled in, and the query. */
  path: string;
  body?: unknown;
}

/** An example: the calls that make what it needs, and its own call. */
export interface Example extends ExampleCall {
  /** Whether the quick start's payment comes first: it leaves `{payin}`, which is paid. */
  pays?: true;
  before?: readonly Step[];
}

/** A call before the example's own. */
export interface Step extends ExampleCall {
  /** Keeps what the call answers under this name. */
  name?: string;
  /** Keeps the first object of the answered list. */
  isList?: true;
}

/**
 * Returns the example of an operation, which runs in any sandbox: its first recorded example with the required
 * parameters, about objects that it makes itself.
 */
export function exampleOf({
  operationId,
  method,
  path,
  parameters,
  requestBody,
}: Operation): Example {
  const { id, body: ownBody, ...first } = OWN_OBJECTS[operationId] ?? {};
  const recorded = firstExample(requestBody?.content['application/json']?.examples);
  const body = typeof recorded === 'object' ? { ...recorded, ...ownBody } : recorded;
  const needed = parameters.filter(({ in: place, required }) => place === 'query' && required);
  const query = needed.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  const target = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => id ?? parameterExample(parameters, name),
  );
  return {
    ...first,
    method,
    path: query.length === 0 ? target : `${target}?${query.join('&')}`,
    ...(body !== undefined && { body }),
  };
}

function firstExample(examples: Record<string, { value: unknown }> = {}): unknown {
  return Object.values(examples)[0]?.value;
}

function parameterExample(parameters: readonly Parameter[], name: string): string {
  return String(parameters.find((parameter) => parameter.name === name)?.example ?? '');
}

const PAYIN = {
  reference_id: 'order-{unique}',
  currency: 'EUR',
  amount: 12.5,
  merchant_gate_method_id: '{card_eur}',
  customer: {},
};
const CREATE_PAYIN: Step = {
  name: 'payin',
  method: 'POST',
  path: '/api/v1/orders/payin',
  body: PAYIN,
};
const CREATE_PAYOUT: Step = {
  name: 'payout',
  method: 'POST',
  path: '/api/v1/orders/payout',
  body: {
    reference_id: 'payout-{unique}',
    currency: 'EUR',
    amount: 1,
    destination_account: '4242424242424242',
    merchant_gate_method_id: '{payout_card_eur}',
    customer: {},
  },
};
const LINK_BODY = {
  merchant_gate_method_id: '{card_eur}',
  amount: 12.5,
  reference_prefix: 'invoice-7001',
  use: 'once',
};
const CREATE_LINK: Step = {
  name: 'link',
  method: 'POST',
  path: '/api/merchant/v1/links',
  body: LINK_BODY,
};
const REFUND_BODY = { payin_id: '{payin}', reference_id: 'refund-{unique}' };
const CREATE_REFUND: Step = {
  name: 'refund',
  method: 'POST',
  path: '/api/merchant/v1/refunds',
  body: REFUND_BODY,
};
const OPEN_DISPUTE: Step = {
  name: 'dispute',
  method: 'POST',
  path: '/api/merchant/v1/sandbox/disputes',
  body: { payin_id: '{payin}', event: 'open' },
};
const FIND_WEBHOOK: Step = {
  name: 'webhook',
  method: 'GET',
  path: '/api/merchant/v1/webhooks?order_id={payin}',
  isList: true,
};

interface OwnObjects extends Pick<Example, 'pays' | 'before'> {
  /** The id in the path. */
  id?: string;
  /** Members in place of the recorded ones. */
  body?: object;
}

/** What the examples are about, by operation. The others name no object. */
const OWN_OBJECTS: Readonly<Record<string, OwnObjects>> = {
  createPayin: { body: { merchant_gate_method_id: '{card_eur}' } },
  submitCardData: { before: [CREATE_PAYIN], body: { order_id: '{payin}' } },
  getPayin: { before: [CREATE_PAYIN], id: '{payin}' },
  createPayout: { body: { merchant_gate_method_id: '{payout_card_eur}' } },
  getPayout: { before: [CREATE_PAYOUT], id: '{payout}' },
  createRefund: { pays: true, body: REFUND_BODY },
  getRefund: { pays: true, before: [CREATE_REFUND], id: '{refund}' },
  getDispute: { pays: true, before: [OPEN_DISPUTE], id: '{dispute}' },
  createLink: { body: LINK_BODY },
  getLink: { before: [CREATE_LINK], id: '{link}' },
  closeLink: { before: [CREATE_LINK], id: '{link}' },
  cancelPayin: { before: [CREATE_PAYIN], id: '{payin}' },
  getWebhook: { pays: true, before: [FIND_WEBHOOK], id: '{webhook}' },
  resendWebhook: { pays: true, before: [FIND_WEBHOOK], id: '{webhook}' },
  triggerCode: { body: { merchant_gate_method_id: '{card_eur}' } },
  triggerDispute: { pays: true, body: { payin_id: '{payin}' } },
  triggerExpiry: { before: [CREATE_PAYIN], body: { payin_id: '{payin}' } },
  triggerRelease: { pays: true, body: { payin_id: '{payin}' } },
  triggerRedelivery: {
    before: [
      // Nobody listens on this port, so that the webhook waits for its next attempt.
      { ...CREATE_PAYIN, body: { ...PAYIN, callback_url: 'http://localhost:9/' } },
      { method: 'POST', path: '/api/merchant/v1/payins/{payin}/cancel' },
    ],
    body: { order_id: '{payin}' },
  },
  triggerDisputeDeadline: { pays: true, before: [OPEN_DISPUTE], body: { dispute_id: '{dispute}' } },
};
