import { failByHand } from '#service/operator/fail-order.ts';
import { cancelPayin } from '#service/payins/cancel.ts';
import { orderSweeps } from '#service/reconciliation/sweeps.ts';
import type { Random } from '../random.ts';
import { pickOrder, type Process, type World } from '../world.ts';

export async function operatorFails(world: World, choice: Random): Promise<void> {
  const id = pickOrder(world, choice, () => choice.isBelow(0.5));
  if (id !== undefined) await failByHand(world.process.context, id);
}

export async function operatorCancels(world: World, choice: Random): Promise<void> {
  const id = pickOrder(world, choice, ({ kind }) => kind === 'payin' && choice.isBelow(0.5));
  if (id !== undefined) await cancelPayin(world.process.context, id);
}

/** The recurring work on orders whose money this is about. */
const SWEEPS = new Set([
  'expire-payins',
  'reconcile-attempts',
  'reconcile-payouts',
  'reconcile-refunds',
  'release-retentions',
]);

interface Sweep {
  name: string;
  run: () => Promise<unknown>;
}

/** The recurring work of a process. */
export function sweepsOf({ context, parts }: Process): Sweep[] {
  return [
    ...orderSweeps(context).filter(({ name }) => SWEEPS.has(name)),
    { name: 'deliver-webhooks', run: () => parts.webhooks.claim() },
  ];
}

/** Runs one tick of recurring work, in any sequence. */
export async function sweeps({ process }: World, choice: Random): Promise<void> {
  await choice.pick(sweepsOf(process))?.run();
}
