import { NumberText } from '#contract/json/number-text.ts';
import { createPayinRequest } from '#contract/schemas/payin.ts';
import { createPayoutRequest } from '#contract/schemas/payout.ts';
import { createRefundRequest } from '#contract/schemas/refund.ts';
import { createPayin } from '#service/payins/create.ts';
import { createPayout } from '#service/payouts/create.ts';
import { createRefund } from '#service/refunds/create.ts';
import type { Random } from '../random.ts';
import type { SentOrder } from '../surroundings.ts';
import { merchantIn, pickOrder, type World } from '../world.ts';

export async function createsPayin(world: World, choice: Random): Promise<void> {
  const reference = `payin-${world.begun}`;
  const method = choice.pick(['card', 'card', 'held', 'p2p'] as const) ?? 'card';
  await create(world, reference, { kind: 'payin', method, amount: 10 + choice.below(90) });
}

export async function createsPayout(world: World, choice: Random): Promise<void> {
  await create(world, `payout-${world.begun}`, {
    kind: 'payout',
    method: 'payout',
    amount: 10 + choice.below(90),
  });
}

/** Sends again what was sent before, twice at once. */
export async function repeats(world: World, choice: Random): Promise<void> {
  const sent = choice.pick([...world.sent]);
  if (sent === undefined) return;
  await Promise.all([create(world, ...sent), create(world, ...sent)]);
}

async function create(world: World, reference: string, wanted: SentOrder): Promise<void> {
  const { sent, figures, process, place, acknowledged } = world;
  if (!sent.has(reference)) figures[`${wanted.kind}s`] += 1;
  sent.set(reference, wanted);
  const { context } = process;
  const caller = await merchantIn(world);
  const signed = { timestamp: '1', signature: reference };
  const common = {
    reference_id: reference,
    currency: 'EUR',
    amount: new NumberText(String(wanted.amount)),
    merchant_gate_method_id: place.methods[wanted.method],
    customer: {},
  };
  const made =
    wanted.kind === 'payin'
      ? await createPayin(context, caller, createPayinRequest.parse(common), signed)
      : await createPayout(
          context,
          caller,
          createPayoutRequest.parse({ ...common, destination_account: '4242424242424242' }),
          signed,
        );
  if (!made.ok) {
    acknowledged.findings.push(`${reference} was refused: ${JSON.stringify(made.problem)}`);
    return;
  }
  const { id } = made.value.order;
  const known = acknowledged.orders.get(reference);
  if (known !== undefined && known.id !== id)
    acknowledged.findings.push(`${reference} was made twice`);
  acknowledged.orders.set(reference, {
    id,
    kind: wanted.kind,
    method: wanted.method,
    amountMinor: BigInt(wanted.amount) * 100n,
  });
}

/** Refunds a payment, whole or in part, once or twice at once. */
export async function refunds(world: World, choice: Random): Promise<void> {
  const { acquirer, begun } = world;
  const paid = [...acquirer.cards.values(), ...acquirer.transfers.values()].filter(
    ({ orderId }) => orderId !== '',
  );
  const payment = choice.pick(paid);
  if (payment === undefined) return;
  const amounts = choice.isBelow(0.5) ? undefined : () => 1 + choice.below(40);
  const refund = (reference: string) =>
    refundOnce(world, payment.orderId, { reference, amount: amounts?.() });
  const reference = `refund-${begun}`;
  if (choice.isBelow(0.4))
    await Promise.all([
      refund(reference),
      refund(choice.isBelow(0.5) ? reference : `${reference}-again`),
    ]);
  else await refund(reference);
}

async function refundOnce(
  world: World,
  payinId: string,
  { reference, amount }: { reference: string; amount: number | undefined },
): Promise<void> {
  const { acknowledged, figures, process } = world;
  const caller = await merchantIn(world);
  const request = createRefundRequest.parse({
    payin_id: payinId,
    reference_id: reference,
    ...(amount !== undefined && { amount: new NumberText(String(amount)) }),
  });
  const made = await createRefund(process.context, caller, request);
  if (!made.ok) return;
  const { id } = made.value.order;
  const known = acknowledged.refunds.get(reference);
  if (known !== undefined && known !== id)
    acknowledged.findings.push(`${reference} was made twice`);
  if (known === undefined) figures.refunds += 1;
  acknowledged.refunds.set(reference, id);
}

export async function reads(world: World, choice: Random): Promise<void> {
  const { acknowledged, process } = world;
  const id = pickOrder(world, choice, () => true);
  if (id === undefined) return;
  const order = [...acknowledged.orders.values()].find((each) => each.id === id);
  const row = await process.context.db
    .selectFrom(order?.kind === 'payout' ? 'payouts' : 'payins')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) acknowledged.findings.push(`${id} was acknowledged and is lost`);
}
