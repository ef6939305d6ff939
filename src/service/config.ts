import { z } from 'zod';

/**
 * The environment, parsed once. Everything that can be wrong with it is reported at once, by name,
 * and the program does not start: a service that guesses its configuration loses money quietly.
 */

const HTTP_URL = z
  .url({ protocol: /^https?$/, error: 'must be an absolute http or https URL' })
  .transform((url) => url.replace(/\/+$/, ''));

const trueOrFalse = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true');

const flag = (fallback: boolean) => trueOrFalse.optional().transform((value) => value ?? fallback);

const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: 'must be a whole number' })
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, {
      error: `must lie between ${String(minimum)} and ${String(maximum)}`,
    });

const MASTER_KEY_BYTES = 32;

const MASTER_KEY = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === MASTER_KEY_BYTES, {
    error: `must be ${String(MASTER_KEY_BYTES)} bytes in base64 (openssl rand -base64 32)`,
  });

const LISTENING = {
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: HTTP_URL.optional(),
  WORKERS: wholeNumber(1, 64).default(1),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
};

const PAGE_ALONE = z.object({
  ...LISTENING,
  ORDERS_API_URL: HTTP_URL,
  ORDERS_API_KEY_ID: z.uuid({ error: 'must be the UUID of an API key' }),
  ORDERS_API_SECRET: z.string({ error: 'is missing' }).min(1, { error: 'is empty' }),
  ORDERS_API_SIGNATURE: z.string().optional(),
});

const SERVICE = z.object({
  ...LISTENING,
  PAGE_URL: HTTP_URL.optional(),
  PUBLIC_PATH_PREFIX: z
    .string()
    .regex(/^(\/[A-Za-z0-9._~-]+)+$/, { error: 'must look like /prefix' })
    .optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' })
    .optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 100).default(10),
  MASTER_KEY: MASTER_KEY.optional(),
  SANDBOX_PROVIDER_DELAY_MS: wholeNumber(0, 600_000).default(0),
  SANDBOX_PROVIDER_DOWN: flag(false),
  WEBHOOK_ALLOW_PRIVATE: trueOrFalse.optional(),
  CARD_DECLINES_PER_HOUR: wholeNumber(1, 1_000_000).optional(),
  REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).optional(),
  ROLLING_RELEASE_DAYS: wholeNumber(0, 3_650).default(180),
});

export interface ListeningConfig {
  port: number;
  host: string;
  /** The origin shoppers and merchants see, without a trailing slash. */
  publicUrl: string;
  logLevel: z.output<typeof LISTENING.LOG_LEVEL>;
  /** Processes that share the port; more than one needs PostgreSQL. */
  workers: number;
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
  dataDirectory: string;
  databaseUrl: string | undefined;
  databasePoolSize: number;
  /** 32 bytes; undefined only in the sandbox, which makes and keeps its own. */
  masterKey: Buffer | undefined;
  sandbox: boolean;
  sandboxProvider: { delayMs: number; down: boolean };
  /** Declined attempts one card may collect in an hour; undefined means no limit (sandbox). */
  cardDeclinesPerHour: number | undefined;
  /** Requests that one key may make in a minute, in all processes together; undefined means no limit. */
  requestsPerMinute: number | undefined;
  /** Whether webhooks may go to private addresses. */
  webhookAllowPrivate: boolean;
  /** How long a payin's rolling reserve is kept back. */
  rollingReleaseDays: number;
}

export type Config = PageAloneConfig | ServiceConfig;

export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * @throws ConfigError naming every variable that is wrong. Values are never repeated: some are secrets.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  return 'ORDERS_API_URL' in given ? readPageAlone(given) : readService(given);
}

function readPageAlone(given: Record<string, unknown>): PageAloneConfig {
  const values = parse(PAGE_ALONE, given);
  return { mode: 'page', ...listening(values), ordersApiUrl: values.ORDERS_API_URL };
}

function readService(given: Record<string, unknown>): ServiceConfig {
  const production = given['NODE_ENV'] === 'production';
  const values = parse(SERVICE.extend({ SANDBOX: flag(!production) }), given);
  if (values.MASTER_KEY === undefined && !values.SANDBOX) {
    throw new ConfigError(['MASTER_KEY is missing: only the sandbox makes one of its own']);
  }
  if (values.WORKERS > 1 && values.DATABASE_URL === undefined) {
    throw new ConfigError(['WORKERS needs DATABASE_URL: PGlite allows one process per directory']);
  }
  const common = listening(values);
  return {
    mode: 'service',
    ...common,
    pageUrl: values.PAGE_URL ?? common.publicUrl,
    publicPathPrefix: values.PUBLIC_PATH_PREFIX ?? '',
    dataDirectory: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    masterKey: values.MASTER_KEY,
    sandbox: values.SANDBOX,
    sandboxProvider: {
      delayMs: values.SANDBOX_PROVIDER_DELAY_MS,
      down: values.SANDBOX_PROVIDER_DOWN,
    },
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE ?? values.SANDBOX,
    cardDeclinesPerHour: values.CARD_DECLINES_PER_HOUR ?? (values.SANDBOX ? undefined : 10),
    requestsPerMinute: values.REQUESTS_PER_MINUTE,
    rollingReleaseDays: values.ROLLING_RELEASE_DAYS,
  };
}

function listening(values: {
  PORT: number;
  HOST: string;
  PUBLIC_URL?: string | undefined;
  LOG_LEVEL: ListeningConfig['logLevel'];
  WORKERS: number;
}): ListeningConfig {
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${String(values.PORT)}`,
    logLevel: values.LOG_LEVEL,
    workers: values.WORKERS,
  };
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  given: Record<string, unknown>,
): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
  );
}
