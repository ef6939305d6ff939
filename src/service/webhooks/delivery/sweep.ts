import { sql } from 'kysely';
import type { Sweep } from '../../platform/sweep-runner.ts';
import type { Dispatcher } from './dispatcher.ts';

/**
 * Due events that this process was not woken for: retries, events of other processes, leases that ended.
 */
export function webhookSweep({ claim }: Pick<Dispatcher, 'claim'>): Sweep {
  return {
    name: 'deliver-webhooks',
    due: (now) => sql`exists (select from webhook_events where next_attempt_at <= ${now})`,
    run: claim,
  };
}
