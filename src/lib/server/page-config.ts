import {
  baseUrl,
  onOrOff,
  ORDERS_API_SETTINGS,
  PAGE_SETTINGS,
  whatIsSet,
} from '#contract/environment.ts';
import type { SignatureProfile } from '#contract/signature/signature.ts';
import { z } from 'zod';

/** Where PAGE_POSTS_PER_MINUTE says nothing, outside the sandbox. */
const POSTS_PER_MINUTE = 10;

const environment = z.object({
  ...ORDERS_API_SETTINGS,
  ...PAGE_SETTINGS,
  PUBLIC_URL: baseUrl.optional(),
  SANDBOX: onOrOff.default(false),
  DATA_DIR: z.string().default('.data'),
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
  /** From one address for one order; undefined: without a limit. */
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
  const parsed = environment.safeParse(whatIsSet(env));
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
