/** A deployment that runs elsewhere is sent every value of every table: nothing else checks its schemas. */
export const IS_ALL_SENT = process.env['CONFORMANCE_URL'] !== undefined;

/** The first case of each kind; all where all is sent. */
export function oneOfEach<Case>(cases: readonly Case[], kindOf: (each: Case) => string): Case[] {
  if (IS_ALL_SENT) return [...cases];
  const firsts = cases.toReversed().map((each): [string, Case] => [kindOf(each), each]);
  return [...new Map(firsts).values()].toReversed();
}
