import type { PlacedRoute, Step } from '#domain/routing/route-order.ts';

/** Groups routes by priority into steps, the first to be tried first. */
export function stepsOf<One extends PlacedRoute>(routes: readonly One[]): readonly Step<One>[] {
  const sorted = routes.toSorted((one, other) => one.priority - other.priority);
  return [...Map.groupBy(sorted, ({ priority }) => priority).values()];
}

/** Moves a route one step earlier or later. A route that shares its step gets a separate one. */
export function moveByOneStep<One extends PlacedRoute>(
  steps: readonly Step<One>[],
  terminal: string,
  direction: 'earlier' | 'later',
): readonly Step<One>[] {
  const from = steps.findIndex((step) => has(step, terminal));
  const shares = (steps[from]?.length ?? 0) > 1;
  if (direction === 'earlier') return moveToStep(steps, terminal, shares ? from : from - 1);
  return moveToStep(steps, terminal, shares ? from + 1 : from + 2);
}

/** Moves a route to a separate step, before the step now at index `before`. */
export function moveToStep<One extends PlacedRoute>(
  steps: readonly Step<One>[],
  terminal: string,
  before: number,
): readonly Step<One>[] {
  const own = steps.flat().filter((route) => route.terminal === terminal);
  const rest = steps.map((step) => step.filter((route) => route.terminal !== terminal));
  const at = Math.min(Math.max(before, 0), rest.length);
  return [...rest.slice(0, at), own, ...rest.slice(at)].filter((step) => step.length > 0);
}

function has(step: Step<PlacedRoute>, terminal: string): boolean {
  return step.some((route) => route.terminal === terminal);
}
