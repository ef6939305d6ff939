import type { ItemOf } from '#console/api/client.ts';

/** An API key, without its secret. */
export type ApiKey = ItemOf<'keys list'>;

export type KeyState = 'works' | 'ending' | 'ended' | 'revoked';

/** Whether requests can be signed with a key. */
export function keyState(
  { expires_at: ends, revoked_at: revoked }: ApiKey,
  nowMs: number,
): KeyState {
  if (revoked !== null) return 'revoked';
  if (ends === null) return 'works';
  return new Date(ends).getTime() > nowMs ? 'ending' : 'ended';
}
