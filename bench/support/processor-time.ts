import { readFile } from 'node:fs/promises';
import { processTree } from './process-tree.ts';
import { onServer } from '../../tests/support/database/postgres-connection.ts';

/** What Linux counts processor time in; every architecture Node runs on has a hundred a second. */
const TICKS_PER_SECOND = 100;

/** Microseconds that were used between two readings. */
export interface ProcessorTime {
  serverUs: number;
  /** By all of PostgreSQL's processes that work for the database. */
  databaseUs: number;
}

/** What has been used so far: by the server's process and its workers, and by each of PostgreSQL's. */
export interface ProcessorReading {
  serverUs: number;
  backendsUs: ReadonlyMap<number, number>;
}

/**
 * Processor time says more than requests a second where the machine has other things to do.
 * Undefined where there is no /proc, or PostgreSQL runs elsewhere.
 */
export async function readProcessors(
  serverPid: number,
  ...databaseUrls: readonly string[]
): Promise<ProcessorReading | undefined> {
  const backends = (await Promise.all(databaseUrls.map(backendsOf))).flat();
  try {
    const processes = await processTree(serverPid);
    const serverUs = (await Promise.all(processes.map(usedUs))).reduce((sum, us) => sum + us, 0);
    const backendsUs = await Promise.all(
      backends.map(async (pid) => [pid, await usedUs(pid)] as const),
    );
    return { serverUs, backendsUs: new Map(backendsUs) };
  } catch {
    return undefined;
  }
}

function backendsOf(databaseUrl: string): Promise<number[]> {
  return onServer(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    return rows.map(({ pid }) => pid);
  });
}

/** A backend that came in between counts from its start; what one used that has gone is not known. */
export function usedBetween(before: ProcessorReading, after: ProcessorReading): ProcessorTime {
  const databaseUs = [...after.backendsUs]
    .map(([pid, us]) => us - (before.backendsUs.get(pid) ?? 0))
    .reduce((sum, us) => sum + us, 0);
  return { serverUs: after.serverUs - before.serverUs, databaseUs };
}

/** Fields 14 and 15 of /proc/pid/stat, counted after the name in parentheses, which may hold spaces. */
async function usedUs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1_000_000;
}
