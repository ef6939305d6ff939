import type { ItemOf } from '#console/api/client.ts';

/** What a program that operates the service is known by. */
export type Token = ItemOf<'tokens list'>;

/** How one stands. @param nowMs the moment that it is asked at */
export function stateOf({ expires_at, revoked_at }: Token, nowMs: number) {
  if (revoked_at !== null) return { tone: 'quiet', text: 'Revoked' } as const;
  return Date.parse(expires_at) > nowMs
    ? ({ tone: 'good', text: 'In force' } as const)
    : ({ tone: 'quiet', text: 'Expired' } as const);
}
