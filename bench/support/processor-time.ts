import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, processTree } from './process-tree.ts';
import { onServer } from '../../tests/support/database/postgres-connection.ts';

/** The unit in which Linux counts processor time: a hundredth of a second on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;
/** How often to sample. What a process uses between the last sample and its end is lost. */
const SAMPLE_INTERVAL_MS = 200;

/** The processor time used during some work, in microseconds. */
export interface ProcessorTime {
  /** By the server's process and its workers. */
  serverUs: number;
  /** By all PostgreSQL processes of the database, including those that ended meanwhile. */
  databaseUs: number;
}

/** A database on a PostgreSQL server on this machine. */
interface Database {
  name: string;
  /** The parent of all the server's processes. */
  postmaster: number;
}

/**
 * Measures the processor time of some work. On a busy machine it says more than requests per second.
 *
 * @param work may sample by itself, just before a process ends whose whole time must count
 * @returns the work's result, and the time used: undefined if there is no /proc, or if PostgreSQL runs elsewhere
 */
export async function measureProcessors<Result>(
  serverPid: number,
  databaseUrls: readonly string[],
  work: (sample: () => Promise<void>) => Promise<Result>,
): Promise<{ result: Result; used: ProcessorTime | undefined }> {
  const found = await Promise.all(databaseUrls.map(findDatabase));
  const here = found.filter((database) => database !== undefined);
  const server = new UsedTime();
  const databases = new UsedTime();
  const sample = async () => {
    await server.sample(await processTree(serverPid));
    await databases.sample((await Promise.all(here.map(backendsOf))).flat());
  };
  if (here.length < found.length) return { result: await work(sample), used: undefined };
  const result = await sampleDuring(sample, () => work(sample));
  return {
    result,
    used: { serverUs: server.sinceFirstUs(), databaseUs: databases.sinceFirstUs() },
  };
}

/** Samples before the work, at intervals during it, and after it. */
async function sampleDuring<Result>(
  sample: () => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  await sample();
  const done = new AbortController();
  const sampleRepeatedly = async () => {
    while (!done.signal.aborted) {
      await sleep(SAMPLE_INTERVAL_MS);
      await sample();
    }
  };
  const sampling = sampleRepeatedly();
  try {
    return await work();
  } finally {
    done.abort();
    await sampling;
  }
}

/** The time that processes have used since the first sample; for later processes, since their start. */
class UsedTime {
  readonly #firstUs = new Map<number, number>();
  readonly #lastUs = new Map<number, number>();
  #isBegun = false;

  async sample(pids: readonly number[]): Promise<void> {
    const readings = await Promise.all(pids.map(async (pid) => [pid, await usedUs(pid)] as const));
    for (const [pid, us] of readings) {
      if (us === undefined) continue;
      this.#lastUs.set(pid, us);
      if (!this.#isBegun) this.#firstUs.set(pid, us);
    }
    this.#isBegun = true;
  }

  sinceFirstUs(): number {
    return [...this.#lastUs]
      .map(([pid, us]) => us - (this.#firstUs.get(pid) ?? 0))
      .reduce((sum, us) => sum + us, 0);
  }
}

/** Finds the database's processes; undefined if they are not on this machine, or do not show what they are. */
async function findDatabase(url: string): Promise<Database | undefined> {
  return onServer(url, async (client) => {
    const { rows } = await client.query<{ pid: number; name: string }>(
      'select pg_backend_pid() as pid, current_database() as name',
    );
    const { pid = 0, name = '' } = rows[0] ?? {};
    const [, parent] = (await statOf(pid)) ?? [];
    return parent !== undefined && (await belongsTo(pid, name))
      ? { name, postmaster: Number(parent) }
      : undefined;
  });
}

/** Returns the database's processes, without a query: the server's commits are measured too. */
async function backendsOf({ name, postmaster }: Database): Promise<number[]> {
  const pids = await childrenOf(postmaster);
  const belongs = await Promise.all(pids.map((pid) => belongsTo(pid, name)));
  return pids.filter((_, index) => belongs[index]);
}

/** Returns whether a process works for the database: a PostgreSQL process has the database's name in its title. */
async function belongsTo(pid: number, database: string): Promise<boolean> {
  const title = await readProcess(pid, 'cmdline');
  return title?.replaceAll('\0', ' ').split(' ').includes(database) ?? false;
}

async function usedUs(pid: number): Promise<number | undefined> {
  const fields = await statOf(pid);
  return fields && ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1_000_000;
}

/**
 * Returns the fields of /proc/PID/stat after the name, which is in parentheses and may contain spaces. Element 0 is
 * the third field.
 */
async function statOf(pid: number): Promise<string[] | undefined> {
  const stat = await readProcess(pid, 'stat');
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Reads a file of a process; undefined if there is no such process. */
async function readProcess(pid: number, file: 'cmdline' | 'stat'): Promise<string | undefined> {
  try {
    return await readFile(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
