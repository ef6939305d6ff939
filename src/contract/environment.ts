import { z } from 'zod';
import { COLOUR, OWN_IMAGE } from './patterns.ts';
import { parseProfile } from './signature/profile.ts';
import { DEFAULT_PROFILE, type SignatureProfile } from './signature/signature.ts';

/**
 * Environment settings of the process that serves the page. The page reads its settings from the environment itself;
 * the process validates them at startup, with the same schemas.
 */

const SWITCH = new Map([
  ...['true', '1', 'on', 'yes'].map((word) => [word, true] as const),
  ...['false', '0', 'off', 'no'].map((word) => [word, false] as const),
]);

export const onOrOff = z.string().transform((text, context): boolean => {
  const value = SWITCH.get(text.toLowerCase());
  if (value !== undefined) return value;
  context.addIssue({
    code: 'custom',
    message: 'must be true or false (or 1 and 0, on and off, yes and no)',
  });
  return z.NEVER;
});

export function wholeNumber(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, { error: 'must be a whole number' })
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, {
      error: `must lie between ${minimum} and ${maximum}`,
    });
}

/** A base URL. Paths are appended to it, so it must have no query; it must name a host and contain no password. */
const BASE_URL = /^https?:\/\/[^\s/\\?#@]+(?:\/[^\s\\?#]*)?$/i;

/** A base URL, without trailing slashes. */
export const baseUrl = z
  .string()
  .refine((text) => BASE_URL.test(text) && URL.canParse(text), {
    error: 'must be an absolute http or https URL',
  })
  .transform((url) => url.replace(/\/+$/, ''));

const signatureProfile = z.string().transform((text, context): SignatureProfile => {
  const parsed = parseProfile(text);
  if (parsed.ok) return parsed.profile;
  context.addIssue({ code: 'custom', message: parsed.detail });
  return z.NEVER;
});

const MERCHANT_NAME_CHARACTERS = 80;
const DAY_SECONDS = 86_400;
/** The default: how long the page shows a payment as processing before it tells the shopper that it is pending. */
const PENDING_AFTER_SECONDS = 60;

/** The page's own settings, which do not depend on where the orders API is. */
export const PAGE_SETTINGS = {
  PAGE_PENDING_AFTER_SECONDS: wholeNumber(0, DAY_SECONDS).default(PENDING_AFTER_SECONDS),
  PAGE_POSTS_PER_MINUTE: wholeNumber(1, 1_000_000).optional(),
  PAGE_MERCHANT_NAME: z
    .string()
    .max(MERCHANT_NAME_CHARACTERS, {
      error: `must not be longer than ${MERCHANT_NAME_CHARACTERS} characters`,
    })
    .optional(),
  PAGE_MERCHANT_LOGO_URL: z
    .string()
    .regex(OWN_IMAGE, { error: 'must be a data:image URL or a path of the payment page' })
    .optional(),
  PAGE_ACCENT: z.string().regex(COLOUR, { error: 'must be #rrggbb' }).optional(),
  PAGE_SUPPORT_URL: z
    .url({ protocol: /^https?$/, error: 'must be an absolute http or https URL' })
    .optional(),
};

/** The page's connection to the orders API: its address and credentials. */
export const ORDERS_API_SETTINGS = {
  ORDERS_API_URL: baseUrl,
  ORDERS_API_KEY_ID: z.uuid({ error: 'must be the UUID of an API key' }),
  ORDERS_API_SECRET: z.string({ error: 'is missing' }),
  ORDERS_API_SIGNATURE: signatureProfile.default(DEFAULT_PROFILE),
};

/** Drops empty variables: `NAME=` in an environment file means unset. */
export function nonEmptyVariables(env: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => (entry[1] ?? '') !== ''),
  );
}
