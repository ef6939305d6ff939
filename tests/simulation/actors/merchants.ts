import { NumberText } from '#contract/json/number-text.ts';
import { createPayinRequest } from '#contract/schemas/payin.ts';
import { createPayoutRequest } from '#contract/schemas/payout.ts';
import { createRefundRequest } from '#contract/schemas/refund.ts';
import { formatMinor } from '#domain/money.ts';
import { hashSignedRequest } from '#service/orders/duplicate.ts';
import { cancelPayin } from '#service/payins/cancel.ts';
import { createPayin } from '#service/payins/create.ts';
import { createPayout } from '#service/payouts/create.ts';
import { createRefund } from '#service/refunds/create.ts';
import type { Receipt } from '#service/acquirers/port.ts';
import { sumOf } from '../acquirer/transfers.ts';
import type { SentOrder } from '../acknowledged.ts';
import type { Random } from '../random.ts';
import { merchantIn, pickOrder, type World } from '../world.ts';

export async function createsPayin(world: World, choice: Random): Promise<void> {
  const method =
    choice.pick(['card', 'card', 'card', 'held', 'p2p', 'pix', 'blik', 'crypto'] as const) ??
    'card';
  const sent = { kind: 'payin', method, amountMinor: anAmount(choice) } as const;
  await create(world, `payin-${world.begun}`, sent);
}

export async function createsPayout(world: World, choice: Random): Promise<void> {
  const method = choice.pick(['payout', 'split'] as const) ?? 'payout';
  const sent = { kind: 'payout', method, amountMinor: anAmount(choice) } as const;
  await create(world, `payout-${world.begun}`, sent);
}

function anAmount(choice: Random): bigint {
  return BigInt(1_000 + choice.below(9_000));
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
  const before = acknowledged.now();
  const caller = await merchantIn(world);
  const signed = { timestamp: '1', signature: reference };
  const common = {
    reference_id: reference,
    currency: 'EUR',
    amount: new NumberText(formatMinor(wanted.amountMinor)),
    merchant_gate_method_id: place.methods[wanted.method],
    customer: {},
  };
  const made =
    wanted.kind === 'payin'
      ? await createPayin(
          context,
          caller,
          createPayinRequest.parse(common),
          hashSignedRequest(caller, signed),
        )
      : await createPayout(
          context,
          caller,
          createPayoutRequest.parse({ ...common, destination_account: '4242424242424242' }),
          signed,
        );
  if (made.ok) acknowledged.created(reference, wanted, made.value.order, before);
  else if (made.problem.code !== 'stale_settings')
    acknowledged.findings.push(`${reference} was refused: ${JSON.stringify(made.problem)}`);
}

/** Refunds a payment, whole or in part, once or twice at once. Two refunds at once are each of all that is left. */
export async function refunds(world: World, choice: Random): Promise<void> {
  const { acquirer, begun } = world;
  const payments = [...acquirer.cards.values(), ...acquirer.transfers.values()].filter(
    ({ orderId }) => orderId !== '',
  );
  const taken = payments.filter(
    (book) => book.state === 'approved' || book.state === 'confirmed' || isPaidIn(book),
  );
  const payment = choice.pick(choice.isBelow(0.8) && taken.length > 0 ? taken : payments);
  if (payment === undefined) return;
  const first = `refund-${begun}`;
  const references =
    choice.pick([[first], [first], [first, first], [first, `${first}-again`]]) ?? [];
  const isWhole = new Set(references).size > 1 || choice.isBelow(0.2);
  await Promise.all(
    references.map((reference) =>
      refundOnce(world, payment.orderId, reference, isWhole ? undefined : 1 + choice.below(40)),
    ),
  );
}

function isPaidIn(book: { amountMinor: bigint; receipts?: readonly Receipt[] }): boolean {
  return book.receipts !== undefined && sumOf({ receipts: book.receipts }) >= book.amountMinor;
}

async function refundOnce(
  world: World,
  payinId: string,
  reference: string,
  amount: number | undefined,
): Promise<void> {
  const { acknowledged, figures, process } = world;
  const before = acknowledged.now();
  const caller = await merchantIn(world);
  const request = createRefundRequest.parse({
    payin_id: payinId,
    reference_id: reference,
    ...(amount !== undefined && { amount: new NumberText(String(amount)) }),
  });
  const made = await createRefund(process.context, caller, request);
  if (made.ok && acknowledged.refunded(made.value.order, before)) figures.refunds += 1;
}

export async function cancels(world: World, choice: Random): Promise<void> {
  const order = pickOrder(world, choice, ({ kind }) => kind === 'payin');
  if (order === undefined || !choice.isBelow(0.3)) return;
  await cancelPayin(world.process.context, order.id, await merchantIn(world));
}
