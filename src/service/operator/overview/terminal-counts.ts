import { LATENCY_BOUNDS_MS, LATENCY_COLUMNS } from '../../counters/latencies.ts';
import type { TerminalCounts } from './answer.ts';
import { approvalRate } from './approval-rate.ts';
import { quantile } from './quantile.ts';
import type { AttemptSums, CountedAttempts } from './queries.ts';

const MEDIAN = 0.5;
const SLOWEST = 0.95;

export function shownCounts(row: CountedAttempts): TerminalCounts {
  const { terminal, direction } = row;
  return { terminal, direction, ...countsIn(row), answered: Number(row.answered) };
}

/** Of a terminal that was not used. */
export const NO_ATTEMPTS: AttemptSums = {
  ...{ attempts: 0n, approved: 0n, declined: 0n, open: 0n, answered: 0n, latency_ms: 0n },
  ...{ to_50_ms: 0n, to_100_ms: 0n, to_200_ms: 0n, to_400_ms: 0n, to_800_ms: 0n },
  ...{ to_1600_ms: 0n, to_3200_ms: 0n, to_6400_ms: 0n, to_12800_ms: 0n },
};

export function countsIn(row: AttemptSums) {
  const attempts = Number(row.attempts);
  const approved = Number(row.approved);
  const declined = Number(row.declined);
  const open = Number(row.open);
  const answered = Number(row.answered);
  const counts = LATENCY_COLUMNS.map((column) => Number(row[column]));
  return {
    ...{ attempts, approved, declined, open, failed: attempts - approved - declined - open },
    approval_rate: approvalRate(approved, declined),
    latency_ms: answered === 0 ? null : Math.round(Number(row.latency_ms) / answered),
    latency_p50_ms: quantile(LATENCY_BOUNDS_MS, counts, answered, MEDIAN),
    latency_p95_ms: quantile(LATENCY_BOUNDS_MS, counts, answered, SLOWEST),
  };
}
