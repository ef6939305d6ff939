/** What is due within one is due together: many orders of one hour are no more steps than its minutes. */
const STEP_MS = 60_000;

export function stepEnd(due: Date): Date {
  return new Date(Math.ceil(due.getTime() / STEP_MS) * STEP_MS);
}

/** To the end of the step that something is next due in; `from` where that is past. */
export function stepFrom(next: readonly { due: Date }[], from: Date, to: Date): Date {
  const ends = next.map(({ due }) => stepEnd(due).getTime());
  return new Date(Math.max(from.getTime(), Math.min(to.getTime(), ...ends)));
}
