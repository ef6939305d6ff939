import type { ServiceContext } from '../platform/context.ts';
import type { Writability } from '../platform/database/writability.ts';
import { raiseOnce } from '../orders/exception-queue.ts';

type Deps = Pick<ServiceContext, 'db' | 'newId' | 'now' | 'log' | 'background' | 'refusedSince'>;

/**
 * Puts in the exception queue that the database refused writes: at once if there is room for the entry, otherwise as soon
 * as there is.
 */
export function recordRefusedWrites(deps: Deps, writability: Writability): void {
  let recordedMs: number | undefined;

  async function record(since: Date): Promise<void> {
    const detail = `The database had no room for what orders write, first at ${since.toISOString()}. Orders were refused.`;
    try {
      await raiseOnce(deps, 'database_cannot_write', detail);
      recordedMs = since.getTime();
    } catch (error) {
      deps.log.warn({ err: error }, 'The exception queue takes no entry while there is no room');
    }
  }

  writability.onChange(() => {
    const since = deps.refusedSince();
    if (since === undefined || since.getTime() === recordedMs) return;
    deps.background.run(record(since));
  });
}
