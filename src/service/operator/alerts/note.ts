import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { ServiceContext } from '../../platform/context.ts';
import { isTimedWorkDue, claimTimedWork } from '../../platform/database/due-work.ts';
import type { Db } from '../../platform/database/schema.ts';
import type {
  Alert,
  AlertChannelTable,
  AlertMessage,
} from '../../platform/database/tables/alerts.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Sweep } from '../../platform/sweep-runner.ts';
import { counted } from '#domain/counted.ts';
import { CONDITIONS, ENTRIES } from '../attention-kinds.ts';
import type { UnrecordedSender } from './send.ts';
import { channelSubject, listConditions, refusedWrites, type Condition } from '../conditions.ts';

type Channel = Selectable<AlertChannelTable>;

const EVERY_MS = 60_000;
/**
 * A problem has ended once it was not found for this long: circuits differ between instances, and databases restart.
 */
const ENDED_AFTER_MS = 180_000;
const MOST_IN_A_MESSAGE = 50;

/**
 * Looks for problems every minute, and queues messages to all channels about those that began or ended.
 *
 * @param unrecorded sends an alert without the queue, which a database without room does not take. Each process does
 *   this once
 */
export function alertSweep(
  context: ServiceContext,
  unrecorded: Pick<UnrecordedSender, 'send'>,
): Sweep {
  let sentAboutMs: number | undefined;
  return {
    name: 'note-alerts',
    due: (now) => isTimedWorkDue('note-alerts', now),
    async run() {
      const now = context.now();
      const until = new Date(now.getTime() + EVERY_MS);
      try {
        if (await claimTimedWork(context.db, 'note-alerts', { now, until })) {
          await noteAlerts(context, now);
        }
      } catch (error) {
        const refused = refusedWrites(context);
        if (refused === undefined) throw error;
        if (sentAboutMs === refused.since.getTime()) return;
        sentAboutMs = refused.since.getTime();
        await unrecorded.send({ began: [toAlert(refused)], ended: [] });
      }
    },
  };
}

const OUTAGE_AFTER_MS = 60_000;

/** Reports an outage of the database: what happens is not written anywhere else meanwhile. */
export interface OutageAlert {
  /** Records that the database could not be used. */
  failed(): void;
  /** Records that the database answered. */
  answered(): void;
}

/** Creates the report of outages of a minute or longer. Each process sends a message when one begins and when it ends. */
export function createOutageAlert(
  { background, now }: Pick<ServiceContext, 'background' | 'now'>,
  unrecorded: UnrecordedSender,
): OutageAlert {
  let since: Date | undefined;
  let alert: Alert | undefined;
  return {
    failed() {
      since ??= now();
      if (alert !== undefined || now().getTime() - since.getTime() < OUTAGE_AFTER_MS) return;
      const kind = 'database_unavailable';
      const title = 'The database does not answer: no payments are processed';
      const { severity, hint: detail, path } = CONDITIONS[kind];
      alert = {
        kind,
        severity,
        subject: 'database',
        title,
        detail,
        since: since.toISOString(),
        path,
      };
      background.run(unrecorded.send({ began: [alert], ended: [] }));
    },
    answered() {
      const ended = alert;
      since = undefined;
      alert = undefined;
      background.run(
        ended === undefined
          ? unrecorded.readChannels()
          : unrecorded.send({ began: [], ended: [ended] }),
      );
    },
  };
}

/**
 * Queues messages without sending them. A silenced channel gets the problems that are still open when its silence ends.
 */
export async function noteAlerts(context: ServiceContext, now: Date): Promise<void> {
  const { db, newId } = context;
  const channels = await db.selectFrom('alert_channels').selectAll().execute();
  const heard = channels.filter(({ silent_until: until }) => until === null || until <= now);
  const found = new Map<string | null, Alert[]>();
  for (const channel of heard) {
    const { merchant_id: merchantId } = channel;
    const alerts = found.get(merchantId) ?? (await findAlerts(context, merchantId));
    found.set(merchantId, alerts);
    await inTransaction(db, (trx) =>
      noteFor(trx, { channel, alerts: alerts.filter(isNotOf(channel)), id: newId(), now }),
    );
  }
}

/** A channel gets no alert about its own failed deliveries. */
function isNotOf(channel: Channel) {
  const own = channelSubject(channel);
  return ({ kind, subject }: Alert) => kind !== 'alert_not_sent' || subject !== own;
}

/**
 * Returns one alert for each kind and subject, the newest if several problems share them: first entries of the exception
 * queue, then current problems, the most urgent first.
 */
async function findAlerts(context: ServiceContext, merchantId: string | null): Promise<Alert[]> {
  const scope = merchantId === null ? undefined : { merchantId };
  const alerts = [
    ...(scope === undefined ? await openEntries(context.db) : []),
    ...byMerchant(await listConditions(context, scope)).map(toAlert),
  ];
  return [...new Map(alerts.map((alert) => [keyOf(alert), alert])).values()];
}

function toAlert({ kind, severity, subject, title, detail, since, path }: Condition): Alert {
  return { kind, severity, subject, title, detail, since: since.toISOString(), path };
}

/**
 * Joins the receivers of each merchant to one condition that names all of them, so that many receivers of one merchant
 * take the place of one alert. Those of a kind are given oldest first.
 */
function byMerchant(conditions: readonly Condition[]): Condition[] {
  const groups = Map.groupBy(conditions, ({ kind, subject, merchant }) =>
    merchant === undefined ? keyOf({ kind, subject }) : keyOf({ kind, subject: merchant }),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first?.merchant === undefined) return group;
    const detail = group.map((each) => each.detail).join(' ');
    return [{ ...first, subject: first.merchant, detail }];
  });
}

/**
 * Counts open entries of the exception queue by kind. Their details may name a customer, so an alert leaves them out.
 */
async function openEntries(db: Db): Promise<Alert[]> {
  const kinds = await db
    .selectFrom('attention')
    .select((eb) => ['kind', eb.fn.countAll<bigint>().as('entries')])
    .select((eb) => eb.fn.min('created_at').as('since'))
    .where('resolved_at', 'is', null)
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  return kinds.map(({ kind, entries, since }) => {
    const { severity, title, hint: detail } = ENTRIES[kind];
    const times = entries > 1n ? `: ${counted(entries, 'entry', 'entries')}` : '';
    return {
      kind: 'needs_attention',
      severity,
      subject: kind,
      title: `${title}${times}`,
      detail,
      since: since.toISOString(),
      path: '/attention',
    };
  });
}

function keyOf({ kind, subject }: Pick<Alert, 'kind' | 'subject'>): string {
  return `${kind} ${subject}`;
}

interface Noted {
  channel: Channel;
  alerts: readonly Alert[];
  /** Id of the message, if one is written. */
  id: string;
  now: Date;
}

/** Locks the channel, so that two processes do not write the same message. */
async function noteFor(trx: Db, { channel, alerts, id, now }: Noted): Promise<void> {
  const { id: channel_id } = channel;
  const locked = await sql`
    select from alert_channels where id = ${channel_id} for update`.execute(trx);
  if (locked.rows.length === 0) return;
  const known = await trx
    .selectFrom('alerts')
    .selectAll()
    .where('channel_id', '=', channel_id)
    .execute();
  const isKnown = new Set(known.map(keyOf));
  const isFound = new Set(alerts.map(keyOf));
  const allBegan = alerts.filter((alert) => !isKnown.has(keyOf(alert)));
  // What the message has no room for is not recorded as told, so that the next one tells it.
  const began = allBegan.slice(0, MOST_IN_A_MESSAGE);
  const endedBefore = now.getTime() - ENDED_AFTER_MS;
  const allEnded = known.filter(
    (alert) => !isFound.has(keyOf(alert)) && alert.seen_at.getTime() <= endedBefore,
  );
  const ended = allEnded.slice(0, MOST_IN_A_MESSAGE);
  const open = alerts.filter((alert) => isKnown.has(keyOf(alert)));
  for (const { kind, subject, title, detail, since } of [...began, ...open]) {
    await trx
      .insertInto('alerts')
      .values({ channel_id, kind, subject, title, detail, began_at: new Date(since), seen_at: now })
      .onConflict((conflict) =>
        conflict.columns(['channel_id', 'kind', 'subject']).doUpdateSet({ seen_at: now }),
      )
      .execute();
  }
  for (const { kind, subject } of ended) {
    await trx
      .deleteFrom('alerts')
      .where('channel_id', '=', channel_id)
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .execute();
  }
  if (began.length === 0 && ended.length === 0) return;
  await insertMessage(trx, {
    id,
    channelId: channel_id,
    at: now,
    message: {
      began,
      ended: ended.map(({ kind, subject, title, detail, began_at: at }) => ({
        kind,
        subject,
        title,
        detail,
        since: at.toISOString(),
      })),
      ...((began.length < allBegan.length || ended.length < allEnded.length) && {
        total: { began: allBegan.length, ended: allEnded.length },
      }),
    },
  });
}

/** Queues a message; the next run of the sender sends it. */
export async function insertMessage(
  db: Db,
  given: { id: string; channelId: string; at: Date; message: AlertMessage },
): Promise<void> {
  await db
    .insertInto('alert_messages')
    .values({
      id: given.id,
      channel_id: given.channelId,
      body: JSON.stringify(given.message),
      created_at: given.at,
      due_at: given.at,
      error: null,
      sent_at: null,
    })
    .execute();
}
