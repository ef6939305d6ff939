const TEN_THOUSAND = 10_000;

/** Whoever never paid is no decline: orders that were closed count for nothing here. */
export function approvalRate(approved: number, declined: number): number | null {
  const ended = approved + declined;
  return ended === 0 ? null : Math.round((approved / ended) * TEN_THOUSAND) / TEN_THOUSAND;
}
