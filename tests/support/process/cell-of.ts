import type { ServiceContext } from '#service/platform/context.ts';
import type { RunningService } from './service.ts';

/** The cell that an id names, of however many there are. */
export function contextOf({ cells }: Pick<RunningService, 'cells'>, id: string): ServiceContext {
  const context = cells.of(id);
  if (context === undefined) throw new Error(`There is no cell that ${id} names`);
  return context;
}

export function databaseOf(running: Pick<RunningService, 'cells'>, id: string) {
  return contextOf(running, id).db;
}
