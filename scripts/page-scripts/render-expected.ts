import type { Checkout } from '#contract/schemas/checkout.ts';

import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';

import { startBuiltPage, type BuiltPage } from './built-page.ts';
import { fetchPage, type Fetched, type FetchedPage } from './fetch-page.ts';
import type { PageFacts } from './page-facts.ts';

const ANY_ACCENT = '#3b5bdb';
/** The private read's answer, with an order that shows what the live page shows. */
type Expected = Omit<Checkout, 'order'> & { order: PageFacts['order'] };

/** Long enough that a page that waits keeps waiting. */
const PATIENCE_SECONDS = '86400';

/** Renders this build's pages, in front of a stand-in deployment that knows only the order in question. */
export interface Renderer {
  /**
   * Returns this build's answer at the same address, for an order like the one that the live page shows. Renders one
   * page at a time.
   */
  render(live: FetchedPage, facts: PageFacts): Promise<Fetched>;
  close(): void;
}

export async function startRenderer(): Promise<Renderer> {
  let shown: { live: FetchedPage; facts: PageFacts } | undefined;
  const deployment = createServer((request, response) => {
    if (shown) answer(response, request.url ?? '', shown.live, shown.facts);
  }).listen(0, '127.0.0.1');
  await once(deployment, 'listening');
  const deploymentPort = portOf(deployment);
  /** Running pages by their settings. Most pages of a deployment have the same ones. */
  const pages = new Map<string, Promise<BuiltPage>>();
  const pageOf = (settings: Record<string, string>): Promise<BuiltPage> => {
    const key = JSON.stringify(settings);
    const page = pages.get(key) ?? startBuiltPage(settings);
    pages.set(key, page);
    return page;
  };
  return {
    async render(live, facts) {
      shown = { live, facts };
      const { url } = await pageOf(settingsOf(live, facts, deploymentPort));
      return fetchPage(url + live.url.pathname + live.url.search);
    },
    close() {
      for (const starting of pages.values()) void starting.then((page) => page.stop());
      deployment.closeAllConnections();
      deployment.close();
    },
  };
}

function settingsOf({ url }: FetchedPage, facts: PageFacts, port: number) {
  return {
    ORIGIN: url.origin,
    PUBLIC_URL: url.origin,
    ORDERS_API_URL: `http://127.0.0.1:${port}`,
    SANDBOX: String(facts.isSandbox),
    PAGE_PENDING_AFTER_SECONDS: facts.isWaiting ? PATIENCE_SECONDS : '0',
    PAGE_MERCHANT_NAME: facts.merchant.name ?? '',
    PAGE_MERCHANT_LOGO_URL: facts.merchant.logo ?? '',
    PAGE_SUPPORT_URL: facts.merchant.support ?? '',
    PAGE_ACCENT: facts.merchant.hasAccent ? ANY_ACCENT : '',
  };
}

function answer(
  response: ServerResponse,
  path: string,
  live: FetchedPage,
  { order, terms, merchant }: PageFacts,
): void {
  const isShown = live.status === 200 || live.status === 410;
  const now = Math.round(Date.now() / 1000);
  const checkout: Expected | undefined = terms && {
    order,
    merchant: {
      name: merchant.name ?? '',
      operator_name: terms.operator,
      terms_url: terms.termsLink,
      privacy_url: terms.privacyLink,
    },
    description: terms.description,
    accepted_brands: terms.acceptedBrands,
    expires_at: now + terms.secondsLeft,
    now,
    attempts_left: terms.attemptsLeft,
    card: terms.card,
    last_failure: terms.lastFailure,
    ended_by: terms.endedBy,
  };
  const body = path.includes('/checkouts/') ? checkout : isShown ? order : undefined;
  response.statusCode = body ? 200 : live.status === 503 ? 503 : 404;
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body ?? {}));
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return address.port;
}
