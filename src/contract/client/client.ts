import { normalizeCardNumber } from '#domain/card/number.ts';
import type { z } from 'zod';

import type { Balance } from '../schemas/balance.ts';
import type { CardDataBody, PayerHeaders } from '../schemas/card-data.ts';
import { boundedFetch, type FetchFailure, type HttpAnswer } from './bounded-fetch.ts';
import { eachAfter, eachOrder, type AfterParameters, type EachParameters } from './each.ts';
import { pauseFor, repeated } from './repeat.ts';
import { resultOf, type Result } from './result.ts';
import {
  fillPath,
  signedRequest,
  type Query,
  type RawRequest,
  type SignedRequest,
} from './signed-request.ts';
import { ENDPOINTS, type Endpoint } from '../endpoints.ts';
import type { ListParameters, Page } from '../schemas/list.ts';
import type { CreateLinkBody, Link } from '../schemas/link.ts';
import type { MethodList } from '../schemas/method.ts';
import type { CreatePayinBody, PayinOrder } from '../schemas/payin.ts';
import type { CreatePayoutBody, PayoutOrder } from '../schemas/payout.ts';
import type { Dispute, TriggerDisputeBody } from '../schemas/dispute.ts';
import type { CreateRefundBody, Refund } from '../schemas/refund.ts';
import type {
  LoggedRequest,
  PageAfter,
  TriggerCodeBody,
  Triggered,
  TriggerReleaseBody,
  Webhook,
  WebhookHistory,
} from '../schemas/developer.ts';
import type { SignatureProfile } from '../signature/signature.ts';

export type { EachParameters } from './each.ts';
export type { Failure, Result, Success } from './result.ts';
export type { Query, RawRequest } from './signed-request.ts';

export interface OrdersClientOptions {
  /** Absolute, with or without a path prefix; the prefix is part of the signed path. */
  baseUrl: string;
  apiKeyId: string;
  apiSecret: string;
  profile?: SignatureProfile | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  /** Unix milliseconds. */
  now?: (() => number) | undefined;
  /** Timeout for the whole request, including the answer's body. */
  timeoutMs?: number | undefined;
  /** A larger answer counts as unexpected; defaults to 4 MiB. */
  maxAnswerBytes?: number | undefined;
  /**
   * How often to repeat the identical request after an unknown effect or a 429; defaults to 0. The signature ages
   * with each repeat: the service accepts it for 300 s.
   */
  repeats?: number | undefined;
  /** Waits for a number of milliseconds; replaces the default timer. */
  pause?: ((ms: number) => Promise<void>) | undefined;
}

export interface CallInput {
  params?: Record<string, string>;
  query?: Query;
  body?: unknown;
  /** Headers of the payer's browser, for requests that begin a payment. */
  headers?: PayerHeaders;
}

/** A card data request with a fixed signature. */
export interface SignedCardData {
  send: () => Promise<Result<undefined>>;
}

const DEFAULT_TIMEOUT_MS = 10_000;
/** Well above the size of a full page of 200 orders. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

export interface WebhookParameters extends AfterParameters {
  order_id?: string;
  state?: Webhook['state'];
}

export interface LinkParameters extends AfterParameters {
  /** RFC 3339, as in the lists of orders. */
  startDate?: string;
  endDate?: string;
}

/** Parameters of refund lists and of dispute lists. */
export interface RefundParameters extends LinkParameters {
  payin_id?: string;
}

/**
 * Client of the orders and developer APIs; signs its requests. Returns expected failures as values, repeats nothing
 * unless configured to, and never puts card data into a failure.
 */
export class OrdersClient {
  readonly #options: OrdersClientOptions;
  readonly #baseUrl: URL;

  /**
   * @throws TypeError that names the missing option or says that the base URL is invalid: both are configuration
   * errors
   */
  constructor(options: OrdersClientOptions) {
    for (const name of ['baseUrl', 'apiKeyId', 'apiSecret'] as const) {
      if (!options[name]) throw new TypeError(`${name} is empty: OrdersClient requires it`);
    }
    if (!URL.canParse(options.baseUrl)) {
      throw new TypeError('baseUrl is not a URL: use one like https://pay.example');
    }
    if (/\/api\/(?:merchant\/)?v1\/?$/.test(new URL(options.baseUrl).pathname)) {
      throw new TypeError(
        'baseUrl is the address before /api/v1: use one like https://pay.example',
      );
    }
    this.#options = options;
    this.#baseUrl = new URL(options.baseUrl);
  }

  /** Creates a payin. If the reference was used for the same request before, returns the order created then. */
  createPayin(body: CreatePayinBody): Promise<Result<PayinOrder>> {
    return this.call(ENDPOINTS.createPayin, { body });
  }

  /** Submits card data. Success means that the attempt is recorded; read the order for its outcome. */
  submitCardData(body: CardDataBody, payer?: PayerHeaders): Promise<Result<undefined>> {
    return this.signCardData(body, payer).send();
  }

  /**
   * Signs card data so that it can be sent again after no answer or an unknown effect. Each send repeats the same
   * bytes, timestamp and signature, and the service makes only one attempt of them. After a few minutes the timestamp
   * is too old: then read the order first.
   */
  signCardData(body: CardDataBody, payer: PayerHeaders = {}): SignedCardData {
    const { method, path, reading } = ENDPOINTS.submitCardData;
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const signed = this.#sign({ method, path, body: bytes, headers: payer });
    return {
      send: async () =>
        withoutEcho(resultOf(await this.#fetch(signed), reading, this.#now()), body.card_number),
    };
  }

  getPayin(id: string): Promise<Result<PayinOrder>> {
    return this.call(ENDPOINTS.getPayin, { params: { id } });
  }

  /** Returns an empty array if no order has the reference. */
  findPayins(referenceId: string): Promise<Result<PayinOrder[]>> {
    return this.call(ENDPOINTS.findPayins, { query: { reference_id: referenceId } });
  }

  listPayins(parameters: ListParameters): Promise<Result<Page<PayinOrder>>> {
    return this.call(ENDPOINTS.listPayins, { query: { ...parameters } });
  }

  /**
   * Iterates over all matching payins. The default order is oldest first, so that new payins do not shift the pages.
   *
   * @throws RequestFailed if a page cannot be read
   */
  eachPayin(parameters: EachParameters = {}): AsyncGenerator<PayinOrder, void> {
    return eachOrder((page) => this.listPayins(page), parameters);
  }

  /** Ends a payin that still awaits its payer. One that is CLOSED already is returned as it is. */
  cancelPayin(id: string): Promise<Result<PayinOrder>> {
    return this.call(ENDPOINTS.cancelPayin, { params: { id } });
  }

  /** Creates a link to pay: give its `url` to the payers. */
  createLink(body: CreateLinkBody): Promise<Result<Link>> {
    return this.call(ENDPOINTS.createLink, { body });
  }

  /** Lists the merchant's links, optionally of a time range, newest first, up to 100 at once. */
  listLinks(parameters: LinkParameters = {}): Promise<Result<PageAfter<Link>>> {
    return this.call(ENDPOINTS.listLinks, { query: { ...parameters } });
  }

  /** Iterates over all matching links, like eachWebhook. */
  eachLink(parameters: LinkParameters = {}): AsyncGenerator<Link, void> {
    return eachAfter((page) => this.listLinks(page), parameters);
  }

  getLink(id: string): Promise<Result<Link>> {
    return this.call(ENDPOINTS.getLink, { params: { id } });
  }

  /** Closes a link: it makes no more payins. Those that it made stay as they are. */
  closeLink(id: string): Promise<Result<Link>> {
    return this.call(ENDPOINTS.closeLink, { params: { id } });
  }

  /** Lists all payment methods of the merchant. */
  listMethods(): Promise<Result<MethodList>> {
    return this.call(ENDPOINTS.listMethods);
  }

  createPayout(body: CreatePayoutBody): Promise<Result<PayoutOrder>> {
    return this.call(ENDPOINTS.createPayout, { body });
  }

  getPayout(id: string): Promise<Result<PayoutOrder>> {
    return this.call(ENDPOINTS.getPayout, { params: { id } });
  }

  findPayouts(referenceId: string): Promise<Result<PayoutOrder[]>> {
    return this.call(ENDPOINTS.findPayouts, { query: { reference_id: referenceId } });
  }

  listPayouts(
    parameters: ListParameters & { accounts?: readonly string[] },
  ): Promise<Result<Page<PayoutOrder>>> {
    return this.call(ENDPOINTS.listPayouts, { query: { ...parameters } });
  }

  /** Iterates over all matching payouts, like eachPayin. */
  eachPayout(
    parameters: EachParameters & { accounts?: readonly string[] } = {},
  ): AsyncGenerator<PayoutOrder, void> {
    return eachOrder((page) => this.listPayouts(page), parameters);
  }

  getBalances(): Promise<Result<Balance[]>> {
    return this.call(ENDPOINTS.getBalances);
  }

  /**
   * Refunds a payin, in full if no amount is given. If the reference was used for the same request before, returns
   * the refund created then.
   */
  createRefund(body: CreateRefundBody): Promise<Result<Refund>> {
    return this.call(ENDPOINTS.createRefund, { body });
  }

  getRefund(id: string): Promise<Result<Refund>> {
    return this.call(ENDPOINTS.getRefund, { params: { id } });
  }

  /** Lists the merchant's refunds, optionally of one payin or a time range, newest first, up to 100 at once. */
  listRefunds(parameters: RefundParameters = {}): Promise<Result<PageAfter<Refund>>> {
    return this.call(ENDPOINTS.listRefunds, { query: { ...parameters } });
  }

  /** Iterates over all matching refunds, like eachWebhook. */
  eachRefund(parameters: RefundParameters = {}): AsyncGenerator<Refund, void> {
    return eachAfter((page) => this.listRefunds(page), parameters);
  }

  getDispute(id: string): Promise<Result<Dispute>> {
    return this.call(ENDPOINTS.getDispute, { params: { id } });
  }

  /** Lists the merchant's disputes, optionally of one payin or a time range, newest first, up to 100 at once. */
  listDisputes(parameters: RefundParameters = {}): Promise<Result<PageAfter<Dispute>>> {
    return this.call(ENDPOINTS.listDisputes, { query: { ...parameters } });
  }

  /** Iterates over all matching disputes, like eachWebhook. */
  eachDispute(parameters: RefundParameters = {}): AsyncGenerator<Dispute, void> {
    return eachAfter((page) => this.listDisputes(page), parameters);
  }

  /** Lists the merchant's webhooks with the last delivery attempt of each, newest first, up to 100 at once. */
  listWebhooks(parameters: WebhookParameters = {}): Promise<Result<PageAfter<Webhook>>> {
    return this.call(ENDPOINTS.listWebhooks, { query: { ...parameters } });
  }

  /**
   * Iterates over all matching webhooks, newest first.
   *
   * @throws RequestFailed if a page cannot be read
   */
  eachWebhook(parameters: WebhookParameters = {}): AsyncGenerator<Webhook, void> {
    return eachAfter((page) => this.listWebhooks(page), parameters);
  }

  /** Returns a webhook by its `id`, with its delivery attempts. */
  getWebhook(id: string): Promise<Result<WebhookHistory>> {
    return this.call(ENDPOINTS.getWebhook, { params: { id } });
  }

  /** Sends a webhook again, with the same bytes and the same webhook-id. */
  resendWebhook(id: string): Promise<Result<{ webhooks: number }>> {
    return this.call(ENDPOINTS.resendWebhook, { params: { id } });
  }

  /** Sandbox only: lists the requests made with this key in the last 24 hours, newest first. */
  listRequests(parameters: AfterParameters = {}): Promise<Result<PageAfter<LoggedRequest>>> {
    return this.call(ENDPOINTS.listRequests, { query: { ...parameters } });
  }

  /** Sandbox only: iterates over these requests, like eachWebhook. */
  eachRequest(parameters: AfterParameters = {}): AsyncGenerator<LoggedRequest, void> {
    return eachAfter((page) => this.listRequests(page), parameters);
  }

  /** Sandbox only: opens a dispute of a paid payin, or ends its dispute. */
  triggerDispute(body: TriggerDisputeBody): Promise<Result<Dispute>> {
    return this.call(ENDPOINTS.triggerDispute, { body });
  }

  /** Sandbox only: triggers a resolution code that no other request can cause, on a payin with this reference. */
  triggerCode(body: TriggerCodeBody): Promise<Result<Triggered>> {
    return this.call(ENDPOINTS.triggerCode, { body });
  }

  /** Sandbox only: ends a payin's waiting time. */
  triggerExpiry(body: { payin_id: string }): Promise<Result<PayinOrder>> {
    return this.call(ENDPOINTS.triggerExpiry, { body });
  }

  /** Sandbox only: releases what is retained of a payin. */
  triggerRelease(body: TriggerReleaseBody): Promise<Result<PayinOrder>> {
    return this.call(ENDPOINTS.triggerRelease, { body });
  }

  /** Sandbox only: makes the next attempt at an order's webhooks. */
  triggerRedelivery(body: { order_id: string }): Promise<Result<PayinOrder | PayoutOrder>> {
    return this.call(ENDPOINTS.triggerRedelivery, { body });
  }

  /** Sandbox only: makes tomorrow the deadline to answer a dispute. */
  triggerDisputeDeadline(body: { dispute_id: string }): Promise<Result<Dispute>> {
    return this.call(ENDPOINTS.triggerDisputeDeadline, { body });
  }

  /** Calls an endpoint of the endpoint table. Sends the input without validation; the service validates it. */
  async call<S extends z.ZodType>(
    endpoint: Endpoint & { reading: S },
    { params = {}, query, body, headers }: CallInput = {},
  ): Promise<Result<z.output<S>>> {
    const { method, path, reading } = endpoint;
    const bytes = body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body));
    const request = { method, path: fillPath(path, params), query, body: bytes, headers };
    const answer = await this.send(request);
    return resultOf(answer, reading, this.#now());
  }

  /** Signs and sends a request. Signs exactly the bytes and path that it sends. */
  send(request: RawRequest): Promise<HttpAnswer | FetchFailure> {
    return this.#fetch(this.#sign(request));
  }

  #sign(request: RawRequest): SignedRequest {
    return signedRequest(request, { ...this.#options, baseUrl: this.#baseUrl, nowMs: this.#now() });
  }

  #fetch({ url, init }: SignedRequest): Promise<HttpAnswer | FetchFailure> {
    const { fetch = globalThis.fetch, timeoutMs = DEFAULT_TIMEOUT_MS } = this.#options;
    const { repeats = 0, pause = pauseFor, maxAnswerBytes = MAX_ANSWER_BYTES } = this.#options;
    const limits = { timeoutMs, maxAnswerBytes };
    const send = async () => {
      const answer = await boundedFetch(fetch, url, init, limits);
      return answer.ok || answer.cause !== 'unreachable' ? answer : { ...answer, url: this.#shown };
    };
    return repeated(send, { repeats, pause, now: () => this.#now() });
  }

  /** The base URL without user, password or query, safe to show. */
  get #shown(): string {
    return this.#baseUrl.origin + this.#baseUrl.pathname.replace(/\/+$/, '');
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

/**
 * Strips the problem from a refusal that repeats the card number. This service never does; other deployments might.
 */
function withoutEcho<T>(result: Result<T>, cardNumber: string): Result<T> {
  if (result.ok || !result.problem) return result;
  const problemText = normalizeCardNumber(JSON.stringify(result.problem));
  if (!problemText.includes(normalizeCardNumber(cardNumber))) return result;
  const withheld = { ...result };
  delete withheld.problem;
  return withheld;
}
