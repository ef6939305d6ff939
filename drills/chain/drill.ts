import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '../faults/random.ts';
import { compareWhenSettled, waitUntilPaidByEach, type Comparison } from './compare.ts';
import {
  openDownstreamAccount,
  openUpstreamAccount,
  startService,
  type ChainedService,
} from './services.ts';
import { startLoad, type Load } from './load.ts';

export interface ChainDrillOptions {
  /** The databases of the downstream and of its upstream. */
  databaseUrls: { downstream: string; upstream: string };
  kills: number;
  /** No kill happens after this time. */
  budgetMs: number;
  /** How long open attempts may take to end after the last kill. */
  patienceMs: number;
  seed: number;
  onKill?: (kill: string) => void;
}

export interface ChainDrillReport extends Comparison {
  kills: Record<Victim, number>;
  load: Load['figures'];
  /** The result of each ledger's check. */
  ledgers: { downstream: unknown; upstream: unknown };
}

const VICTIMS = ['downstream', 'upstream', 'both'] as const;
type Victim = (typeof VICTIMS)[number];

const CALM_MS = 1_500;
const DOWN_MS = 700;

/**
 * Runs two services in a chain under load, and kills either or both with SIGKILL at random moments. Then compares
 * every attempt of the downstream with the upstream's order for it.
 */
export async function drillChain(options: ChainDrillOptions): Promise<ChainDrillReport> {
  const upstream = await startService(options.databaseUrls.upstream);
  const downstream = await startService(options.databaseUrls.downstream);
  try {
    return await drill(options, { downstream, upstream });
  } finally {
    await downstream.close();
    await upstream.close();
  }
}

async function drill(
  options: ChainDrillOptions,
  pair: Record<'downstream' | 'upstream', ChainedService>,
): Promise<ChainDrillReport> {
  const { downstream, upstream } = pair;
  const random = createRandom(options.seed);
  const upstreamAccount = await openUpstreamAccount(upstream);
  const account = await openDownstreamAccount(downstream, upstream, upstreamAccount);
  const load = startLoad({ downstream, upstream, account, upstreamAccount, random });
  const kills = { downstream: 0, upstream: 0, both: 0 };
  const untilMs = performance.now() + options.budgetMs;
  for (let made = 0; made < options.kills && performance.now() < untilMs; made += 1) {
    await sleep(random.between(0, CALM_MS));
    const victim = random.among(VICTIMS);
    await kill(victim === 'both' ? [downstream, upstream] : [pair[victim]], random);
    kills[victim] += 1;
    options.onKill?.(victim);
  }
  // While the circuit was open, orders were refused: after few kills some sources may not have been paid yet.
  await waitUntilPaidByEach(options.databaseUrls, options.patienceMs);
  await load.stop();
  const comparison = await compareWhenSettled(options.databaseUrls, options.patienceMs);
  const ledgers = {
    downstream: await downstream.operate('ledger check'),
    upstream: await upstream.operate('ledger check'),
  };
  return { ...comparison, kills, load: load.figures, ledgers };
}

async function kill(victims: readonly ChainedService[], random: Random): Promise<void> {
  await Promise.all(victims.map((victim) => victim.kill()));
  await sleep(random.between(0, DOWN_MS));
  await Promise.all(victims.map((victim) => victim.start()));
}
