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
import type { CreatePayinBody, PayinOrder } from '../schemas/payin.ts';
import type { CreatePayoutBody, PayoutOrder } from '../schemas/payout.ts';
import type { Dispute, TriggerDisputeBody } from '../schemas/dispute.ts';
import type { CreateRefundBody, Refund } from '../schemas/refund.ts';
import type {
  Clock,
  LoggedRequest,
  PageAfter,
  TriggerCodeBody,
  Triggered,
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
  /** For the whole request, the answer's body included. */
  timeoutMs?: number | undefined;
  /**
   * How often the very same request is sent again when its effect is unknown, or after 429; not at all
   * unless said. The signature ages meanwhile: a service takes it for 300 s.
   */
  repeats?: number | undefined;
  /** Waits so many milliseconds, in place of a timer. */
  pause?: ((ms: number) => Promise<void>) | undefined;
}

export interface CallInput {
  params?: Record<string, string>;
  query?: Query;
  body?: unknown;
  /** What the payer's browser said of itself, for what begins a payment. */
  headers?: PayerHeaders;
}

/** Card data that was signed once. */
export interface SignedCardData {
  send: () => Promise<Result<undefined>>;
}

const DEFAULT_TIMEOUT_MS = 10_000;
/** A full page of 200 orders stays well below. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

export interface WebhookParameters extends AfterParameters {
  order_id?: string;
  state?: Webhook['state'];
}

/** Of disputes too. */
export interface RefundParameters extends AfterParameters {
  payin_id?: string;
  /** RFC 3339, as in the lists of orders. */
  startDate?: string;
  endDate?: string;
}

/**
 * The signed client of the interface. Failures that can be expected are values; it repeats
 * nothing unless told to, and no failure carries card data.
 */
export class OrdersClient {
  readonly #options: OrdersClientOptions;
  readonly #baseUrl: URL;

  /** @throws TypeError that names an option which is missing, or a base URL that is none: mistakes of configuration */
  constructor(options: OrdersClientOptions) {
    for (const name of ['baseUrl', 'apiKeyId', 'apiSecret'] as const) {
      if (!options[name]) throw new TypeError(`${name} is empty: OrdersClient requires it`);
    }
    if (!URL.canParse(options.baseUrl)) {
      throw new TypeError('baseUrl is not a URL: use one like https://pay.example');
    }
    this.#options = options;
    this.#baseUrl = new URL(options.baseUrl);
  }

  /** A reference that was used for the same request before answers the order it made. */
  createPayin(body: CreatePayinBody): Promise<Result<PayinOrder>> {
    return this.call(ENDPOINTS.createPayin, { body });
  }

  /** Success means that the attempt is recorded; what became of it, the order says. */
  submitCardData(body: CardDataBody, payer?: PayerHeaders): Promise<Result<undefined>> {
    return this.signCardData(body, payer).send();
  }

  /**
   * Card data that may be sent again after no answer, or after one of unknown effect: each time the
   * very same bytes go out, under the same timestamp and signature, and the service makes one attempt
   * of them all. A few minutes later the timestamp is too old; then the order has to be read first.
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

  /** Empty when no order has the reference. */
  findPayins(referenceId: string): Promise<Result<PayinOrder[]>> {
    return this.call(ENDPOINTS.findPayins, { query: { reference_id: referenceId } });
  }

  listPayins(parameters: ListParameters): Promise<Result<Page<PayinOrder>>> {
    return this.call(ENDPOINTS.listPayins, { query: { ...parameters } });
  }

  /**
   * All payins that match, the oldest first unless sorted, so that new ones do not move the pages.
   *
   * @throws RequestFailed for a page that cannot be had
   */
  eachPayin(parameters: EachParameters = {}): AsyncGenerator<PayinOrder, void> {
    return eachOrder((page) => this.listPayins(page), parameters);
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

  /** As eachPayin. */
  eachPayout(
    parameters: EachParameters & { accounts?: readonly string[] } = {},
  ): AsyncGenerator<PayoutOrder, void> {
    return eachOrder((page) => this.listPayouts(page), parameters);
  }

  getBalances(): Promise<Result<Balance[]>> {
    return this.call(ENDPOINTS.getBalances);
  }

  /** Refunds a payin, whole where no amount is given; a reference that was used for the same answers its refund. */
  createRefund(body: CreateRefundBody): Promise<Result<Refund>> {
    return this.call(ENDPOINTS.createRefund, { body });
  }

  getRefund(id: string): Promise<Result<Refund>> {
    return this.call(ENDPOINTS.getRefund, { params: { id } });
  }

  /** The merchant's refunds, of a payin or of a time, the latest first, up to 100 at once. */
  listRefunds(parameters: RefundParameters = {}): Promise<Result<PageAfter<Refund>>> {
    return this.call(ENDPOINTS.listRefunds, { query: { ...parameters } });
  }

  /** As eachWebhook. */
  eachRefund(parameters: RefundParameters = {}): AsyncGenerator<Refund, void> {
    return eachAfter((page) => this.listRefunds(page), parameters);
  }

  getDispute(id: string): Promise<Result<Dispute>> {
    return this.call(ENDPOINTS.getDispute, { params: { id } });
  }

  /** The merchant's disputes, of a payin or of a time, the latest first, up to 100 at once. */
  listDisputes(parameters: RefundParameters = {}): Promise<Result<PageAfter<Dispute>>> {
    return this.call(ENDPOINTS.listDisputes, { query: { ...parameters } });
  }

  /** As eachWebhook. */
  eachDispute(parameters: RefundParameters = {}): AsyncGenerator<Dispute, void> {
    return eachAfter((page) => this.listDisputes(page), parameters);
  }

  /** The merchant's webhooks with the last attempt to deliver each, the latest first, up to 100 at once. */
  listWebhooks(parameters: WebhookParameters = {}): Promise<Result<PageAfter<Webhook>>> {
    return this.call(ENDPOINTS.listWebhooks, { query: { ...parameters } });
  }

  /**
   * All webhooks that match, the latest first.
   *
   * @throws RequestFailed for a page that cannot be had
   */
  eachWebhook(parameters: WebhookParameters = {}): AsyncGenerator<Webhook, void> {
    return eachAfter((page) => this.listWebhooks(page), parameters);
  }

  /** By `id`, with every attempt to deliver it. */
  getWebhook(id: string): Promise<Result<WebhookHistory>> {
    return this.call(ENDPOINTS.getWebhook, { params: { id } });
  }

  /** By `id`; the same bytes and the same webhook-id go out again. */
  resendWebhook(id: string): Promise<Result<{ webhooks: number }>> {
    return this.call(ENDPOINTS.resendWebhook, { params: { id } });
  }

  /** In the sandbox: requests made with this key in the last 24 hours, newest first. */
  listRequests(parameters: AfterParameters = {}): Promise<Result<PageAfter<LoggedRequest>>> {
    return this.call(ENDPOINTS.listRequests, { query: { ...parameters } });
  }

  /** As eachWebhook. */
  eachRequest(parameters: AfterParameters = {}): AsyncGenerator<LoggedRequest, void> {
    return eachAfter((page) => this.listRequests(page), parameters);
  }

  /** In the sandbox: the merchant's clock. */
  getClock(): Promise<Result<Clock>> {
    return this.call(ENDPOINTS.getClock);
  }

  /** In the sandbox: moves the clock on; repeat while the answer's date is before `to`. */
  advanceClock(to: number): Promise<Result<Clock>> {
    return this.call(ENDPOINTS.advanceClock, { body: { to } });
  }

  /** In a sandbox: has a paid payin disputed, or its dispute ended. */
  triggerDispute(body: TriggerDisputeBody): Promise<Result<Dispute>> {
    return this.call(ENDPOINTS.triggerDispute, { body });
  }

  /** In the sandbox: comes to a code that no other request can, by a payin of this reference. */
  triggerCode(body: TriggerCodeBody): Promise<Result<Triggered>> {
    return this.call(ENDPOINTS.triggerCode, { body });
  }

  /** Any row of the endpoint table. What goes in is sent unchecked: the service checks it. */
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

  /** Signs exactly the bytes and the path that it sends. */
  send(request: RawRequest): Promise<HttpAnswer | FetchFailure> {
    return this.#fetch(this.#sign(request));
  }

  #sign(request: RawRequest): SignedRequest {
    return signedRequest(request, { ...this.#options, baseUrl: this.#baseUrl, nowMs: this.#now() });
  }

  #fetch({ url, init }: SignedRequest): Promise<HttpAnswer | FetchFailure> {
    const { fetch = globalThis.fetch, timeoutMs = DEFAULT_TIMEOUT_MS } = this.#options;
    const { repeats = 0, pause = pauseFor } = this.#options;
    const limits = { timeoutMs, maxAnswerBytes: MAX_ANSWER_BYTES };
    const send = async () => {
      const answer = await boundedFetch(fetch, url, init, limits);
      return answer.ok || answer.cause !== 'unreachable' ? answer : { ...answer, url: this.#shown };
    };
    return repeated(send, { repeats, pause, now: () => this.#now() });
  }

  /** The base URL without what a URL may hide: a user, a password, a query. */
  get #shown(): string {
    return this.#baseUrl.origin + this.#baseUrl.pathname.replace(/\/+$/, '');
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

/** A refusal should never repeat the card number; one of a foreign deployment that does is cut to its status. */
function withoutEcho<T>(result: Result<T>, cardNumber: string): Result<T> {
  if (result.ok || !result.problem) return result;
  const said = normalizeCardNumber(JSON.stringify(result.problem));
  if (!said.includes(normalizeCardNumber(cardNumber))) return result;
  const withheld = { ...result };
  delete withheld.problem;
  return withheld;
}
