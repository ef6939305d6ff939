import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import {
  baseUrl,
  onOrOff,
  ORDERS_API_SETTINGS,
  PAGE_SETTINGS,
  wholeNumber,
} from '#contract/environment.ts';
import { crossesNetworkInClear } from '#domain/clear-network.ts';
import { parseAmount } from '#domain/money.ts';
import { readHosts } from './database/postgres/hosts.ts';
import { readGroupRoles, type GroupRole } from './group-roles.ts';

/** A network of trusted proxies: its address, and the length of its prefix in bits. */
export type TrustedNetwork = readonly [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number];
export type TrustedProxies = readonly TrustedNetwork[];

const NOT_NETWORKS =
  'must list networks like 10.0.0.0/8 and 2001:db8::/32 or single addresses, separated by commas; /0 is not allowed';

/**
 * TRUSTED_PROXIES: the proxies whose X-Forwarded-For is trusted. A /0 network is refused, because it would trust
 * whatever a client writes there.
 */
const trustedProxies = z
  .string()
  .transform((text, context): TrustedProxies => {
    const networks = text.split(',').map((entry) => parseNetwork(entry.trim()));
    const known = networks.filter((network) => network !== undefined);
    if (known.length === networks.length) return known;
    context.addIssue({ code: 'custom', message: NOT_NETWORKS });
    return z.NEVER;
  })
  .default([]);

function parseNetwork(text: string): TrustedNetwork | undefined {
  if (isPlainAddress(text)) {
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  const [address = '', prefix = ''] = text.split('/');
  if (!isPlainAddress(address) || !ipaddr.isValidCIDR(text)) return undefined;
  const bits = Number(prefix);
  return bits > 0 ? [ipaddr.parse(address), bits] : undefined;
}

/** Accepts IPv4 addresses only in dotted decimal: programs disagree on other forms, such as octal. */
function isPlainAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

const MASTER_KEY_BYTES = 32;
/** Base64 in the standard or the URL-safe alphabet. `Buffer.from` alone would skip invalid characters. */
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

const MASTER_KEY_FORM = `must be ${MASTER_KEY_BYTES} bytes in base64 (openssl rand -base64 32)`;

const masterKey = z
  .string()
  .regex(BASE64, { error: MASTER_KEY_FORM })
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === MASTER_KEY_BYTES, { error: MASTER_KEY_FORM });

/** Whether a DATABASE_URL sets options of the session, such as its search_path. */
function hasOptions(databaseUrl: string): boolean {
  return readHosts(databaseUrl)?.some((url) => new URL(url).searchParams.has('options')) === true;
}

const databaseUrl = z
  .string()
  .refine((url) => readHosts(url) !== undefined, {
    error: 'must be a postgres:// URL with one host, or several of which one accepts writes',
    abort: true,
  })
  .refine((url) => !hasOptions(url), {
    error:
      'must not have the parameter options, which a pooler refuses or ignores: use "alter role … set …"',
  });

/** The provider's issuer, exactly as it names itself: a trailing slash is part of it. */
const oidcIssuer = z
  .string()
  .refine((text) => /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i.test(text) && URL.canParse(text), {
    error: "must be the provider's issuer, an https URL",
    abort: true,
  })
  .refine((text) => !crossesNetworkInClear(text), {
    error: 'must be https (http is only for localhost)',
  });

const oidcRoles = z.string().transform((text, context): GroupRole[] => {
  const groupRoles = readGroupRoles(text);
  if (groupRoles !== undefined) return groupRoles;
  context.addIssue({
    code: 'custom',
    message:
      'must list group=role, separated by commas; a role is viewer, support, finance, admin or merchant:MERCHANT_ID',
  });
  return z.NEVER;
});

export const LISTENING = {
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: baseUrl.optional(),
  WORKERS: wholeNumber(1, 64).default(1),
  STOP_GRACE_SECONDS: wholeNumber(0, 300).default(2),
  TRUSTED_PROXIES: trustedProxies,
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
};

/** The page in front of another deployment. */
export const PAGE_ALONE = z.object({
  ...LISTENING,
  ...PAGE_SETTINGS,
  ...ORDERS_API_SETTINGS,
  SANDBOX: onOrOff.default(false),
});

/** The service, with its page. */
export const SERVICE = z.object({
  ...LISTENING,
  ...PAGE_SETTINGS,
  PAGE_URL: baseUrl.optional(),
  PUBLIC_PATH_PREFIX: z
    .string()
    .regex(/^(\/[A-Za-z0-9._~-]+)+$/, { error: 'must look like /prefix' })
    .optional(),
  OPERATOR_HOST: z.string().default('127.0.0.1'),
  OPERATOR_PORT: wholeNumber(0, 65_535).optional(),
  OPERATOR_PUBLIC_URL: baseUrl.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  MIGRATE_DATABASE_URL: databaseUrl.optional(),
  DATABASE_SCHEMA: z
    .string()
    .regex(/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/, {
      error: 'must be the name of a schema in lower case, like tollgate_a',
    })
    .optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 100).default(10),
  DATABASE_PREPARED_STATEMENTS: onOrOff.default(true),
  DATABASE_TIMEOUT_SECONDS: wholeNumber(1, 3_600).default(4),
  MASTER_KEY: masterKey.optional(),
  MASTER_KEY_PREVIOUS: masterKey.optional(),
  /** If it is unset, `readService` decides by NODE_ENV. */
  SANDBOX: onOrOff,
  QUIET: onOrOff.default(false),
  WEBHOOK_ALLOW_PRIVATE: onOrOff.optional(),
  CARD_DECLINES_PER_HOUR: wholeNumber(1, 1_000_000).optional(),
  ADDRESS_DECLINES_PER_HOUR: wholeNumber(1, 1_000_000).optional(),
  REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).optional(),
  RETAIN_CUSTOMER_DAYS: wholeNumber(1, 36_500).optional(),
  ADJUST_CONFIRM_ABOVE: z
    .string()
    .default('0.00')
    .transform((text, context) => {
      const minor = parseAmount(text);
      if (minor === undefined) context.addIssue('must be an amount like 100.00');
      return minor ?? z.NEVER;
    }),
  ROLLING_RELEASE_DAYS: wholeNumber(0, 3_650).default(180),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtps://user:password@mail.example:465' })
    .optional(),
  ALERT_FROM: z.email({ error: 'must be an e-mail address' }).optional(),
  OIDC_ISSUER: oidcIssuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_GROUPS_CLAIM: z.string().default('groups'),
  OIDC_ROLES: oidcRoles.optional(),
});
