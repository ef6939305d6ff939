import { formatMinor } from '#domain/money.ts';

/** Minor units as the JSON number of an answer. Up to 15 digits a double holds them, and prints them back as they were. */
export function majorNumber(minor: bigint): number {
  return Number(formatMinor(minor));
}

/** An instant as answers give it: whole seconds. */
export function unixSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1_000);
}
