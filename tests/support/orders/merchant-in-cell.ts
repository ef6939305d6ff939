/** Creates a merchant in a given cell, which no operator command does, with a method routed to the sandbox. */
import { randomUUID } from 'node:crypto';
import type { OrdersClient } from '#contract/client/client.ts';
import type { CreatePayinBody, PayinOrder } from '#contract/schemas/payin.ts';
import { issueKey } from '#service/merchants/keys.ts';
import { applyDeployment } from '#service/operator/deployment/apply.ts';
import type { ServiceContext } from '#service/platform/context.ts';
import { cardDataBody, orderWhen, payinBody, succeeded, untilKnown } from './orders.ts';

export interface MerchantInCell {
  id: string;
  method: string;
  key: { apiKeyId: string; apiSecret: string };
}

const terminal = { name: 'sandbox', adapter: 'sandbox', settings: {}, credentials: {} };
const method = {
  name: 'card',
  direction: 'payin',
  payment_source: 'CARD',
  currency: 'EUR',
  amount_min: '1.00',
  amount_max: '5000',
  waiting_seconds: 900,
  fee_percent: '1.50',
  routes: [{ terminal: 'sandbox', priority: 1 }],
};

export async function merchantIn(context: ServiceContext): Promise<MerchantInCell> {
  const name = `merchant ${randomUUID()}`;
  const gates = [{ name: 'main', accounts: ['EUR'], methods: [method] }];
  const applied = await applyDeployment(
    context,
    { terminals: [terminal], merchants: [{ name, gates }] },
    { dryRun: false },
  );
  if (!applied.ok) throw new Error(applied.reasons.join(' '));
  const made = applied.ids.merchants[name];
  const methodId = made?.gates['main']?.methods['card'];
  if (made === undefined || methodId === undefined) throw new Error('No merchant was made');
  const { keyId, secret } = await issueKey(
    context,
    { scope: 'merchant', merchantId: made.id },
    'test',
  );
  return { id: made.id, method: methodId, key: { apiKeyId: keyId, apiSecret: secret } };
}

/** Creates an order and pays it by card, repeating requests whose effect is unknown. @returns the paid order */
export async function payTo(
  client: OrdersClient,
  { method: methodId }: MerchantInCell,
): Promise<PayinOrder> {
  const body = payinTo(methodId);
  const { id } = await succeeded(() => client.createPayin(body));
  // The answer to a repeated request does not tell the outcome; the order does.
  await untilKnown(() => client.submitCardData(cardDataBody(id)));
  return orderWhen(() => succeeded(() => client.getPayin(id)), 'SUCCESS');
}

export function payinTo(merchant_gate_method_id: string): CreatePayinBody {
  return payinBody({ sandbox: { methods: {} } }, { merchant_gate_method_id });
}
