import { LATENCY_BOUNDS_MS, LATENCY_COLUMNS } from '../../counters/latencies.ts';
import type { TerminalCounts } from './answer.ts';
import { approvalRate } from './approval-rate.ts';
import { quantile } from './quantile.ts';
import type { CountedAttempts } from './queries.ts';

const MEDIAN = 0.5;
const SLOWEST = 0.95;

export function shownCounts(row: CountedAttempts): TerminalCounts {
  const attempts = Number(row.attempts);
  const [approved, declined, open] = [Number(row.approved), Number(row.declined), Number(row.open)];
  const answered = Number(row.answered);
  const counts = LATENCY_COLUMNS.map((column) => Number(row[column]));
  return {
    ...{ terminal: row.terminal, direction: row.direction },
    ...{ attempts, approved, declined, open, failed: attempts - approved - declined - open },
    approval_rate: approvalRate(approved, declined),
    answered,
    latency_ms: answered === 0 ? null : Math.round(Number(row.latency_ms) / answered),
    latency_p50_ms: quantile(LATENCY_BOUNDS_MS, counts, answered, MEDIAN),
    latency_p95_ms: quantile(LATENCY_BOUNDS_MS, counts, answered, SLOWEST),
  };
}
