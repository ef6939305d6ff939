import { z } from 'zod';

import { COLOUR } from '#contract/patterns.ts';
import { parseProfile } from '#contract/signature-profile.ts';
import { DEFAULT_PROFILE, type SignatureProfile } from '#contract/signature.ts';

/** Where PAGE_PENDING_AFTER_SECONDS says nothing: how long a shopper waits for a slow bank. */
const PENDING_AFTER_SECONDS = 60;

/** Where PAGE_POSTS_PER_MINUTE says nothing, outside the sandbox. */
const POSTS_PER_MINUTE = 10;

const flag = z
  .enum(['true', 'false', '1', '0', ''])
  .transform((text) => text === 'true' || text === '1');
const httpUrl = z.url({ protocol: /^https?$/ });

const signatureProfile = z.string().transform((text, context): SignatureProfile => {
  const parsed = parseProfile(text);
  if (parsed.ok) return parsed.profile;
  context.addIssue({ code: 'custom', message: parsed.detail });
  return z.NEVER;
});

const environment = z.object({
  ORDERS_API_URL: httpUrl,
  ORDERS_API_KEY_ID: z.uuid(),
  ORDERS_API_SECRET: z.string().min(1),
  ORDERS_API_SIGNATURE: signatureProfile.default(DEFAULT_PROFILE),
  PUBLIC_URL: httpUrl.optional(),
  SANDBOX: flag.default(false),
  DATA_DIR: z.string().default('.data'),
  PAGE_PENDING_AFTER_SECONDS: z.coerce.number().int().min(0).default(PENDING_AFTER_SECONDS),
  PAGE_POSTS_PER_MINUTE: z.coerce.number().int().min(1).optional(),
  PAGE_MERCHANT_NAME: z.string().max(80).optional(),
  PAGE_MERCHANT_LOGO_URL: z.string().optional(),
  PAGE_ACCENT: z.string().regex(COLOUR).optional(),
  PAGE_SUPPORT_URL: httpUrl.optional(),
});

/** The page's settings. It has no other source of configuration than the environment. */
export interface PageConfig {
  orders: {
    baseUrl: string;
    apiKeyId: string;
    apiSecret: string;
    profile: SignatureProfile;
  };
  publicUrl: string | undefined;
  isSandbox: boolean;
  dataDir: string;
  pendingAfterSeconds: number;
  /** From one address; undefined: without a limit. */
  postsPerMinute: number | undefined;
  branding: Branding;
}

/** How the merchant appears. */
export interface Branding {
  name?: string;
  logoUrl?: string;
  accent?: string;
  supportUrl?: string;
}

/** Reads the settings, or says in one error everything that is wrong with them. */
export const parsePageConfig = (env: Record<string, string | undefined>): PageConfig => {
  const parsed = environment.safeParse(withoutEmpty(env));
  if (!parsed.success) throw new Error(`The page's settings:\n${z.prettifyError(parsed.error)}`);
  const settings = parsed.data;
  return {
    orders: {
      baseUrl: settings.ORDERS_API_URL,
      apiKeyId: settings.ORDERS_API_KEY_ID,
      apiSecret: settings.ORDERS_API_SECRET,
      profile: settings.ORDERS_API_SIGNATURE,
    },
    publicUrl: settings.PUBLIC_URL,
    isSandbox: settings.SANDBOX,
    dataDir: settings.DATA_DIR,
    pendingAfterSeconds: settings.PAGE_PENDING_AFTER_SECONDS,
    postsPerMinute:
      settings.PAGE_POSTS_PER_MINUTE ?? (settings.SANDBOX ? undefined : POSTS_PER_MINUTE),
    branding: brandingFrom(settings),
  };
};

const brandingFrom = (settings: z.output<typeof environment>): Branding => ({
  ...(settings.PAGE_MERCHANT_NAME && { name: settings.PAGE_MERCHANT_NAME }),
  ...(settings.PAGE_MERCHANT_LOGO_URL && { logoUrl: settings.PAGE_MERCHANT_LOGO_URL }),
  ...(settings.PAGE_ACCENT && { accent: settings.PAGE_ACCENT }),
  ...(settings.PAGE_SUPPORT_URL && { supportUrl: settings.PAGE_SUPPORT_URL }),
});

/** `NAME=` in an environment file means that it is not set. */
const withoutEmpty = (env: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
