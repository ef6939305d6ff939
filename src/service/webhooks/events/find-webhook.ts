import type { WebhookHistory } from '#contract/schemas/tools.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import { selectWhole } from './event-log.ts';
import { showAttempt, showWebhook } from './list-events.ts';

/** A merchant's own webhook, with each attempt to deliver it; undefined where the merchant has no such. */
export async function findWebhook(
  db: Kysely<Tables>,
  merchantId: string,
  eventId: string,
): Promise<WebhookHistory | undefined> {
  const event = await selectWhole(db)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', eventId)
    .executeTakeFirst();
  if (event === undefined) return undefined;
  const attempts = event.attempts.map(({ at, ...attempt }) => ({
    ...attempt,
    started_at: new Date(at),
  }));
  return {
    ...showWebhook(event, attempts.at(-1)),
    attempts_made: event.attempts_made,
    attempt_log: attempts.map(showAttempt),
  };
}
