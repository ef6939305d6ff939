import * as v from 'valibot';

const text = v.nullable(v.string());

/** What `webhooks show` answers of a merchant. */
export const webhookSettings = v.object({
  payin_url: text,
  payout_url: text,
  payload: v.string(),
  old_secret_until: text,
  signature_switches_at: text,
});

export const rotatedSecret = v.object({
  webhook_secret: v.string(),
  old_secret_until: text,
});
