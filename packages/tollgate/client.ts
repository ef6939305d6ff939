/** The exports of `tollgate` and `tollgate/client`: the signed client, and the verification of webhooks. */
import {
  OrdersClient as SignedClient,
  type OrdersClientOptions,
} from '../../src/contract/client/client.ts';

const REPEATS = 2;

/**
 * The client for a merchant's server. It repeats requests without an answer or with an unknown effect: twice, unless
 * `repeats` says otherwise.
 */
export class OrdersClient extends SignedClient {
  constructor(options: OrdersClientOptions) {
    super({ repeats: REPEATS, ...options });
  }
}

export type {
  EachParameters,
  OrdersClientOptions,
  Failure,
  LinkParameters,
  Result,
  SignedCardData,
  Success,
  WebhookParameters,
} from '../../src/contract/client/client.ts';
export type { AfterParameters } from '../../src/contract/client/each.ts';
export { RequestFailed, valueIn } from '../../src/contract/client/result.ts';
export type { Problem, Violation } from '../../src/contract/problem.ts';
export { PROBLEM_NAMES, type ProblemName } from '../../src/contract/problem.ts';
export type { Balance } from '../../src/contract/schemas/balance.ts';
export type { CardDataBody } from '../../src/contract/schemas/card-data.ts';
export type { CreateLinkBody, Link } from '../../src/contract/schemas/link.ts';
export type { ListParameters, Page } from '../../src/contract/schemas/list.ts';
export type { Method, MethodList } from '../../src/contract/schemas/method.ts';
export type { CreatePayinBody, PayinOrder } from '../../src/contract/schemas/payin.ts';
export type { CreatePayoutBody, PayoutOrder } from '../../src/contract/schemas/payout.ts';
export type { Dispute, TriggerDisputeBody } from '../../src/contract/schemas/dispute.ts';
export type { CreateRefundBody, Refund } from '../../src/contract/schemas/refund.ts';
export type { PayerHeaders } from '../../src/contract/schemas/card-data.ts';
export type {
  LoggedRequest,
  PageAfter,
  TriggerCodeBody,
  Triggered,
  TriggerReleaseBody,
  Webhook,
  WebhookHistory,
} from '../../src/contract/schemas/developer.ts';
export {
  parseWebhook,
  type ParsedWebhook,
  type WebhookDispute,
  type WebhookPayinOrder,
  type WebhookPayoutOrder,
  type WebhookRefund,
} from '../../src/contract/schemas/webhook.ts';
export { signRequest, DEFAULT_PROFILE } from '../../src/contract/signature/signature.ts';
export {
  verifyWebhook,
  type WebhookHeaders,
  type WebhookReceiver,
  type WebhookVerdict,
} from '../../src/contract/signature/webhook.ts';
export type { RawBody } from '../../src/contract/raw-body.ts';
