import { failByHand } from '#service/operator/fail-order.ts';
import { orderSweeps } from '#service/reconciliation/sweeps.ts';
import { sendEventAgain } from '#service/webhooks/send-again.ts';
import { webhookId } from '#service/webhooks/send.ts';
import type { Random } from '../random.ts';
import { pickOrder, type Process, type World } from '../world.ts';

export async function operatorFails(world: World, choice: Random): Promise<void> {
  const order = pickOrder(world, choice);
  if (order !== undefined && choice.isBelow(0.5)) await failByHand(world.process.context, order.id);
}

/** Sends a webhook again, in whatever state it is. */
export async function operatorSendsAgain(
  { process, received }: World,
  choice: Random,
): Promise<void> {
  const event = choice.pick([...received.keys()]);
  if (event !== undefined) await sendEventAgain(process.context, event.slice(webhookId('').length));
}

/** The recurring work on orders whose money this is about. */
const SWEEPS = new Set([
  'expire-payins',
  'reconcile-attempts',
  'reconcile-payouts',
  'reconcile-refunds',
  'release-retentions',
  'fold-order-counts',
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
