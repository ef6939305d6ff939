import { takeDisputeNotice } from '#service/disputes/take.ts';
import { takeNotification } from '#service/operator/retake.ts';
import type { DisputeNotice, Notification } from '#service/acquirers/port.ts';
import type { Random } from '../random.ts';
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
export async function tell(world: World, notification: Notification): Promise<void> {
  const { undelivered, process } = world;
  const terminalId = await terminalOf(world, notification);
  if (terminalId === undefined) return;
  if (!(await takeNotification(process.context, terminalId, notification))) return;
  const place = undelivered.indexOf(notification);
  if (place >= 0) undelivered.splice(place, 1);
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

const DISPUTE_STEPS = [
  'inquiry_opened',
  'charged_back',
  'charged_back',
  'answered',
  'won',
  'lost',
] as const;

/** Tells of a step of a dispute about a payment, in any sequence. */
export async function acquirerDisputes(world: World, choice: Random): Promise<void> {
  const { acquirer, process, figures } = world;
  const taken = [...acquirer.cards].filter(([, { state }]) => state === 'approved');
  const [attemptId] = choice.pick(taken) ?? [];
  if (attemptId === undefined) return;
  const terminalId = await terminalOf(world, { kind: 'card', attemptId });
  if (terminalId === undefined) return;
  const step = choice.pick(DISPUTE_STEPS) ?? 'charged_back';
  const notice: DisputeNotice = {
    kind: 'dispute',
    about: { attemptId },
    reference: `dispute ${attemptId}`,
    id: `${step} ${attemptId}`,
    event: step,
    step,
    disputed: undefined,
    reasonCode: undefined,
    answerBy: undefined,
    reportedAt: undefined,
    detail: undefined,
  };
  const times = choice.isBelow(0.3) ? [1, 2] : [1];
  await Promise.all(
    times.map(async () => {
      const taking = await takeDisputeNotice(process.context, terminalId, notice);
      if (taking === 'taken') figures.disputes += 1;
    }),
  );
}
