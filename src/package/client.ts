/** The exports of `tollgate` and `tollgate/client`: the signed client, and the verification of webhooks. */
import { OrdersClient as SignedClient, type OrdersClientOptions } from '#contract/client/client.ts';

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
} from '#contract/client/client.ts';
export type { AfterParameters } from '#contract/client/each.ts';
export { RequestFailed, valueIn } from '#contract/client/result.ts';
export type { Problem, Violation } from '#contract/problem.ts';
export { PROBLEM_NAMES, type ProblemName } from '#contract/problem-names.ts';
export type { Balance } from '#contract/schemas/balance.ts';
export type { CardDataBody } from '#contract/schemas/card-data.ts';
export type { CreateLinkBody, Link } from '#contract/schemas/link.ts';
export type { ListParameters, Page } from '#contract/schemas/list.ts';
export type { Method, MethodList } from '#contract/schemas/method.ts';
export type { CreatePayinBody, PayinOrder } from '#contract/schemas/payin.ts';
export type { CreatePayoutBody, PayoutOrder } from '#contract/schemas/payout.ts';
export type { Dispute, TriggerDisputeBody } from '#contract/schemas/dispute.ts';
export type { CreateRefundBody, Refund } from '#contract/schemas/refund.ts';
export type { PayerHeaders } from '#contract/schemas/card-data.ts';
export type {
  LoggedRequest,
  PageAfter,
  TriggerCodeBody,
  Triggered,
  TriggerReleaseBody,
  Webhook,
  WebhookHistory,
} from '#contract/schemas/developer.ts';
export {
  parseWebhook,
  type ParsedWebhook,
  type WebhookDispute,
  type WebhookPayinOrder,
  type WebhookPayoutOrder,
  type WebhookRefund,
} from '#contract/schemas/webhook.ts';
export { signRequest, DEFAULT_PROFILE } from '#contract/signature/signature.ts';
export {
  verifyWebhook,
  type WebhookHeaders,
  type WebhookReceiver,
  type WebhookVerdict,
} from '#contract/signature/webhook.ts';
export type { RawBody } from '#contract/raw-body.ts';
