import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { sandboxIn } from '../../../tests/support/process/sandbox.ts';
import type { SandboxFile } from '../../../src/service/sandbox/keys-file.ts';
import { createService } from '../../../src/service/service.ts';
import { readConfig } from '../../../src/service/start.ts';
import { nodesOf } from '../../../tests/support/database/citus.ts';
import { createScratchDatabase } from '../../../tests/support/database/postgres.ts';
import { startReceiver } from '../../../tests/support/network/receiver.ts';
import { startedServer } from '../../../tests/support/process/program.ts';
import type { Load, RequestKind } from '../failover/load.ts';
import { longestWaitMs } from '../failover/recovery.ts';
import { commandRunner, byRequestKind, runUnderLoad, type Usage } from '../failover/under-load.ts';

export interface DrillOptions {
  coordinatorUrl: string;
  moves: number;
  /** No move starts after this time. */
  budgetMs: number;
  /** Whether the service reaches the cell through a worker node instead of the coordinator. */
  byWorker: boolean;
  seed: number;
  onMove: (move: Move) => void;
}

export interface Move {
  from: string;
  to: string;
  seconds: number;
  /** How the move ended, as the operator's command reports it. */
  ended: string;
  /** The longest wait for each kind of request during the move. */
  waitsMs: Record<RequestKind, number>;
}

export interface DrillReport extends Usage {
  moves: Move[];
  /** How often the service logged each warning or error. */
  logged: Record<string, number>;
  /** Why the moves ended early. */
  broken: string | undefined;
}

/** The shops' cell, and the number of cells. */
const CELL = 1;
const CELLS = 3;
/** The pause between two moves, so that some of the load meets none. */
const PAUSE_MS = 2_000;
const POLL_MS = 200;
/** A move that takes longer counts as stuck. Citus starts some seconds after the command. */
const MOVE_TIMEOUT_MS = 180_000;
/** Long enough for the next status inquiry about an attempt without an answer. */
const PATIENCE_MS = 90_000;

/** Runs a service on the cluster with shops that use it, while the operator's command moves their cell. */
export async function drillMoves(options: DrillOptions): Promise<DrillReport> {
  const scratch = await createScratchDatabase(options.coordinatorUrl);
  const dataDirectory = await mkdtemp(join(tmpdir(), 'tollgate-drill-'));
  const receiver = await startReceiver();
  try {
    const nodes = await nodesOf(scratch.url);
    const env = {
      DATA_DIR: dataDirectory,
      DATABASE_URL: scratch.url,
      CELLS: String(CELLS),
      ...(options.byWorker && { CELL_ADDRESSES: `${CELL}=${nodes.at(-1) ?? ''}` }),
    };
    const sandbox = await seeded(env);
    const server = await startedServer({ ...env, LOG_LEVEL: 'warn' }, { aboutDeadlines: true });
    try {
      const service = { server, sandbox, receiver, dataDirectory };
      const hosts = nodes.map((url) => new URL(url).host);
      const report = await runUnderLoad(
        service,
        { seed: options.seed, patienceMs: PATIENCE_MS },
        (load) => moveRepeatedly(options, { ask: commandRunner(service), load, nodes: hosts }),
      );
      return { ...report, logged: countLogged(server.output()) };
    } finally {
      await server.stop('SIGKILL');
    }
  } finally {
    await receiver.close();
    await rm(dataDirectory, { recursive: true, force: true });
    await scratch.drop();
  }
}

/**
 * Starts the service once to create the sandbox's merchants in `CELL`. Otherwise they would be in cell 0, which never
 * moves.
 */
async function seeded(env: Record<string, string>): Promise<SandboxFile> {
  const config = readConfig({ ...env, PUBLIC_URL: 'http://pay.test', LOG_LEVEL: 'silent' });
  if (config.mode !== 'service') throw new Error('Only a service has data');
  await (await createService(config, { sandboxCell: CELL })).close();
  const sandbox = await sandboxIn(config.dataDirectory);
  return sandbox;
}

type Ask = ReturnType<typeof commandRunner>;

function countLogged(output: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of output.split('\n').filter((each) => each.startsWith('{'))) {
    const { msg } = logLine.parse(JSON.parse(line));
    counts[msg] = (counts[msg] ?? 0) + 1;
  }
  return counts;
}

const logLine = z.object({ msg: z.string() });

/**
 * Moves the cell to one node after another, round and round. An error ends the moves and becomes part of the report.
 */
async function moveRepeatedly(
  { moves: wanted, budgetMs, onMove }: DrillOptions,
  { ask, load, nodes }: { ask: Ask; load: Load; nodes: readonly string[] },
): Promise<Pick<DrillReport, 'moves' | 'broken'>> {
  const moves: Move[] = [];
  const untilMs = performance.now() + budgetMs;
  try {
    while (moves.length < wanted && performance.now() < untilMs) {
      await sleep(PAUSE_MS);
      const from = (await cellStatus(ask)).node ?? '';
      const to = nodes[(nodes.indexOf(from) + 1) % nodes.length] ?? '';
      const move = await moveOnce({ from, to }, { ask, load });
      moves.push(move);
      onMove(move);
    }
    await sleep(PAUSE_MS);
    return { moves, broken: undefined };
  } catch (error) {
    return { moves, broken: error instanceof Error ? error.message : String(error) };
  }
}

async function moveOnce(
  { from, to }: Pick<Move, 'from' | 'to'>,
  { ask, load }: { ask: Ask; load: Load },
): Promise<Move> {
  const startedMs = performance.now();
  await ask('cells move', { cell: CELL, node: to, reason: 'drill' });
  let last = await cellStatus(ask);
  while (!ENDED.has(last.move ?? '')) {
    if (performance.now() - startedMs > MOVE_TIMEOUT_MS) {
      throw new Error(`A move to ${to} does not end: ${JSON.stringify(last)}`);
    }
    await sleep(POLL_MS);
    last = await cellStatus(ask);
  }
  const endedMs = performance.now();
  const isThere = last.node === to;
  return {
    from,
    to,
    seconds: (endedMs - startedMs) / 1_000,
    ended: isThere ? (last.move ?? '') : `${last.move ?? ''}: ${last.move_error ?? ''}`,
    waitsMs: byRequestKind((kind) => longestWaitMs(load.answered[kind], { startedMs, endedMs })),
  };
}

const ENDED = new Set(['finished', 'failed', 'cancelled']);

const text = z.string().nullable();
const cells = z.object({
  items: z.array(z.object({ cell: z.int(), node: text, move: text, move_error: text })),
});

async function cellStatus(ask: Ask) {
  const { items } = cells.parse(await ask('cells list'));
  const item = items.find(({ cell }) => cell === CELL);
  if (item === undefined) throw new Error('The cell is not listed');
  return item;
}
