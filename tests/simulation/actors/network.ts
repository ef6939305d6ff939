import { takeDisputeNotice } from '#service/disputes/take.ts';
import { takeNotification } from '#service/operator/retake.ts';
import type { DisputeNotice, Notification } from '#service/acquirers/port.ts';
import type { Random } from '../random.ts';
import type { Told } from '../surroundings.ts';
import type { World } from '../world.ts';

/** A payer's bank sends money. */
export async function bankSends(world: World, choice: Random): Promise<void> {
  const notification = world.acquirer.receive();
  if (notification === undefined) return;
  world.undelivered.push(notification);
  if (choice.isBelow(0.6)) await acquirerTells(world, choice);
}

export async function acquirerDecides(world: World, choice: Random): Promise<void> {
  world.undelivered.push(...world.acquirer.decide());
  await acquirerTells(world, choice);
}

/** Sends a notification, new or old, once or twice at once. */
export async function acquirerTells(world: World, choice: Random): Promise<void> {
  const { undelivered, acquirer } = world;
  const notification = choice.pick(
    choice.isBelow(0.7) && undelivered.length > 0 ? undelivered : acquirer.everything(),
  );
  if (notification === undefined) return;
  const times = choice.isBelow(0.2) ? 2 : 1;
  await Promise.all(Array.from({ length: times }, () => tell(world, notification)));
}

const ATTEMPTS = {
  card: 'payin_attempts',
  transfer: 'payin_attempts',
  payout: 'payout_attempts',
  refund: 'refund_attempts',
} as const;

/** Delivers a notification; the acquirer forgets it once it is taken. */
export async function tell(world: World, told: Told): Promise<void> {
  const { undelivered } = world;
  const isTaken = await (told.kind === 'dispute' ? takesNotice(world, told) : takes(world, told));
  if (!isTaken) return;
  const place = undelivered.indexOf(told);
  if (place >= 0) undelivered.splice(place, 1);
}

async function takes(world: World, notification: Notification): Promise<boolean> {
  const terminalId = await terminalOf(world, notification);
  if (terminalId === undefined) return false;
  return takeNotification(world.process.context, terminalId, notification);
}

async function terminalOf(
  { process }: World,
  { kind, attemptId }: Pick<Notification, 'kind' | 'attemptId'>,
): Promise<string | undefined> {
  const row = await process.context.db
    .selectFrom(ATTEMPTS[kind])
    .select('terminal_id')
    .where('id', '=', attemptId)
    .executeTakeFirst();
  return row?.terminal_id;
}

/** Tells of the next step of a dispute about a payment, once or twice at once; or first of another one. */
export async function acquirerDisputes(world: World, choice: Random): Promise<void> {
  const notice = world.acquirer.dispute(world.scheduler.nowMs);
  if (notice === undefined) return;
  world.undelivered.push(notice);
  if (choice.isBelow(0.3)) return;
  const times = choice.isBelow(0.3) ? [1, 2] : [1];
  await Promise.all(times.map(() => tell(world, notice)));
}

async function takesNotice(world: World, notice: DisputeNotice): Promise<boolean> {
  const { process, figures } = world;
  const terminalId = await terminalOf(world, { kind: 'card', attemptId: attemptOf(notice) });
  if (terminalId === undefined) return false;
  const taking = await takeDisputeNotice(process.context, terminalId, notice);
  if (taking === 'taken') figures.disputes += 1;
  return taking === 'taken';
}

function attemptOf({ about }: DisputeNotice): string {
  return about !== undefined && 'attemptId' in about ? about.attemptId : '';
}
