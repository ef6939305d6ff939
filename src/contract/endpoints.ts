import { z } from 'zod';

import { balance } from './schemas/balance.ts';
import { cardDataRequest, challengeReturn, payerHeaders } from './schemas/card-data.ts';
import { checkout } from './schemas/checkout.ts';
import { uuid } from './schemas/fields.ts';
import {
  createLinkRequest,
  link,
  linkPage,
  linkView,
  listLinksQuery,
  payLinkAnswer,
  payLinkRequest,
} from './schemas/link.ts';
import { beginRequest, sentRequest } from './schemas/transfer.ts';
import { methodList } from './schemas/method.ts';
import { byReferenceQuery, listPayinsQuery, listPayoutsQuery, pageOf } from './schemas/list.ts';
import { completePayinOrder, createPayinRequest, payinOrder, payinPage } from './schemas/payin.ts';
import {
  listRequestsQuery,
  listWebhooksQuery,
  loggedRequest,
  pageAfter,
  resent,
  triggerCodeRequest,
  triggerDisputeDeadlineRequest,
  triggered,
  triggerExpiryRequest,
  triggerRedeliveryRequest,
  triggerReleaseRequest,
  webhook,
  webhookHistory,
} from './schemas/developer.ts';
import {
  completePayoutOrder,
  createPayoutRequest,
  payoutOrder,
  payoutPage,
} from './schemas/payout.ts';
import {
  dispute,
  disputePage,
  listDisputesQuery,
  triggerDisputeRequest,
} from './schemas/dispute.ts';
import { createRefundRequest, listRefundsQuery, refund, refundPage } from './schemas/refund.ts';

/**
 * A merchant's key can access the merchant's own orders. The page's key can read and pay any payin, and do nothing
 * else.
 */
export type Scope = 'merchant' | 'page';

export interface Endpoint {
  method: 'GET' | 'POST';
  /** Path below the base URL, with parameters in braces. */
  path: string;
  /** Scopes of the keys that may call it. */
  scopes: readonly Scope[];
  params?: z.ZodType;
  /** Query schema. A parameter given once arrives as text, a repeated one as a list. */
  query?: z.ZodType;
  /** Headers in addition to the signature headers of every request. They are not signed. */
  headers?: z.ZodObject;
  /** The JSON body. */
  request?: z.ZodType;
  responseKind: 'object' | 'array' | 'page' | 'none';
  /** The schema of this service's answer. */
  response: z.ZodType;
  /** The schema that a client requires of any deployment's answer. */
  reading: z.ZodType;
}

const webhooksAnswer = pageAfter(webhook);
const requestsAnswer = pageAfter(loggedRequest);

const byId = z.object({
  id: uuid.meta({
    description: 'The id from the answer that first named it: a UUID, in upper or lower case.',
    example: '6f2b8f0e-3d5a-4c1e-9a57-0d8c2b4e7a10',
  }),
});

const nothing = {
  responseKind: 'none',
  response: z.undefined(),
  reading: z.unknown().transform((): undefined => undefined),
} as const;

/** The endpoint table. Routing, the client and the reference are generated from it. */
export const ENDPOINTS = {
  createPayin: {
    method: 'POST',
    path: '/api/v1/orders/payin',
    scopes: ['merchant'],
    request: createPayinRequest,
    ...one(completePayinOrder, payinOrder),
  },
  submitCardData: {
    method: 'POST',
    path: '/api/v1/orders/payin/card-data',
    scopes: ['merchant', 'page'],
    headers: payerHeaders,
    request: cardDataRequest,
    ...nothing,
  },
  findPayins: {
    method: 'GET',
    path: '/api/v1/orders/payin',
    scopes: ['merchant'],
    query: byReferenceQuery,
    ...many(completePayinOrder, payinOrder),
  },
  listPayins: {
    method: 'GET',
    path: '/api/v1/orders/payin/list',
    scopes: ['merchant'],
    query: listPayinsQuery,
    ...paged(payinPage, pageOf(payinOrder, 'payins')),
  },
  getPayin: {
    method: 'GET',
    path: '/api/v1/orders/payin/{id}',
    scopes: ['merchant', 'page'],
    params: byId,
    ...one(completePayinOrder, payinOrder),
  },
  /** Not part of the published API: only for the page of the same deployment. */
  getCheckout: {
    method: 'GET',
    path: '/api/page/v1/checkouts/{id}',
    scopes: ['page'],
    params: byId,
    responseKind: 'object',
    response: checkout,
    reading: checkout,
  },
  /** Only for the page: the shopper left the bank's challenge to pay with another card. */
  giveUpChallenge: {
    method: 'POST',
    path: '/api/page/v1/checkouts/{id}/give-up-challenge',
    scopes: ['page'],
    params: byId,
    ...nothing,
  },
  /** Only for the page: the payer, who has yet to confirm in an app, wants to use another code or number. */
  giveUpTransfer: {
    method: 'POST',
    path: '/api/page/v1/checkouts/{id}/give-up-transfer',
    scopes: ['page'],
    params: byId,
    ...nothing,
  },
  /** Only for the page: the payer says that a transfer was sent. The order stays as it is. */
  reportSent: {
    method: 'POST',
    path: '/api/page/v1/checkouts/{id}/sent',
    scopes: ['page'],
    params: byId,
    request: sentRequest,
    ...nothing,
  },
  /** Only for the page: the issuer's page sent the shopper back, with data for the acquirer. */
  completeChallenge: {
    method: 'POST',
    path: '/api/page/v1/checkouts/{id}/complete-challenge',
    scopes: ['page'],
    params: byId,
    request: challengeReturn,
    ...nothing,
  },
  /** Only for the page: the shopper begins to pay an order that is not paid by card. */
  beginTransfer: {
    method: 'POST',
    path: '/api/page/v1/checkouts/{id}/begin',
    scopes: ['page'],
    params: byId,
    headers: payerHeaders,
    request: beginRequest,
    ...nothing,
  },
  /** Only for the page: what a link's page shows. */
  getLinkView: {
    method: 'GET',
    path: '/api/page/v1/links/{id}',
    scopes: ['page'],
    params: byId,
    ...one(linkView, linkView),
  },
  /** Only for the page: a visitor of a link wants to pay. Answers where. */
  payLink: {
    method: 'POST',
    path: '/api/page/v1/links/{id}/pay',
    scopes: ['page'],
    params: byId,
    headers: payerHeaders,
    request: payLinkRequest,
    ...one(payLinkAnswer, payLinkAnswer),
  },
  createPayout: {
    method: 'POST',
    path: '/api/v1/orders/payout',
    scopes: ['merchant'],
    request: createPayoutRequest,
    ...one(completePayoutOrder, payoutOrder),
  },
  findPayouts: {
    method: 'GET',
    path: '/api/v1/orders/payout',
    scopes: ['merchant'],
    query: byReferenceQuery,
    ...many(completePayoutOrder, payoutOrder),
  },
  listPayouts: {
    method: 'GET',
    path: '/api/v1/orders/payout/list',
    scopes: ['merchant'],
    query: listPayoutsQuery,
    ...paged(payoutPage, pageOf(payoutOrder, 'payouts')),
  },
  getPayout: {
    method: 'GET',
    path: '/api/v1/orders/payout/{id}',
    scopes: ['merchant'],
    params: byId,
    ...one(completePayoutOrder, payoutOrder),
  },
  getBalances: {
    method: 'GET',
    path: '/api/v1/balances',
    scopes: ['merchant'],
    ...many(balance, balance),
  },
  /** This and all endpoints below form the developer API, which the specification does not cover. */
  createRefund: {
    method: 'POST',
    path: '/api/merchant/v1/refunds',
    scopes: ['merchant'],
    request: createRefundRequest,
    ...one(refund, refund),
  },
  listRefunds: {
    method: 'GET',
    path: '/api/merchant/v1/refunds',
    scopes: ['merchant'],
    query: listRefundsQuery,
    ...one(refundPage, refundPage),
  },
  getRefund: {
    method: 'GET',
    path: '/api/merchant/v1/refunds/{id}',
    scopes: ['merchant'],
    params: byId,
    ...one(refund, refund),
  },
  /** Disputes are opened, advanced and ended by acquirers; merchants can only read them. */
  listDisputes: {
    method: 'GET',
    path: '/api/merchant/v1/disputes',
    scopes: ['merchant'],
    query: listDisputesQuery,
    ...one(disputePage, disputePage),
  },
  getDispute: {
    method: 'GET',
    path: '/api/merchant/v1/disputes/{id}',
    scopes: ['merchant'],
    params: byId,
    ...one(dispute, dispute),
  },
  /** The merchant ends an order that its payer has not begun to pay. */
  cancelPayin: {
    method: 'POST',
    path: '/api/merchant/v1/payins/{id}/cancel',
    scopes: ['merchant'],
    params: byId,
    ...one(completePayinOrder, payinOrder),
  },
  /** A link that makes payins: payers open it. */
  createLink: {
    method: 'POST',
    path: '/api/merchant/v1/links',
    scopes: ['merchant'],
    request: createLinkRequest,
    ...one(link, link),
  },
  listLinks: {
    method: 'GET',
    path: '/api/merchant/v1/links',
    scopes: ['merchant'],
    query: listLinksQuery,
    ...one(linkPage, linkPage),
  },
  getLink: {
    method: 'GET',
    path: '/api/merchant/v1/links/{id}',
    scopes: ['merchant'],
    params: byId,
    ...one(link, link),
  },
  closeLink: {
    method: 'POST',
    path: '/api/merchant/v1/links/{id}/close',
    scopes: ['merchant'],
    params: byId,
    ...one(link, link),
  },
  listMethods: {
    method: 'GET',
    path: '/api/merchant/v1/methods',
    scopes: ['merchant'],
    ...one(methodList, methodList),
  },
  listWebhooks: {
    method: 'GET',
    path: '/api/merchant/v1/webhooks',
    scopes: ['merchant'],
    query: listWebhooksQuery,
    ...one(webhooksAnswer, webhooksAnswer),
  },
  /** Includes the webhook's delivery attempts. */
  getWebhook: {
    method: 'GET',
    path: '/api/merchant/v1/webhooks/{id}',
    scopes: ['merchant'],
    params: byId,
    ...one(webhookHistory, webhookHistory),
  },
  resendWebhook: {
    method: 'POST',
    path: '/api/merchant/v1/webhooks/{id}/resend',
    scopes: ['merchant'],
    params: byId,
    ...one(resent, resent),
  },
  /** Requests made with this key in the last 24 hours. Sandbox only. */
  listRequests: {
    method: 'GET',
    path: '/api/merchant/v1/requests',
    scopes: ['merchant'],
    query: listRequestsQuery,
    ...one(requestsAnswer, requestsAnswer),
  },
  /** Triggers a resolution code that no other request can cause. Sandbox only, with test keys. */
  triggerCode: {
    method: 'POST',
    path: '/api/merchant/v1/sandbox/trigger',
    scopes: ['merchant'],
    request: triggerCodeRequest,
    ...one(triggered, triggered),
  },
  triggerDispute: {
    method: 'POST',
    path: '/api/merchant/v1/sandbox/disputes',
    scopes: ['merchant'],
    request: triggerDisputeRequest,
    ...one(dispute, dispute),
  },
  /** This and the three below bring at once what otherwise takes time. Sandbox only, with test keys. */
  triggerExpiry: {
    method: 'POST',
    path: '/api/merchant/v1/sandbox/expiry',
    scopes: ['merchant'],
    request: triggerExpiryRequest,
    ...one(completePayinOrder, payinOrder),
  },
  triggerRelease: {
    method: 'POST',
    path: '/api/merchant/v1/sandbox/release',
    scopes: ['merchant'],
    request: triggerReleaseRequest,
    ...one(completePayinOrder, payinOrder),
  },
  triggerRedelivery: {
    method: 'POST',
    path: '/api/merchant/v1/sandbox/redelivery',
    scopes: ['merchant'],
    request: triggerRedeliveryRequest,
    ...one(
      z.union([completePayinOrder, completePayoutOrder]),
      z.union([payoutOrder.required({ destination_account: true }), payinOrder]),
    ),
  },
  triggerDisputeDeadline: {
    method: 'POST',
    path: '/api/merchant/v1/sandbox/dispute-deadline',
    scopes: ['merchant'],
    request: triggerDisputeDeadlineRequest,
    ...one(dispute, dispute),
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** The specification's endpoints. All other paths are this service's own. */
export type PublishedName = {
  [Name in EndpointName]: (typeof ENDPOINTS)[Name]['path'] extends `/api/v1/${string}`
    ? Name
    : never;
}[EndpointName];

/** The developer API's endpoints. */
export type DeveloperName = {
  [Name in EndpointName]: (typeof ENDPOINTS)[Name]['path'] extends `/api/merchant/v1/${string}`
    ? Name
    : never;
}[EndpointName];

function one<R extends z.ZodType, C extends z.ZodType>(response: R, reading: C) {
  return { responseKind: 'object', response, reading } as const;
}

function many<R extends z.ZodType, C extends z.ZodType>(response: R, reading: C) {
  return { responseKind: 'array', response: z.array(response), reading: z.array(reading) } as const;
}

function paged<R extends z.ZodType, C extends z.ZodType>(response: R, reading: C) {
  return { responseKind: 'page', response, reading } as const;
}
