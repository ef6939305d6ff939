/** A merchant's program, which is type-checked and run with the package installed. */

/** Creates, repeats, lists and verifies, and prints what it saw. */
export const PROGRAM = `
import { OrdersClient, parseWebhook, RequestFailed, valueIn, verifyWebhook } from 'tollgate';
import { OrdersClient as SameClient } from 'tollgate/client';
import type * as client from 'tollgate';

// Nothing of the package needs the types of Node.
declare const process: { env: Record<string, string | undefined> };

/** What a method takes or answers has a name to write. */
type Answered<Method> = Method extends (...given: never) => Promise<client.Result<infer Value>> ? Value : never;
type Same<A, B> = [A, B] extends [B, A] ? true : false;
const named: readonly true[] = [
  true satisfies Same<Answered<OrdersClient['getWebhook']>, client.WebhookHistory>,
  true satisfies Same<Answered<OrdersClient['listWebhooks']>, client.PageAfter<client.Webhook>>,
  true satisfies Same<Answered<OrdersClient['listRequests']>, client.PageAfter<client.LoggedRequest>>,
  true satisfies Same<Answered<OrdersClient['triggerCode']>, client.Triggered>,
  true satisfies Same<Parameters<OrdersClient['triggerCode']>[0], client.TriggerCodeBody>,
  true satisfies Same<Parameters<OrdersClient['triggerRelease']>[0], client.TriggerReleaseBody>,
  true satisfies Same<Parameters<OrdersClient['triggerDispute']>[0], client.TriggerDisputeBody>,
  true satisfies Same<Answered<OrdersClient['getDispute']>, client.Dispute>,
  true satisfies Same<Parameters<OrdersClient['submitCardData']>[1], client.PayerHeaders | undefined>,
  true satisfies Same<ReturnType<OrdersClient['signCardData']>, client.SignedCardData>,
  true satisfies Same<Parameters<OrdersClient['eachRequest']>[0], client.AfterParameters | undefined>,
];

const env = (name: string): string => process.env[name] ?? '';
const orders = new OrdersClient({
  baseUrl: env('BASE_URL'),
  apiKeyId: env('KEY_ID'),
  apiSecret: env('SECRET'),
});
const body = {
  reference_id: 'order-' + crypto.randomUUID(),
  currency: 'EUR',
  amount: 12.5,
  merchant_gate_method_id: env('METHOD'),
  customer: {},
} as const;
const created = valueIn(await orders.createPayin(body));
const again = await orders.createPayin({ ...body, amount: 13 });
const ids: string[] = [];
for await (const { id } of orders.eachPayin({ statuses: ['CREATED'], size: 1 })) ids.push(id);
const verdict = verifyWebhook(new TextEncoder().encode('[]'), new Headers(), {
  secrets: ['whsec_AAAA'],
  nowMs: Date.now(),
});
const parsed = parseWebhook(new TextEncoder().encode(JSON.stringify([created])));
const caught = await orders.getPayin(created.id.replace(/./g, '0')).then(valueIn).catch((error: unknown) => error);
for await (const { id } of orders.eachWebhook({ size: 1 })) await orders.getWebhook(id).then(valueIn);
console.log(JSON.stringify({
  named: named.length > 0,
  listed: ids.includes(created.id),
  name: again.ok ? undefined : again.name,
  existing: again.ok ? undefined : again.problem?.existing_order_id === created.id,
  verdict,
  parsed: parsed.ok && parsed.type,
  caught: caught instanceof RequestFailed && caught.failure.effect,
  same: OrdersClient === SameClient,
}));
`;

/** What the program prints if everything works. */
export const SEEN = {
  named: true,
  listed: true,
  name: 'duplicate',
  existing: true,
  verdict: { ok: false, reason: 'headers_missing' },
  parsed: 'payin',
  caught: 'none',
  same: true,
};
