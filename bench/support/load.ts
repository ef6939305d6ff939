import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, type HttpConnection } from './http-connection.ts';
import { readProcessors, usedBetween, type ProcessorTime } from './processor-time.ts';
import type { Server } from './servers.ts';

/** Makes the next request's bytes; called again and again, by every connection. */
export type NextRequest = () => Buffer;

export interface Load {
  server: Server;
  next: NextRequest;
  connections: number;
  warmUpMs: number;
  durationMs: number;
}

export interface Measured {
  perSecond: number;
  medianMs: number;
  p99Ms: number;
  /** Used per request, by the server and by the database; undefined where nobody counts it. */
  processor: ProcessorTime | undefined;
}

/**
 * Keeps every connection busy with one request at a time, and counts what was answered within the
 * measured time.
 *
 * @throws on the first answer that is not 200: a refusal is quick and would flatter the figure
 */
export async function measure(load: Load): Promise<Measured> {
  const connections = await Promise.all(
    Array.from({ length: load.connections }, () => openConnection(load.server.port)),
  );
  try {
    const startMs = performance.now() + load.warmUpMs;
    const endMs = startMs + load.durationMs;
    const used = processorTimeOf(load);
    const taken = await Promise.all(
      connections.map((connection) => keepBusy(connection, load.next, { startMs, endMs })),
    );
    return summary(taken.flat(), load.durationMs, await used);
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** @returns how long each request took that began and ended within the time */
async function keepBusy(
  connection: HttpConnection,
  next: NextRequest,
  time: { startMs: number; endMs: number },
): Promise<number[]> {
  const takenMs: number[] = [];
  for (;;) {
    const request = next();
    const sentMs = performance.now();
    const answer = await connection.exchange(request);
    const nowMs = performance.now();
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body}`);
    if (nowMs > time.endMs) return takenMs;
    if (nowMs >= time.startMs) takenMs.push(nowMs - sentMs);
  }
}

async function processorTimeOf({
  server,
  warmUpMs,
  durationMs,
}: Load): Promise<ProcessorTime | undefined> {
  await sleep(warmUpMs);
  const before = await readProcessors(server.pid, server.databaseUrl);
  await sleep(durationMs);
  const after = await readProcessors(server.pid, server.databaseUrl);
  return before && after && usedBetween(before, after);
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
