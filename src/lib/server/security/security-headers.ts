import { dev } from '$app/environment';

import { pageConfig } from '../page-config.ts';

const REPORTS = '/csp-reports';

/**
 * Returns the policy of pages. Nothing is loaded from another origin, and nothing is sent there. The browser runs and
 * applies only what the release has, by its hash.
 */
function contentSecurityPolicy({ locals: { hashes } }: Answered): string {
  return [
    "default-src 'none'",
    `script-src ${sources(hashes?.scripts)}`,
    `style-src ${sources(hashes?.styles)}`,
    "img-src 'self' data:",
    // Vite's reload socket has a port of its own.
    dev ? "connect-src 'self' ws:" : "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    // Every browser supports report-uri and reports at once; report-to works only on https, and reports later.
    `report-uri ${REPORTS}`,
  ].join('; ');
}

/** In development, Vite's client and the sheets that Kit adds have no hashes. */
function sources(hashes: readonly string[] = []): string {
  if (dev) return "'self' 'unsafe-inline'";
  return hashes.length === 0 ? "'none'" : hashes.map((hash) => `'${hash}'`).join(' ');
}

/**
 * Returns the policy of a preview in a frame of the operators' console: it runs no script, sends no form, and has an
 * opaque origin.
 */
function previewPolicy({ locals: { hashes } }: Answered, publicUrl: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src ${sources(hashes?.styles)}`,
    // A logo's path is relative to the public origin.
    ['img-src data:', publicUrl && new URL(publicUrl).origin].filter(Boolean).join(' '),
    "form-action 'none'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    'sandbox',
  ].join('; ');
}

const FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

const ALWAYS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  // pay_url is a bearer address: anyone who knows it can open the payment.
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': FEATURES.map((feature) => `${feature}=()`).join(', '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
};

const TWO_YEARS_SECONDS = 63_072_000;

interface Answered {
  url: URL;
  locals: App.Locals;
}

/** Sets the headers of every page. HSTS is set only if the origin itself is https. */
export function setSecurityHeaders(headers: Headers, answered: Answered): void {
  const { url, locals } = answered;
  for (const [name, value] of Object.entries(ALWAYS)) headers.set(name, value);
  headers.set('Content-Security-Policy', locals.ownPolicy ?? contentSecurityPolicy(answered));
  // These pages are the same for everybody, so browsers may cache and revalidate them.
  if (locals.ownPolicy !== undefined) headers.set('Cache-Control', 'no-cache');
  if (locals.isPreview) {
    headers.set('Content-Security-Policy', previewPolicy(answered, pageConfig().publicUrl));
    headers.set('X-Frame-Options', 'SAMEORIGIN');
    return;
  }
  if (url.protocol === 'https:') {
    headers.set('Strict-Transport-Security', `max-age=${TWO_YEARS_SECONDS}; includeSubDomains`);
  }
}
