import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, processTree } from './process-tree.ts';
import { onServer } from '../../tests/support/database/postgres-connection.ts';

/** What Linux counts processor time in; every architecture Node runs on has a hundred a second. */
const TICKS_PER_SECOND = 100;
/** What a process uses between the last look at it and its end is not known. */
const LOOK_MS = 200;

/** Microseconds that were used while something was done. */
export interface ProcessorTime {
  /** By the server's process and its workers. */
  serverUs: number;
  /** By all of PostgreSQL's processes that work for the database, those that ended meanwhile as well. */
  databaseUs: number;
}

/** Of a server of PostgreSQL on this machine. */
interface Database {
  name: string;
  /** The parent of every process that works for it. */
  postmaster: number;
}

/**
 * Processor time says more than requests a second where the machine has other things to do.
 *
 * @param work may look by itself, before something ends that is to be counted to its end
 * @returns what the work returned, and what was used meanwhile: undefined where there is no /proc, or PostgreSQL runs
 *   elsewhere
 */
export async function measureProcessors<Result>(
  serverPid: number,
  databaseUrls: readonly string[],
  work: (look: () => Promise<void>) => Promise<Result>,
): Promise<{ result: Result; used: ProcessorTime | undefined }> {
  const found = await Promise.all(databaseUrls.map(findDatabase));
  const here = found.filter((database) => database !== undefined);
  const server = new UsedTime();
  const databases = new UsedTime();
  const look = async () => {
    await server.look(await processTree(serverPid));
    await databases.look((await Promise.all(here.map(backendsOf))).flat());
  };
  if (here.length < found.length) return { result: await work(look), used: undefined };
  const result = await lookingMeanwhile(look, () => work(look));
  return {
    result,
    used: { serverUs: server.sinceFirstUs(), databaseUs: databases.sinceFirstUs() },
  };
}

/** Looks before, every now and then, and after. */
async function lookingMeanwhile<Result>(
  look: () => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  await look();
  const done = new AbortController();
  const lookOn = async () => {
    while (!done.signal.aborted) {
      await sleep(LOOK_MS);
      await look();
    }
  };
  const looking = lookOn();
  try {
    return await work();
  } finally {
    done.abort();
    await looking;
  }
}

/** What each of some processes has used since the first look: from its start, if it came later. */
class UsedTime {
  readonly #firstUs = new Map<number, number>();
  readonly #lastUs = new Map<number, number>();
  #isBegun = false;

  async look(pids: readonly number[]): Promise<void> {
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

/** Undefined where its processes are not on this machine, or do not say what they are. */
async function findDatabase(url: string): Promise<Database | undefined> {
  return onServer(url, async (client) => {
    const { rows } = await client.query<{ pid: number; name: string }>(
      'select pg_backend_pid() as pid, current_database() as name',
    );
    const { pid = 0, name = '' } = rows[0] ?? {};
    const [, parent] = (await statOf(pid)) ?? [];
    return parent !== undefined && (await worksFor(pid, name))
      ? { name, postmaster: Number(parent) }
      : undefined;
  });
}

/** Nothing is asked of the server, whose commits are counted too. */
async function backendsOf({ name, postmaster }: Database): Promise<number[]> {
  const pids = await childrenOf(postmaster);
  const areIts = await Promise.all(pids.map((pid) => worksFor(pid, name)));
  return pids.filter((_, index) => areIts[index]);
}

/** A process of PostgreSQL has the name of its database among the words of its title. */
async function worksFor(pid: number, database: string): Promise<boolean> {
  const title = await readProcess(pid, 'cmdline');
  return title?.replaceAll('\0', ' ').split(' ').includes(database) ?? false;
}

async function usedUs(pid: number): Promise<number | undefined> {
  const fields = await statOf(pid);
  return fields && ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1_000_000;
}

/** The fields after the name, which is in parentheses and may hold spaces: the third is the first here. */
async function statOf(pid: number): Promise<string[] | undefined> {
  const stat = await readProcess(pid, 'stat');
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Undefined where there is no such process. */
async function readProcess(pid: number, file: 'cmdline' | 'stat'): Promise<string | undefined> {
  try {
    return await readFile(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
