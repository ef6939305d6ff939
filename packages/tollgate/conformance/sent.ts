/** Whether every value of every table is sent: for a deployment elsewhere nothing else tests its schemas. */
export const IS_ALL_SENT = process.env['CONFORMANCE_URL'] !== undefined;

/** Returns the first case of each kind, or all cases if all are sent. */
export function oneOfEach<Case>(cases: readonly Case[], kindOf: (each: Case) => string): Case[] {
  if (IS_ALL_SENT) return [...cases];
  const firsts = cases.toReversed().map((each): [string, Case] => [kindOf(each), each]);
  return [...new Map(firsts).values()].toReversed();
}
