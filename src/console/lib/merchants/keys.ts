import * as v from 'valibot';

const moment = v.nullable(v.string());

/** An API key as a list answers it, without its secret. */
export const apiKey = v.object({
  id: v.string(),
  created_at: v.string(),
  last_used_at: moment,
  expires_at: moment,
  revoked_at: moment,
});
export type ApiKey = v.InferOutput<typeof apiKey>;

export const issuedKey = v.object({ api_key_id: v.string(), api_secret: v.string() });

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
