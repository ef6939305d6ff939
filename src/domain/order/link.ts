/** once: at most one payin of the link may be paid or still be payable. */
export const LINK_USES = ['once', 'many'] as const;
export type LinkUse = (typeof LINK_USES)[number];

export const LINK_STATUSES = ['open', 'paid', 'expired', 'closed'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** What the status of a link follows from. */
export interface LinkState {
  use: LinkUse;
  /** Whether one of its payins succeeded. */
  isPaid: boolean;
  closedAt: Date | null;
  expiresAt: Date | null;
}

/** Returns the status of a link. A payment outweighs all else: a link to pay once stays paid. */
export function linkStatus({ use, isPaid, closedAt, expiresAt }: LinkState, now: Date): LinkStatus {
  if (use === 'once' && isPaid) return 'paid';
  if (closedAt !== null) return 'closed';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'open';
}

/** The most payins that one network may make by a link in an hour. */
export const MOST_LINK_PAYINS_PER_HOUR = 20;

/** The most payins in a row that a link makes without one of them being paid. */
export const MOST_UNPAID_LINK_PAYINS = 200;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const CHARACTERS = 12;
const BITS_EACH = 5n;

/**
 * Returns the reference of a link's payin: the prefix, a hyphen and 12 random characters.
 *
 * @param random a random UUID (version 4), of which 60 random bits are used
 */
export function linkReference(prefix: string, random: string): string {
  const digits = random.replaceAll('-', '');
  // The thirteenth and the seventeenth digit are not random.
  const bits = BigInt(`0x${digits.slice(0, 12)}${digits.slice(-3)}`);
  const characters = Array.from(
    { length: CHARACTERS },
    (_, index) => BASE32[Number((bits >> (BITS_EACH * BigInt(index))) & 31n)],
  );
  return `${prefix}-${characters.join('')}`;
}
