import { LATENCY_BOUNDS_MS, LATENCY_COLUMNS } from '../../counters/attempts.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { selectTerminals, type TerminalRow } from '../deployment/queries.ts';
import type { TerminalCounts } from './answer.ts';
import { share } from './conversion.ts';
import type { CountedRange } from './range.ts';
import {
  selectLasts,
  selectTerminalTotals,
  type AttemptSums,
  type CountedAttempts,
} from './store.ts';
import type { Page } from '../lists.ts';

type Deps = Pick<ServiceContext, 'db' | 'terminals'>;

/** Lists terminals by name, with their circuits and the counters of a range. */
export async function listHealth({ db, terminals }: Deps, range: CountedRange, part: Page) {
  const rows = await selectTerminals(db, part);
  const counted = await selectTerminalTotals(db, range);
  const lasts = await selectLasts(
    db,
    rows.map(({ id }) => id),
  );
  const circuits = new Map(terminals.circuits().map((circuit) => [circuit.terminalId, circuit]));
  return rows.map((row) => {
    const circuit = circuits.get(row.id);
    const since = circuit?.openSinceMs;
    const last = lasts.get(row.id);
    return {
      ...named(row),
      circuit: circuit?.state ?? ('closed' as const),
      circuit_open_since: since === undefined ? null : new Date(since),
      ...countsIn(counted.find(({ terminal_id: id }) => id === row.id) ?? NO_ATTEMPTS),
      last_approved_at: last?.approved ?? null,
      last_failed_at: last?.failed ?? null,
    };
  });
}

function named({ id, name: terminal, adapter, merchant_name: merchant, up }: TerminalRow) {
  return { id, terminal, adapter, merchant, up };
}

const MEDIAN = 0.5;
const SLOWEST = 0.95;

export function shownCounts(row: CountedAttempts): TerminalCounts {
  const { terminal, direction } = row;
  return { terminal, direction, ...countsIn(row), answered: Number(row.answered) };
}

/** The sums of a terminal without attempts. */
const NO_ATTEMPTS: AttemptSums = {
  attempts: 0n,
  approved: 0n,
  declined: 0n,
  open: 0n,
  answered: 0n,
  latency_ms: 0n,
  to_50_ms: 0n,
  to_100_ms: 0n,
  to_200_ms: 0n,
  to_400_ms: 0n,
  to_800_ms: 0n,
  to_1600_ms: 0n,
  to_3200_ms: 0n,
  to_6400_ms: 0n,
  to_12800_ms: 0n,
};

function countsIn(row: AttemptSums) {
  const attempts = Number(row.attempts);
  const approved = Number(row.approved);
  const declined = Number(row.declined);
  const open = Number(row.open);
  const answered = Number(row.answered);
  const counts = LATENCY_COLUMNS.map((column) => Number(row[column]));
  return {
    attempts,
    approved,
    declined,
    open,
    failed: attempts - approved - declined - open,
    authorisation_rate: share(row.approved, row.approved + row.declined),
    latency_ms: answered === 0 ? null : Math.round(Number(row.latency_ms) / answered),
    latency_p50_ms: quantile(LATENCY_BOUNDS_MS, counts, answered, MEDIAN),
    latency_p95_ms: quantile(LATENCY_BOUNDS_MS, counts, answered, SLOWEST),
  };
}

/**
 * Returns the value that a part of all measured values does not exceed, from the number of values in each bucket.
 * Values within a bucket are assumed to be spread evenly.
 *
 * @param part from 0 to 1: 0.5 is the median
 * @returns null if nothing was measured; the last bound if the value is above all bounds
 */
export function quantile(
  bounds: readonly number[],
  counts: readonly number[],
  total: number,
  part: number,
): number | null {
  if (total === 0) return null;
  const wanted = part * total;
  let below = 0;
  let lower = 0;
  for (const [index, upper] of bounds.entries()) {
    const within = counts[index] ?? 0;
    if (below + within >= wanted && within > 0) {
      return Math.round(lower + ((upper - lower) * (wanted - below)) / within);
    }
    below += within;
    lower = upper;
  }
  return lower;
}

export function addedAttempts(one: AttemptSums, other: AttemptSums): AttemptSums {
  const sum = { ...NO_ATTEMPTS };
  for (const name of SUMS) sum[name] = one[name] + other[name];
  return sum;
}

const SUMS: readonly (keyof AttemptSums)[] = Object.keys(NO_ATTEMPTS).filter(isSum);

function isSum(name: string): name is keyof AttemptSums {
  return name in NO_ATTEMPTS;
}
