import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { measureProcessors, type ProcessorTime } from './processor-time.ts';
import type { SignedRequest } from './requests.ts';
import type { Server } from './servers.ts';

export interface Load {
  server: Server;
  /** Makes the next request. Called repeatedly, for all connections. */
  next: () => SignedRequest;
  connections: number;
  warmUpMs: number;
  durationMs: number;
}

export interface Measured {
  perSecond: number;
  medianMs: number;
  p99Ms: number;
  /** Processor time per request, of the server and the database; undefined if it cannot be measured. */
  processor: ProcessorTime | undefined;
}

/** How often autocannon checks whether its time is over. */
const CHECK_INTERVAL_MS = 100;

/**
 * Keeps every connection busy with one request at a time, and counts the answers within the measured time.
 *
 * @throws on the first answer that is not 200: a refusal is quick and would flatter the figure
 */
export async function measure(load: Load): Promise<Measured> {
  const [takenMs, used] = await Promise.all([timesOf(load), processorTimeOf(load)]);
  return summary(takenMs, load.durationMs, used);
}

/**
 * @returns the time of each request that ended within the measured time. autocannon's own figures are in whole
 * milliseconds and include the warm-up
 */
function timesOf(load: Load): Promise<number[]> {
  const takenMs: number[] = [];
  const startMs = performance.now() + load.warmUpMs;
  const endMs = startMs + load.durationMs;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      reject(error);
      run.stop();
    };
    const run = autocannon(options(load, fail), () => {
      resolve(takenMs);
    });
    run.on('reqError', fail);
    run.on('response', (_client, _status, _bytes, tookMs) => {
      const nowMs = performance.now();
      if (nowMs >= startMs && nowMs <= endMs) takenMs.push(tookMs);
    });
  });
}

function options(load: Load, fail: (error: Error) => void): autocannon.Options {
  const request: autocannon.Request = {
    setupRequest: (defaults) => ({ ...defaults, ...load.next() }),
    onResponse(status, body) {
      if (status !== 200) fail(new Error(`${status}: ${body}`));
    },
  };
  return {
    url: `http://127.0.0.1:${load.server.port}`,
    connections: load.connections,
    duration: (load.warmUpMs + load.durationMs) / 1_000,
    sampleInt: CHECK_INTERVAL_MS,
    requests: [request],
  };
}

async function processorTimeOf({
  server,
  warmUpMs,
  durationMs,
}: Load): Promise<ProcessorTime | undefined> {
  await sleep(warmUpMs);
  const meanwhile = () => sleep(durationMs);
  return (await measureProcessors(server.pid, [server.databaseUrl], meanwhile)).used;
}

function summary(takenMs: number[], durationMs: number, used: ProcessorTime | undefined): Measured {
  const sorted = takenMs.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return {
    perSecond: sorted.length / (durationMs / 1000),
    medianMs: quantile(0.5),
    p99Ms: quantile(0.99),
    processor: used && {
      serverUs: used.serverUs / sorted.length,
      databaseUs: used.databaseUs / sorted.length,
    },
  };
}
