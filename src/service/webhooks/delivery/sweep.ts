import type { Sweep } from '../../platform/sweep-runner.ts';
import { anyDue } from './claim-queries.ts';
import type { Dispatcher } from './dispatcher.ts';

/**
 * Due events that this process was not woken for: retries, events of other processes, leases that ended.
 */
export function webhookSweep({ claim }: Pick<Dispatcher, 'claim'>): Sweep {
  return {
    name: 'deliver-webhooks',
    due: anyDue,
    run: claim,
  };
}
