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
  /** Whether the service is in this process; else the interface is answered elsewhere. */
  hasService: boolean;
  isSandbox: boolean;
  dataDir: string;
  pendingAfterMs: number;
  /** From one address for one order; undefined: without a limit. */
  postsPerMinute: number | undefined;
  branding: Branding;
}

/** How the merchant appears. */
export interface Branding {
  name?: string | undefined;
  logoUrl?: string | undefined;
  accent?: string | undefined;
  supportUrl?: string | undefined;
}

let config: PageConfig | undefined;

/**
 * The page's settings, read when they are first needed: the server sets some of them only after it
 * knows its own address, and a build needs none.
 */
export function pageConfig(): PageConfig {
  return (config ??= parsePageConfig(process.env));
}

/** Reads the settings, or says in one error everything that is wrong with them. */
function parsePageConfig(env: Record<string, string | undefined>): PageConfig {
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
    // The server says so, beside the address that it gives the service.
    hasService: env['SERVICE_IN_PROCESS'] === 'true',
    isSandbox: settings.SANDBOX,
    dataDir: settings.DATA_DIR,
    pendingAfterMs: settings.PAGE_PENDING_AFTER_SECONDS * 1000,
    postsPerMinute:
      settings.PAGE_POSTS_PER_MINUTE ?? (settings.SANDBOX ? undefined : POSTS_PER_MINUTE),
    branding: {
      name: settings.PAGE_MERCHANT_NAME,
      logoUrl: settings.PAGE_MERCHANT_LOGO_URL,
      accent: settings.PAGE_ACCENT,
      supportUrl: settings.PAGE_SUPPORT_URL,
    },
  };
}
