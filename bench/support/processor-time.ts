import { readFile } from 'node:fs/promises';
import { onServer } from '../../tests/support/postgres-connection.ts';

/** What Linux counts processor time in; every architecture Node runs on has a hundred a second. */
const TICKS_PER_SECOND = 100;

export interface ProcessorTime {
  /** Microseconds used so far by the server's process. */
  serverUs: number;
  /** And by all of PostgreSQL's processes that work for the database. */
  databaseUs: number;
}

/**
 * Processor time says more than requests a second where the machine has other things to do.
 * Undefined where there is no /proc, or PostgreSQL runs elsewhere.
 */
export async function processorTime(
  serverPid: number,
  databaseUrl: string,
): Promise<ProcessorTime | undefined> {
  const backends = await onServer(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    return rows.map(({ pid }) => pid);
  });
  try {
    const [serverUs = 0, ...backendsUs] = await Promise.all([serverPid, ...backends].map(usedUs));
    return { serverUs, databaseUs: backendsUs.reduce((sum, us) => sum + us, 0) };
  } catch {
    return undefined;
  }
}

/** Fields 14 and 15 of /proc/pid/stat, counted after the name in parentheses, which may hold spaces. */
async function usedUs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1_000_000;
}
