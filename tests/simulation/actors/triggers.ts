import {
  triggerDisputeDeadline,
  triggerExpiry,
  triggerRelease,
  triggerRedelivery,
} from '#service/sandbox/triggers.ts';
import type { Random } from '../random.ts';
import { merchantIn, pickOrder, type World } from '../world.ts';

/** Ends the waiting time of a payin. */
export async function expires(world: World, choice: Random): Promise<void> {
  const order = pickOrder(world, choice, ({ kind }) => kind === 'payin');
  if (order === undefined) return;
  await triggerExpiry(world.process.context, await merchantIn(world), order.id);
}

/** Releases what a payin retains, in two windows at times. */
export async function releases(world: World, choice: Random): Promise<void> {
  const order = pickOrder(world, choice, ({ method }) => method === 'card' || method === 'held');
  if (order === undefined) return;
  const what = choice.pick(['hold', 'rolling', 'both'] as const) ?? 'both';
  const times = choice.isBelow(0.3) ? [1, 2] : [1];
  const caller = await merchantIn(world);
  await Promise.all(
    times.map(() => triggerRelease(world.process.context, caller, { payin_id: order.id, what })),
  );
}

/** Makes the next attempt at the webhooks of an order now. */
export async function redelivers(world: World, choice: Random): Promise<void> {
  const order = pickOrder(world, choice);
  if (order === undefined) return;
  await triggerRedelivery(world.process.context, await merchantIn(world), order.id);
}

/** Makes tomorrow the deadline to answer a dispute. */
export async function bringsDeadline(world: World, choice: Random): Promise<void> {
  const { context } = world.process;
  const disputes = await context.db.selectFrom('disputes').select('id').orderBy('id').execute();
  const dispute = choice.pick(disputes);
  if (dispute === undefined) return;
  await triggerDisputeDeadline(context, await merchantIn(world), dispute.id);
}
