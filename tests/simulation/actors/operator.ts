import { answerStep, DISPUTE_ENDS, endingStep } from '#domain/dispute/status.ts';
import type { OrderDirection } from '#domain/order/direction.ts';
import { recordByOperator } from '#service/disputes/record.ts';
import { decideAdjustment, findSameFees, requestAdjustment } from '#service/ledger/adjustments.ts';
import { computeCorrection } from '#service/ledger/corrected-fees.ts';
import { failByHand } from '#service/operator/fail-order.ts';
import { orderSweeps } from '#service/reconciliation/sweeps.ts';
import { takeRefund } from '#service/refunds/take.ts';
import type { ServiceContext } from '#service/platform/context.ts';
import { sendEventAgain } from '#service/webhooks/send-again.ts';
import { webhookId } from '#service/webhooks/send.ts';
import type { MethodName } from '../place.ts';
import type { Random } from '../random.ts';
import { pickOrder, type Process, type World } from '../world.ts';

export async function operatorFails(world: World, choice: Random): Promise<void> {
  const order = pickOrder(world, choice);
  if (order !== undefined && choice.isBelow(0.5)) await failByHand(world.process.context, order.id);
}

/** Records that a dispute was answered, or how it ended, once or twice at once. */
export async function operatorRecords({ process }: World, choice: Random): Promise<void> {
  const { context } = process;
  const disputes = await context.db.selectFrom('disputes').select('id').orderBy('id').execute();
  const dispute = choice.pick(disputes);
  const end = choice.pick(DISPUTE_ENDS) ?? 'won';
  const isAnswer = choice.isBelow(0.3);
  const times = choice.isBelow(0.5) ? [1, 2] : [1];
  if (dispute === undefined) return;
  const record = () =>
    recordByOperator(context, dispute.id, {
      actor: 'operator',
      note: null,
      event: 'recorded',
      next: ({ step: at }) => {
        const step = isAnswer ? answerStep(at) : endingStep(at, end);
        return step === undefined || step === 'has_ended' || step === 'impossible'
          ? { refused: 'impossible' }
          : { step };
      },
    });
  await Promise.all(times.map(record));
}

/** Debits the merchant for a refund that was made after it had failed, once or twice at once. */
export async function operatorTakes({ process }: World, choice: Random): Promise<void> {
  const { context } = process;
  const refunds = await context.db
    .selectFrom('refunds')
    .select('id')
    .where('made_after_end', '=', true)
    .orderBy('id')
    .execute();
  const refund = choice.pick(refunds);
  const times = choice.isBelow(0.3) ? [1, 2] : [1];
  if (refund === undefined) return;
  await Promise.all(
    times.map(() =>
      context.db.transaction().execute((trx) => takeRefund({ ...context, db: trx }, refund.id)),
    ),
  );
}

/**
 * Asks for a correction of a method's fees until its first order that is open, twice at once at times. Other persons
 * mostly decide on it soon.
 */
export async function operatorCorrectsFees(world: World, choice: Random): Promise<void> {
  const { process, place } = world;
  const { context } = process;
  const [name, direction] = choice.pick(CORRECTED) ?? ['card', 'payin'];
  const method = place.methods[name];
  const correction = {
    methodId: method,
    direction,
    from: new Date(0),
    before: (await firstOpen(context, method, direction)) ?? context.now(),
    percent: choice.pick(['0.5', '2', '4']) ?? '2',
    fixedMinor: choice.pick([null, 10n]) ?? null,
  };
  const times = choice.isBelow(0.3) ? [1, 2] : [1];
  const fees = await computeCorrection(context.longRunning, correction);
  const differenceMinor = fees.chargedMinor - fees.correctMinor;
  if (fees.open > 0 || differenceMinor === 0n) return;
  await Promise.all(
    times.map(() =>
      context.db.transaction().execute(async (trx) => {
        const within = { ...context, db: trx };
        if ((await findSameFees(within, correction)) !== undefined) return;
        await requestAdjustment(within, {
          gate_id: place.gateId,
          currency: 'EUR',
          amount_minor: differenceMinor,
          evidence: 'a contract',
          reason: 'wrong fees',
          requested_by: 'operator',
          requested_by_person: null,
          method_id: correction.methodId,
          fee_from: correction.from,
          fee_before: correction.before,
          fee_percent: correction.percent,
          fee_fixed_minor: correction.fixedMinor,
        });
      }),
    ),
  );
  if (choice.isBelow(0.7)) await operatorsDecide(world, choice);
}

/** Returns when the first order of a method was created that has not ended; undefined if all have. */
async function firstOpen(
  { db }: ServiceContext,
  method: string,
  direction: OrderDirection,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom(`${direction}s`)
    .select('created_at')
    .where('method_id', '=', method)
    .where('status', 'not in', ['SUCCESS', 'FAILED', 'CLOSED'])
    .orderBy('created_at')
    .executeTakeFirst();
  return row?.created_at;
}

const CORRECTED = [
  ['card', 'payin'],
  ['card', 'payin'],
  ['held', 'payin'],
  ['split', 'payout'],
] as const satisfies (readonly [MethodName, OrderDirection])[];

/** Two persons decide on an adjustment, at once at times. */
export async function operatorsDecide({ process }: World, choice: Random): Promise<void> {
  const { context } = process;
  const adjustments = await context.db
    .selectFrom('adjustments')
    .select('id')
    .orderBy('id')
    .execute();
  const adjustment = choice.pick(adjustments);
  const verdicts = choice.pick([
    ['confirm'],
    ['confirm', 'confirm'],
    ['confirm', 'reject'],
  ] as const);
  const allowsNegative = choice.isBelow(0.3);
  if (adjustment === undefined) return;
  await Promise.all(
    (verdicts ?? []).map((verdict, person) =>
      context.db.transaction().execute((trx) =>
        decideAdjustment({ ...context, db: trx }, adjustment.id, {
          verdict,
          actor: `person ${person}`,
          personId: `person ${person}`,
          allowsNegative,
        }),
      ),
    ),
  );
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
