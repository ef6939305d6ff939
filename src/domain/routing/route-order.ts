/** Routes of one priority, which share payments by weight. */
export type Step<Placed> = readonly Placed[];

export interface PlacedRoute {
  terminal: string;
  priority: number;
}

export interface NewPriority {
  terminal: string;
  before: number;
  priority: number;
}

const APART = 10;

/**
 * Returns the priority changes that put routes into these steps. Reuses the current priorities if there is one for
 * each step, else numbers the steps anew.
 */
export function newPriorities(steps: readonly Step<PlacedRoute>[]): readonly NewPriority[] {
  const known = [...new Set(steps.flat().map(({ priority }) => priority))].sort((a, b) => a - b);
  const after = (step: number) =>
    (known.length === steps.length ? known[step] : undefined) ?? (step + 1) * APART;
  return steps.flatMap((step, index) =>
    step
      .filter(({ priority }) => priority !== after(index))
      .map(({ terminal, priority: before }) => ({ terminal, before, priority: after(index) })),
  );
}
