import { whatIsSet } from '#contract/environment.ts';
import type { z } from 'zod';
import { addressesOf } from './cells/cell-addresses.ts';
import {
  PAGE_ALONE_RULES,
  PAGE_ALONE_WARNINGS,
  SERVICE_RULES,
  SERVICE_WARNINGS,
} from './config-rules.ts';
import { PAGE_ALONE, SERVICE, type LISTENING } from './config-variables.ts';
import { readEnvironment, warningsAbout } from './read-environment.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export interface ListeningConfig {
  port: number;
  host: string;
  /** The origin shoppers and merchants see, without a trailing slash. */
  publicUrl: string;
  logLevel: z.output<typeof LISTENING.LOG_LEVEL>;
  /** Processes that share the port; more than one needs PostgreSQL. */
  workers: number;
  /** How long new connections are still served once it is to stop. */
  stopGraceMs: number;
  /** The collector that traces are exported to. */
  tracesEndpoint: string | undefined;
  /** Whose X-Forwarded-For says who asks; empty: nobody's. */
  trustedProxies: TrustedProxies;
  /** What is allowed, and seldom meant: said at the start. */
  warnings: readonly string[];
}

/** The page in front of another deployment: neither service nor database in this process. */
export interface PageAloneConfig extends ListeningConfig {
  mode: 'page';
  ordersApiUrl: string;
}

export interface ServiceConfig extends ListeningConfig {
  mode: 'service';
  /** Where `pay_url` points: `{pageUrl}/pay/{id}`. */
  pageUrl: string;
  /** What a proxy in front strips from the path, and the caller has signed. */
  publicPathPrefix: string;
  /** Where operators are listened to. */
  operatorHost: string;
  /** Undefined for the port above the public one, or any that is free where that is taken. */
  operatorPort: number | undefined;
  /** Where links for operators lead; undefined for localhost. */
  operatorPublicUrl: string | undefined;
  dataDirectory: string;
  databaseUrl: string | undefined;
  /** The databases of the cells from 1 on, one for each. */
  cellAddresses: readonly string[];
  databasePoolSize: number;
  /** How long the answer to a statement is waited for. */
  databaseTimeoutMs: number;
  /** False behind a pooler that gives a connection's next transaction to another one. */
  databasePrepares: boolean;
  /** 32 bytes; undefined only in the sandbox, which makes and keeps its own. */
  masterKey: Buffer | undefined;
  /** While a rotation goes on: opens what was sealed before it. */
  masterKeyPrevious: Buffer | undefined;
  sandbox: boolean;
  /** Declined attempts one card may collect in an hour; undefined means no limit (sandbox). */
  cardDeclinesPerHour: number | undefined;
  /** The same of payers of one address at one merchant, in this process; undefined means no limit. */
  addressDeclinesPerHour: number | undefined;
  /** Requests that one key may make in a minute, in all processes together; undefined means no limit. */
  requestsPerMinute: number | undefined;
  /** Whether webhooks may go to private addresses. */
  webhookAllowPrivate: boolean;
  /** After how many days what final orders say of customers is erased; undefined means never. */
  retainCustomerDays: number | undefined;
  /** How long a payin's rolling reserve is kept back. */
  rollingReleaseDays: number;
}

/** Whether the environment describes a page in front of another deployment. */
export function isPageAlone(env: NodeJS.ProcessEnv): boolean {
  return 'ORDERS_API_URL' in whatIsSet(env);
}

const PAGE_ALONE_VARIABLES = {
  complete: PAGE_ALONE,
  partial: PAGE_ALONE.partial(),
  rules: PAGE_ALONE_RULES,
};
const SERVICE_VARIABLES = { complete: SERVICE, partial: SERVICE.partial(), rules: SERVICE_RULES };

/** @throws ConfigError naming every variable that is wrong */
export function readPageAlone(env: NodeJS.ProcessEnv): PageAloneConfig {
  const values = readEnvironment(PAGE_ALONE_VARIABLES, env);
  const common = listening(values, warningsAbout(values, PAGE_ALONE_WARNINGS));
  return { mode: 'page', ...common, ordersApiUrl: values.ORDERS_API_URL };
}

/** @throws ConfigError naming every variable that is wrong */
export function readService(env: NodeJS.ProcessEnv): ServiceConfig {
  const SANDBOX = env['NODE_ENV'] === 'production' ? 'off' : 'on';
  const values = readEnvironment(SERVICE_VARIABLES, { SANDBOX, ...whatIsSet(env) });
  const common = listening(values, warningsAbout(values, SERVICE_WARNINGS));
  return {
    mode: 'service',
    ...common,
    pageUrl: values.PAGE_URL ?? common.publicUrl,
    publicPathPrefix: values.PUBLIC_PATH_PREFIX ?? '',
    operatorHost: values.OPERATOR_HOST,
    operatorPort: values.OPERATOR_PORT,
    operatorPublicUrl: values.OPERATOR_PUBLIC_URL,
    dataDirectory: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    cellAddresses: addressesOf(values.CELLS, values.CELL_ADDRESSES, values.DATABASE_URL ?? ''),
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databaseTimeoutMs: values.DATABASE_TIMEOUT_SECONDS * 1_000,
    databasePrepares: values.DATABASE_PREPARED_STATEMENTS,
    masterKey: values.MASTER_KEY,
    masterKeyPrevious: values.MASTER_KEY_PREVIOUS,
    sandbox: values.SANDBOX,
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE ?? values.SANDBOX,
    cardDeclinesPerHour: values.CARD_DECLINES_PER_HOUR ?? (values.SANDBOX ? undefined : 10),
    addressDeclinesPerHour: partOf(
      values.ADDRESS_DECLINES_PER_HOUR ?? (values.SANDBOX ? undefined : 30),
      values.WORKERS,
    ),
    requestsPerMinute: values.REQUESTS_PER_MINUTE,
    retainCustomerDays: values.RETAIN_CUSTOMER_DAYS,
    rollingReleaseDays: values.ROLLING_RELEASE_DAYS,
  };
}

/** Each of several processes takes its part. */
function partOf(limit: number | undefined, workers: number): number | undefined {
  return limit === undefined ? undefined : Math.ceil(limit / workers);
}

function listening(
  values: z.output<z.ZodObject<typeof LISTENING>>,
  warnings: readonly string[],
): ListeningConfig {
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    logLevel: values.LOG_LEVEL,
    tracesEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    workers: values.WORKERS,
    stopGraceMs: values.STOP_GRACE_SECONDS * 1_000,
    trustedProxies: values.TRUSTED_PROXIES,
    warnings,
  };
}
