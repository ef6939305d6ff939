import { sql } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import { isTimedWorkDue, claimTimedWork } from '../platform/database/due-work.ts';
import type { Db } from '../platform/database/schema.ts';
import type { Sweep } from '../platform/sweep-runner.ts';

export interface FailingReceiver {
  merchant: string;
  host: string;
  /** Webhooks that failed and will be retried. */
  events: number;
  /** When the oldest of them was created. */
  since: Date;
}

const MINUTE_MS = 60_000;
/** A receiver that restarts is back by then, and an event has been tried five times. */
const FAILS_AFTER_MS = 10 * MINUTE_MS;
/** The most pending events read, earliest due first. A receiver that fails has some among them. */
const MOST_READ = 10_000;
/** The most receivers returned, longest failing first. */
const MOST_FAILING = 100;

/** The latest webhooks of a merchant among which those to the receiver are looked for. */
const LATEST_READ = 1_000;
/** The latest webhooks to a receiver by which it is judged. */
const LATEST_JUDGED = 20;

/**
 * Returns receivers, each a merchant's host, with a failing webhook older than ten minutes that accepted less than half
 * of the latest webhooks created since, for all merchants or for one. What the host accepts for other merchants says
 * nothing: it may tell them apart.
 */
export async function selectFailingReceivers(
  db: Db,
  now: Date,
  merchantId?: string,
): Promise<FailingReceiver[]> {
  const ofMerchant =
    merchantId === undefined ? sql`` : sql`where merchant_id = ${merchantId}::uuid`;
  const { rows } = await sql<FailingReceiver>`
    with pending as materialized (
      select merchant_id, destination_host as host, created_at, tries from webhook_events
      where next_attempt_at is not null order by next_attempt_at limit ${MOST_READ}
    ), failing as (
      select merchant_id, host, count(*)::integer as events, min(created_at) as since
      from (select * from pending ${ofMerchant}) own where tries > 0 group by merchant_id, host
    )
    select merchants.name as merchant, host, events, since
    from failing join merchants on merchants.id = failing.merchant_id
    where since < ${new Date(now.getTime() - FAILS_AFTER_MS)} and (
      select 2 * count(*) filter (where state = 'delivered') < count(*) from (
        select state from (
          select destination_host, state, tries from webhook_events
          where merchant_id = failing.merchant_id and created_at >= since
          order by created_at desc limit ${LATEST_READ}
        ) latest where destination_host = host and (tries > 0 or state = 'delivered')
        limit ${LATEST_JUDGED}
      ) judged having count(*) > 0
    ) is not false
    order by since limit ${MOST_FAILING}`.execute(db);
  return rows;
}

const CHECKED_EVERY_MINUTES = 10;
const LOGGED_EVERY_MINUTES = 60;

/** Logs, in one process, each receiver that has failed for ten minutes, and again each hour. */
export function failingReceiversSweep({ db, now, log }: ServiceContext): Sweep {
  return {
    name: 'log-failing-receivers',
    due: (at) => isTimedWorkDue('log-failing-receivers', at),
    async run() {
      const at = now();
      const until = new Date(at.getTime() + CHECKED_EVERY_MINUTES * MINUTE_MS);
      if (!(await claimTimedWork(db, 'log-failing-receivers', { now: at, until }))) return;
      for (const receiver of await selectFailingReceivers(db, at)) {
        const { merchant, host, events, since } = receiver;
        const minutes = Math.floor((at.getTime() - since.getTime()) / MINUTE_MS);
        // Logs at one check in six, which is once an hour, so that nothing needs to be stored.
        const isTime =
          (minutes - CHECKED_EVERY_MINUTES) % LOGGED_EVERY_MINUTES < CHECKED_EVERY_MINUTES;
        if (isTime)
          log.warn(
            { merchant, host, events, since, minutes },
            'A receiver does not accept webhooks',
          );
      }
    },
  };
}
