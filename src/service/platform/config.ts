import type { z } from 'zod';
import { nonEmptyVariables } from '#contract/environment.ts';
import { crossesNetworkInClear } from '#domain/clear-network.ts';
import { PAGE_ALONE, SERVICE, type LISTENING, type TrustedProxies } from './config-variables.ts';
import type { GroupRole } from './group-roles.ts';
import { StartError } from './start-error.ts';

export interface ListeningConfig {
  port: number;
  host: string;
  /** The origin shoppers and merchants see, without a trailing slash. */
  publicUrl: string;
  logLevel: z.output<typeof LISTENING.LOG_LEVEL>;
  /** Processes that share the port; more than one needs PostgreSQL. */
  workers: number;
  /** How long the process keeps accepting connections after a stop signal. */
  stopGraceMs: number;
  /** The collector that traces are exported to. */
  tracesEndpoint: string | undefined;
  /** The proxies whose X-Forwarded-For is trusted for the client's address; empty means none. */
  trustedProxies: TrustedProxies;
  /** Settings that are allowed but probably a mistake; reported at the start. */
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
  /** The path prefix that a proxy in front strips. Callers sign the path with it. */
  publicPathPrefix: string;
  /** The host that the operators' listener binds to. */
  operatorHost: string;
  /** Undefined means the port above PORT, or any free port if that one is taken. */
  operatorPort: number | undefined;
  /** The base URL of links for operators; undefined means localhost. */
  operatorPublicUrl: string | undefined;
  dataDirectory: string;
  databaseUrl: string | undefined;
  /** The schema that the tables must be in; undefined for any. */
  databaseSchema: string | undefined;
  /** The same database as its tables' owner; undefined if that is the user of `databaseUrl`. */
  migrateDatabaseUrl: string | undefined;
  databasePoolSize: number;
  /** How long to wait for the answer to a statement. */
  databaseTimeoutMs: number;
  /** False behind a pooler that may run a client's next transaction on another server connection. */
  databasePrepares: boolean;
  /** 32 bytes; undefined only in the sandbox, which makes and keeps its own. */
  masterKey: Buffer | undefined;
  /** The previous master key, set during a rotation: only opens what it sealed. */
  masterKeyPrevious: Buffer | undefined;
  sandbox: boolean;
  /** Whether this is a copy that must not act: it calls nobody, and changes no order. */
  quiet: boolean;
  /** Declined attempts one card may collect in an hour; undefined means no limit (sandbox). */
  cardDeclinesPerHour: number | undefined;
  /** Declined attempts per hour of payers at one address at one merchant, in this process; undefined means no limit. */
  addressDeclinesPerHour: number | undefined;
  /** Requests per minute of one API key, over all processes; undefined means no limit. */
  requestsPerMinute: number | undefined;
  /** Whether webhooks may go to private addresses. */
  webhookAllowPrivate: boolean;
  /** After how many days the customer data of final orders is erased; undefined means never. */
  retainCustomerDays: number | undefined;
  /** How long a payin's rolling reserve is held. */
  rollingReleaseDays: number;
  /** Adjustments of a larger amount wait for a second person. */
  adjustConfirmAboveMinor: bigint;
  /** The mail server for alerts, and their sender. */
  mail: { url: string; from: string } | undefined;
  /** The OpenID Connect provider at which people sign in. */
  oidc: OidcConfig | undefined;
}

export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  groupsClaim: string;
  groupRoles: readonly GroupRole[];
}

/** Whether the environment describes a page in front of another deployment. */
export function isPageAlone(env: NodeJS.ProcessEnv): boolean {
  return 'ORDERS_API_URL' in nonEmptyVariables(env);
}

/** @throws ConfigError naming every variable that is wrong */
export function readPageAlone(env: NodeJS.ProcessEnv): PageAloneConfig {
  const values = readEnvironment(
    { complete: PAGE_ALONE, partial: PAGE_ALONE.partial(), rules: PAGE_ALONE_RULES },
    env,
  );
  const common = listeningConfig(values, warningsAbout(values, PAGE_ALONE_WARNINGS));
  return { mode: 'page', ...common, ordersApiUrl: values.ORDERS_API_URL };
}

/** @throws ConfigError naming every variable that is wrong */
export function readService(env: NodeJS.ProcessEnv): ServiceConfig {
  const SANDBOX = env['NODE_ENV'] === 'production' ? 'off' : 'on';
  const values = readEnvironment(
    { complete: SERVICE, partial: SERVICE.partial(), rules: SERVICE_RULES },
    { SANDBOX, ...nonEmptyVariables(env) },
  );
  const common = listeningConfig(values, warningsAbout(values, SERVICE_WARNINGS));
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
    databaseSchema: values.DATABASE_SCHEMA,
    migrateDatabaseUrl: values.MIGRATE_DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databaseTimeoutMs: values.DATABASE_TIMEOUT_SECONDS * 1_000,
    databasePrepares: values.DATABASE_PREPARED_STATEMENTS,
    masterKey: values.MASTER_KEY,
    masterKeyPrevious: values.MASTER_KEY_PREVIOUS,
    sandbox: values.SANDBOX,
    quiet: values.QUIET,
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE ?? values.SANDBOX,
    cardDeclinesPerHour: values.CARD_DECLINES_PER_HOUR ?? (values.SANDBOX ? undefined : 10),
    addressDeclinesPerHour: shareOf(
      values.ADDRESS_DECLINES_PER_HOUR ?? (values.SANDBOX ? undefined : 30),
      values.WORKERS,
    ),
    requestsPerMinute: values.REQUESTS_PER_MINUTE,
    retainCustomerDays: values.RETAIN_CUSTOMER_DAYS,
    rollingReleaseDays: values.ROLLING_RELEASE_DAYS,
    adjustConfirmAboveMinor: values.ADJUST_CONFIRM_ABOVE,
    mail: mailOf(values),
    oidc: oidcOf(values),
  };
}

function mailOf({ SMTP_URL: url, ALERT_FROM: from }: z.output<typeof SERVICE>) {
  return url === undefined || from === undefined ? undefined : { url, from };
}

function oidcOf({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_GROUPS_CLAIM: groupsClaim,
  OIDC_ROLES: groupRoles,
}: z.output<typeof SERVICE>): OidcConfig | undefined {
  return issuer && clientId && clientSecret && groupRoles
    ? { issuer, clientId, clientSecret, groupsClaim, groupRoles }
    : undefined;
}

/** Returns this process's share of a limit that several processes divide among them. */
function shareOf(limit: number | undefined, workers: number): number | undefined {
  return limit === undefined ? undefined : Math.ceil(limit / workers);
}

function listeningConfig(
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

/** A constraint between variables. Its problem is reported for the first variable in `about`. */
export interface Rule<Values> {
  about: readonly [keyof Values & string, ...(keyof Values & string)[]];
  message: string;
  /**
   * Whether the variables break the rule. A variable that is invalid by itself is only in `given`, the environment as
   * it was set.
   */
  broken(values: Valid<Values>, given: NodeJS.ProcessEnv): boolean;
}

export type Valid<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

const MUST_BE_HTTPS =
  'must be https: outside the sandbox, shoppers enter cards there (http is only for localhost)';

const SHOPPER_ADDRESSES_HIDDEN =
  'is not set: with https there is a proxy in front, and all shoppers count as one address';

const OIDC_VARIABLES = [
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_ROLES',
] as const;

/** Outside the sandbox real money moves, so the program does not start with settings that could lose it. */
const SERVICE_RULES: readonly Rule<z.output<typeof SERVICE>>[] = [
  {
    about: ['MASTER_KEY', 'SANDBOX'],
    message: 'is required: only a sandbox creates its own (openssl rand -base64 32)',
    broken: ({ SANDBOX, MASTER_KEY }) => SANDBOX === false && MASTER_KEY === undefined,
  },
  {
    about: ['MASTER_KEY', 'SANDBOX'],
    message: 'is a repeated byte and can be guessed: create a random one (openssl rand -base64 32)',
    broken: ({ SANDBOX, MASTER_KEY }) =>
      SANDBOX === false && MASTER_KEY !== undefined && new Set(MASTER_KEY).size === 1,
  },
  {
    about: ['MASTER_KEY', 'MASTER_KEY_PREVIOUS'],
    message: 'is required: MASTER_KEY_PREVIOUS only decrypts existing secrets',
    broken: ({ MASTER_KEY, MASTER_KEY_PREVIOUS, SANDBOX }) =>
      // Outside the sandbox, the first rule already requires MASTER_KEY.
      SANDBOX === true && MASTER_KEY === undefined && MASTER_KEY_PREVIOUS !== undefined,
  },
  {
    about: ['MASTER_KEY_PREVIOUS', 'MASTER_KEY'],
    message: 'is the same as MASTER_KEY: set it to the previous key, or leave it out',
    broken: ({ MASTER_KEY, MASTER_KEY_PREVIOUS }) =>
      MASTER_KEY !== undefined && MASTER_KEY_PREVIOUS?.equals(MASTER_KEY) === true,
  },
  {
    about: ['DATABASE_URL', 'SANDBOX'],
    message:
      'is required: outside the sandbox, PostgreSQL is needed, as PGlite can lose data in a power cut',
    broken: ({ SANDBOX, DATABASE_URL }) => SANDBOX === false && DATABASE_URL === undefined,
  },
  {
    about: ['ALERT_FROM'],
    message: 'is required with SMTP_URL: set the sender of e-mails',
    broken: (_values, { SMTP_URL, ALERT_FROM }) =>
      SMTP_URL !== undefined && ALERT_FROM === undefined,
  },
  ...OIDC_VARIABLES.map((name) => ({
    about: [name] as const,
    message: 'is required with the other OIDC variables: set all of them, or none',
    broken: (_values: unknown, given: NodeJS.ProcessEnv) =>
      given[name] === undefined && OIDC_VARIABLES.some((other) => given[other] !== undefined),
  })),
  {
    about: ['WORKERS', 'DATABASE_URL'],
    message: 'needs DATABASE_URL: PGlite allows one process per directory',
    broken: ({ WORKERS = 1, DATABASE_URL }) => WORKERS > 1 && DATABASE_URL === undefined,
  },
  {
    about: ['DATABASE_SCHEMA', 'SANDBOX'],
    message: 'is not for a sandbox, which shares its database with nothing',
    broken: ({ SANDBOX, DATABASE_SCHEMA }) => SANDBOX === true && DATABASE_SCHEMA !== undefined,
  },
  {
    about: ['OPERATOR_PORT', 'PORT'],
    message: 'is the same as PORT: choose another port for operators',
    broken: ({ OPERATOR_PORT, PORT }) => OPERATOR_PORT !== undefined && OPERATOR_PORT === PORT,
  },
  {
    about: ['PUBLIC_URL', 'SANDBOX'],
    message: MUST_BE_HTTPS,
    broken: ({ SANDBOX, PUBLIC_URL }) => SANDBOX === false && isUnencrypted(PUBLIC_URL),
  },
  {
    about: ['PAGE_URL', 'SANDBOX'],
    message: MUST_BE_HTTPS,
    broken: ({ SANDBOX, PAGE_URL }) => SANDBOX === false && isUnencrypted(PAGE_URL),
  },
];

const PAGE_ALONE_RULES: readonly Rule<z.output<typeof PAGE_ALONE>>[] = [
  {
    about: ['ORDERS_API_URL'],
    message: 'must be https: card data would cross the network to another machine unencrypted',
    broken: ({ ORDERS_API_URL }) => isUnencrypted(ORDERS_API_URL),
  },
  {
    about: ['PUBLIC_URL', 'SANDBOX'],
    message: MUST_BE_HTTPS,
    broken: ({ SANDBOX, PUBLIC_URL }) => SANDBOX === false && isUnencrypted(PUBLIC_URL),
  },
];

/** Settings that are allowed but probably a mistake. */
const SERVICE_WARNINGS: readonly Rule<z.output<typeof SERVICE>>[] = [
  {
    about: ['PUBLIC_URL', 'SANDBOX'],
    message: 'is not set: pay_url points to localhost',
    broken: ({ SANDBOX, PUBLIC_URL }) => SANDBOX === false && PUBLIC_URL === undefined,
  },
  {
    about: ['TRUSTED_PROXIES', 'PUBLIC_URL', 'SANDBOX'],
    message: SHOPPER_ADDRESSES_HIDDEN,
    broken: hidesShopperAddresses,
  },
];

const PAGE_ALONE_WARNINGS: readonly Rule<z.output<typeof PAGE_ALONE>>[] = [
  {
    about: ['TRUSTED_PROXIES', 'PUBLIC_URL', 'SANDBOX'],
    message: SHOPPER_ADDRESSES_HIDDEN,
    broken: hidesShopperAddresses,
  },
];

/**
 * Whether a proxy hides shoppers' addresses: the program only speaks http, so with an https origin every connection
 * comes from a proxy.
 */
function hidesShopperAddresses({
  SANDBOX,
  PUBLIC_URL,
  TRUSTED_PROXIES = [],
}: Valid<
  Pick<z.output<typeof PAGE_ALONE>, 'SANDBOX' | 'PUBLIC_URL' | 'TRUSTED_PROXIES'>
>): boolean {
  const isHttps = PUBLIC_URL?.startsWith('https:') === true;
  return SANDBOX === false && isHttps && TRUSTED_PROXIES.length === 0;
}

function isUnencrypted(url: string | undefined): boolean {
  return url !== undefined && crossesNetworkInClear(url);
}

export class ConfigError extends StartError {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Runs two readers of one environment and reports the problems of both.
 *
 * @throws ConfigError with the problems of either
 */
export function readBoth<First, Second>(first: () => First, second: () => Second): [First, Second] {
  const results = [valueOrProblems(first), valueOrProblems(second)] as const;
  const problems = results.flatMap((result) => ('problems' in result ? result.problems : []));
  const [one, other] = results;
  if ('problems' in one || 'problems' in other) throw new ConfigError(problems);
  return [one.value, other.value];
}

function valueOrProblems<Value>(
  read: () => Value,
): { value: Value } | Pick<ConfigError, 'problems'> {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof ConfigError) return { problems: error.problems };
    throw error;
  }
}

interface Variables<Values> {
  complete: z.ZodType<Values>;
  /** The same variables, all optional. */
  partial: z.ZodType<Valid<Values>>;
  rules: readonly Rule<Values>[];
}

/**
 * Parses the variables, and checks each by itself and all against the rules in one pass.
 *
 * @throws ConfigError naming every variable that is wrong. Values are never repeated: some are secrets.
 */
export function readEnvironment<Values>(
  { complete, partial, rules }: Variables<Values>,
  env: NodeJS.ProcessEnv,
): Values {
  const environment = nonEmptyVariables(env);
  const parsed = complete.safeParse(environment);
  const issues = parsed.success ? [] : parsed.error.issues;
  const invalid = new Set(issues.map(({ path }) => String(path[0])));
  const valid = Object.fromEntries(
    Object.entries(environment).filter(([name]) => !invalid.has(name)),
  );
  const values = partial.parse(valid);
  const broken = rules.filter(
    (rule) => !rule.about.some((name) => invalid.has(name)) && rule.broken(values, environment),
  );
  if (parsed.success && broken.length === 0) return parsed.data;
  throw new ConfigError([
    ...issues.map(({ path, message }) => `${path.join('.')} ${message}`),
    ...broken.map(problemText),
  ]);
}

/** Returns the messages of the broken rules, for values that are used anyway. */
function warningsAbout<Values>(values: Valid<Values>, rules: readonly Rule<Values>[]): string[] {
  return rules.filter((rule) => rule.broken(values, {})).map(problemText);
}

function problemText({
  about: [name],
  message,
}: {
  about: readonly [string, ...unknown[]];
  message: string;
}): string {
  return `${name} ${message}`;
}
