import {
  baseUrl,
  onOrOff,
  ORDERS_API_SETTINGS,
  PAGE_SETTINGS,
  nonEmptyVariables,
} from '#contract/environment.ts';
import type { SignatureProfile } from '#contract/signature/signature.ts';
import { z } from 'zod';

/** The default of PAGE_POSTS_PER_MINUTE outside the sandbox. */
const POSTS_PER_MINUTE = 10;

const environment = z.object({
  ...ORDERS_API_SETTINGS,
  ...PAGE_SETTINGS,
  PUBLIC_URL: baseUrl.optional(),
  SANDBOX: onOrOff.default(false),
  QUIET: onOrOff.default(false),
  DATA_DIR: z.string().default('.data'),
});

/** The page's settings, which come only from the environment. */
export interface PageConfig {
  orders: {
    baseUrl: string;
    apiKeyId: string;
    apiSecret: string;
    profile: SignatureProfile;
  };
  publicUrl: string | undefined;
  /** Whether the service runs in this process; else another deployment answers the orders API. */
  hasService: boolean;
  isSandbox: boolean;
  /** Whether this is a copy that must not act: it takes no payments. */
  isQuiet: boolean;
  dataDir: string;
  pendingAfterMs: number;
  /** The limit per client address and order; undefined for no limit. */
  postsPerMinute: number | undefined;
  branding: Branding;
}

/** How the page presents the merchant. */
export interface Branding {
  name?: string | undefined;
  logoUrl?: string | undefined;
  accent?: string | undefined;
  supportUrl?: string | undefined;
}

let config: PageConfig | undefined;

/**
 * Returns the page's settings. Reads them on first use, because the server sets some of them only once it knows its
 * own address, and a build needs none.
 */
export function pageConfig(): PageConfig {
  return (config ??= parsePageConfig(process.env));
}

/** Reads the settings. Throws one error that lists everything wrong with them. */
function parsePageConfig(env: Record<string, string | undefined>): PageConfig {
  const parsed = environment.safeParse(nonEmptyVariables(env));
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
    // The server sets this together with the service's address.
    hasService: env['SERVICE_IN_PROCESS'] === 'true',
    isSandbox: settings.SANDBOX,
    isQuiet: settings.QUIET,
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
