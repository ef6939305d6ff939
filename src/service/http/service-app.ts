import type { Hono } from 'hono';
import { randomUUID } from 'node:crypto';
import type { Checkout } from '#contract/schemas/checkout.ts';
import { failure } from '#domain/result.ts';
import { developerDocument, openApiDocument } from '#contract/openapi/document.ts';
import { unexpiredCardData } from '#contract/schemas/card-data.ts';
import { createLinkRequest } from '#contract/schemas/link.ts';
import { createPayinRequest } from '#contract/schemas/payin.ts';
import type { ServiceConfig } from '../platform/config.ts';
import type { ServiceContext } from '../platform/context.ts';
import { answerRefusalOf, createApp } from './app.ts';
import { addDocument, refuseOtherMethodsEverywhere } from './base-app.ts';
import { balanceHandlers } from './routes/balances.ts';
import { checkoutHandlers, readCheckout } from './routes/checkouts.ts';
import { createConcurrencyLimit, inTime } from './concurrency-limit.ts';
import { addNotifications } from './routes/notifications.ts';
import { inSpan, SpanKind } from '../platform/tracing/trace.ts';
import type { Environment } from './request-context.ts';
import { createHealthApp, type HealthDeps } from './routes/health.ts';
import { refuseUnexpected } from './unexpected.ts';
import { createRequestLimit, type RequestLimit } from './request-limit.ts';
import { createRequestLog } from './developer/request-log.ts';
import type { JsonSchema } from '#contract/openapi/json-schema.ts';
import type { Reply } from './reply.ts';
import { linkHandlers } from './routes/links.ts';
import { payinHandlers } from './routes/payins.ts';
import { payoutHandlers } from './routes/payouts.ts';
import { disputeHandlers } from './routes/disputes.ts';
import { refundHandlers } from './routes/refunds.ts';
import { developerHandlers, sandboxHandlers, type TimeTriggers } from './routes/developer.ts';
import { PROBLEM_REFERENCE_PATH } from './problem-reference.ts';
import type { PipelineDeps } from './pipeline.ts';
import { createCallerDirectory } from '../merchants/caller-directory.ts';
import type { PageKey } from '../merchants/keys.ts';
import { isPrivateByName } from '../webhooks/address.ts';

interface ServiceAppParts {
  pageKey: PageKey;
  /** Interfaces of other modules, by the path that they are mounted at. */
  mounts: Record<string, Hono>;
  /** Undefined outside the sandbox. */
  triggers: TimeTriggers | undefined;
  health: HealthDeps;
}

/** Reads what a page shows of an order. */
export type ReadCheckout = (id: string) => Promise<Checkout | 'not_found' | 'unavailable'>;

/**
 * Creates the app for everything under `/api` of the public listener: the interface, health, and what is mounted. The
 * page in this process reads orders without a request, within the same limits.
 */
export function createServiceApp(
  config: ServiceConfig,
  context: ServiceContext,
  { pageKey, mounts, triggers, health }: ServiceAppParts,
): { app: Hono<Environment>; readCheckout: ReadCheckout } {
  const { db, batches, keyring, log, metrics, now, reportUnverified, waits } = context;
  const requestLog = config.sandbox ? createRequestLog(now) : undefined;
  const deps: PipelineDeps = {
    callers: createCallerDirectory({
      db,
      batches,
      keyring,
      reportUnverified,
      now,
      testKeys: config.sandbox,
      pageKey: { scope: 'page', ...pageKey, expiresAt: null },
      onTouchFailed: (error) => {
        log.warn({ err: error }, 'Recording the last use of a key failed');
      },
    }),
    handlers: {
      ...payinHandlers(context),
      ...payoutHandlers(context),
      ...refundHandlers(context),
      ...disputeHandlers(context),
      ...balanceHandlers(context),
      ...checkoutHandlers(context),
      ...linkHandlers(context),
      ...developerHandlers(context),
      ...(requestLog && triggers && sandboxHandlers(context, requestLog, triggers)),
    },
    schemas: {
      submitCardData: unexpiredCardData(() => now().getTime()),
      ...(!config.webhookAllowPrivate && {
        createPayin: publicPayinRequest,
        createLink: publicLinkRequest,
      }),
    },
    now,
    quiet: config.quiet,
    log,
    metrics,
    documentationUrl: documentationUrl(config),
    publicPathPrefix: config.publicPathPrefix,
    requestLimit: requestLimit(config),
    requestLog,
    concurrencyLimit: createConcurrencyLimit(concurrentRequests(config)),
    answerTimeoutMs: waits.requestMs,
  };
  const app = createApp(deps);
  addNotifications(app, context, deps);
  for (const [path, mounted] of Object.entries(mounts)) app.route(path, mounted);
  const serverUrl = config.publicUrl + config.publicPathPrefix;
  addDocument(app, '/api/v1/openapi.json', () => describeInterface(openApiDocument(serverUrl)));
  addDocument(app, '/api/merchant/v1/openapi.json', () =>
    describeInterface(developerDocument(serverUrl)),
  );
  app.route('/api/health', createHealthApp(health));
  refuseOtherMethodsEverywhere(app, answerRefusalOf(deps));
  return { app, readCheckout: (id) => readInTime(deps, context, id) };
}

const NOT_PRIVATE = {
  params: { code: 'private_address' },
  error: 'Must not resolve to a private address.',
};

/**
 * The body of a create request, without a callback_url that its text alone shows to be private. The addresses of a
 * name are known only when the webhook is sent, and are checked then.
 */
const publicPayinRequest = createPayinRequest.extend({
  callback_url: createPayinRequest.shape.callback_url.refine(isPublicByName, NOT_PRIVATE),
});

/** The same of a request for a link. */
const publicLinkRequest = createLinkRequest.refine(({ callback_url: url }) => isPublicByName(url), {
  path: ['callback_url'],
  ...NOT_PRIVATE,
});

function isPublicByName(url: string | undefined): boolean {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed === null || !isPrivateByName(parsed);
}

async function readInTime(
  deps: PipelineDeps,
  context: ServiceContext,
  id: string,
): Promise<Checkout | 'not_found' | 'unavailable'> {
  const read = await inSpan('getCheckout', { kind: SpanKind.INTERNAL }, () =>
    inTime(deps, () => readCheckout(context, id)),
  ).catch((error: unknown) => failure(refuseUnexpected(deps.log, randomUUID(), error)));
  if (read.ok) return read.value;
  return read.problem.problem === 'not_found' ? 'not_found' : 'unavailable';
}

/** Returns the URL of the page that a problem's `type` points into. */
export function documentationUrl({
  publicUrl,
  publicPathPrefix,
}: Pick<ServiceConfig, 'publicUrl' | 'publicPathPrefix'>): string {
  return `${publicUrl}${publicPathPrefix}${PROBLEM_REFERENCE_PATH}`;
}

/** Requests take turns on the one connection of PGlite: more of them would wait longer than clients do. */
const CONCURRENT_ON_PGLITE = 100;
/** Requests per connection: many more than can have one at once. Each is answered in time, or with 503. */
const CONCURRENT_PER_CONNECTION = 50;

function concurrentRequests({ databaseUrl, databasePoolSize }: ServiceConfig): number {
  return databaseUrl === undefined
    ? CONCURRENT_ON_PGLITE
    : databasePoolSize * CONCURRENT_PER_CONNECTION;
}

/** Returns the request limit of this process, which is its part of the whole limit; undefined if there is none. */
function requestLimit({ requestsPerMinute, workers }: ServiceConfig): RequestLimit | undefined {
  return requestsPerMinute === undefined
    ? undefined
    : createRequestLimit(Math.ceil(requestsPerMinute / workers));
}

/** An OpenAPI document for machines to read, without authentication. */
function describeInterface(document: JsonSchema): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    // All answers share one buffer, so those that wait in sockets hold no copies.
    body: Buffer.from(JSON.stringify(document)),
  };
}
