import { sql } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import { isTimeFor } from '../platform/database/timed-work.ts';
import type { Sweep } from '../platform/sweep-runner.ts';
import { countHours } from './count-hours.ts';
import type { Pauses } from './pauses.ts';
import { anyStale } from './stale-hours.ts';

export function counterSweep(context: ServiceContext, pauses: Pauses): Sweep {
  return {
    name: 'count-hours',
    due: (now) => sql`((${anyStale()} and ${isTimeFor('count-hours', now)})
      or ${isTimeFor('compare-counters', now)})`,
    run: () => countHours(context, pauses),
  };
}
