import type { Browser, CDPSession, Page } from '@playwright/test';

import type { Site } from './sites.ts';

declare global {
  interface Window {
    /** When each mark first appeared, in milliseconds from the start of the navigation. */
    benchTimes?: Record<string, number>;
  }
}

/** Lighthouse's simulation of a slow 4G connection. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
const PATIENCE_MS = 20_000;
const PAINT_PATIENCE_MS = 5_000;

export interface Opening {
  /** Undefined if nothing was painted in the observed time. */
  firstPaintMs: number | undefined;
  /** When a card number can be typed; undefined if that never happens. */
  usableMs: number | undefined;
  /** When the scripts have finished their work. */
  aliveMs: number | undefined;
  /** The time that the page's main thread had worked by then: parsing, scripts, styles, layout. */
  mainThreadMs: number | undefined;
  bytes: number;
  scriptBytes: number;
  requests: number;
}

/** Opens a page once, in a fresh browser context, on a slow connection and a slow processor. */
export async function open(browser: Browser, site: Site): Promise<Opening> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = await watchTraffic(session);
    await session.send('Performance.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await markArrival(page, { usable: site.usable, alive: site.alive });
    await page.goto(site.url, { waitUntil: 'load' });
    if (site.alive !== undefined) {
      await page
        .locator(site.alive)
        .first()
        .waitFor({ timeout: PATIENCE_MS })
        .catch(() => undefined);
    }
    await page
      .waitForFunction(hasPainted, undefined, { timeout: PAINT_PATIENCE_MS })
      .catch(() => undefined);
    const mainThreadMs = await readMainThread(session);
    return { ...(await readTimes(page)), mainThreadMs, ...traffic };
  } finally {
    await context.close();
  }
}

type Traffic = Pick<Opening, 'bytes' | 'scriptBytes' | 'requests'>;

async function watchTraffic(session: CDPSession): Promise<Traffic> {
  const traffic: Traffic = { bytes: 0, scriptBytes: 0, requests: 0 };
  const scripts = new Set<string>();
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, type }) => {
    traffic.requests += 1;
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
    if (scripts.has(requestId)) traffic.scriptBytes += encodedDataLength;
  });
  return traffic;
}

async function readMainThread(session: CDPSession): Promise<number | undefined> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  return seconds === undefined ? undefined : seconds * 1000;
}

type Marks = Record<'usable' | 'alive', string | undefined>;

/** Records when each element first appears, with a mutation observer so that nothing polls in the measured page. */
async function markArrival(page: Page, marks: Marks): Promise<void> {
  await page.addInitScript((selectors: Marks) => {
    const times: Record<string, number> = {};
    window.benchTimes = times;
    const look = () => {
      for (const [name, selector] of Object.entries(selectors)) {
        if (selector !== undefined && !(name in times) && document.querySelector(selector)) {
          times[name] = performance.now();
        }
      }
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['novalidate', 'data-alive'],
    });
  }, marks);
}

function hasPainted(): boolean {
  return performance.getEntriesByName('first-contentful-paint').length > 0;
}

async function readTimes(
  page: Page,
): Promise<Pick<Opening, 'firstPaintMs' | 'usableMs' | 'aliveMs'>> {
  return page.evaluate(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    const times = window.benchTimes ?? {};
    const usable = times['usable'];
    return {
      firstPaintMs: paint,
      // An element cannot be used before it is painted.
      usableMs: usable === undefined ? undefined : Math.max(usable, paint ?? Infinity),
      aliveMs: times['alive'],
    };
  });
}
