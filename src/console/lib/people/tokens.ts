import * as v from 'valibot';

/** What a program that operates the service is known by. */
export const token = v.object({
  name: v.string(),
  role: v.string(),
  created_at: v.string(),
  expires_at: v.string(),
  revoked_at: v.nullable(v.string()),
});
export type Token = v.InferOutput<typeof token>;

const issued = v.object({ token: v.string() });

export function tokenIn(answer: unknown): string {
  return v.parse(issued, answer).token;
}

/** How one stands. @param nowMs the moment that it is asked at */
export function stateOf({ expires_at, revoked_at }: Token, nowMs: number) {
  if (revoked_at !== null) return { tone: 'quiet', text: 'Revoked' } as const;
  return Date.parse(expires_at) > nowMs
    ? ({ tone: 'good', text: 'In force' } as const)
    : ({ tone: 'quiet', text: 'Expired' } as const);
}
