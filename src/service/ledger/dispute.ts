import {
  disputeLose,
  disputeRecover,
  disputeRelease,
  disputeReserve,
  type DisputePosting,
  type Movement,
} from '#domain/ledger/posting.ts';
import type { DisputedMoney } from '#domain/dispute/status.ts';
import type { Db } from '../platform/database/schema.ts';
import { post } from './post.ts';

/** The amounts that a dispute takes and where that money is, either now or after a move. */
export interface DisputedFunds extends DisputePosting {
  money: DisputedMoney;
}

/**
 * Moves a dispute's money from one stage to another: with the merchant, in the dispute reserve, or lost. If the
 * amounts changed, first returns the old amounts to the merchant, then takes the new ones. The available balance
 * may fall below zero.
 *
 * Locks the gate's account.
 *
 * @param noticeId the dispute notice that causes the move; the ledger accepts each kind of movement once per notice
 */
export async function moveDispute(
  trx: Db,
  { from, to }: { from: DisputedFunds; to: DisputedFunds },
  { noticeId, at }: { noticeId: string; at: Date },
): Promise<void> {
  const movements = haveSameAmounts(from, to)
    ? movementsBetween(from, to.money)
    : [
        ...movementsBetween(from, 'untouched'),
        ...movementsBetween({ ...to, money: 'untouched' }, to.money),
      ];
  for (const movement of movements) {
    const result = await post(trx, movement, { orderId: noticeId, at });
    if (result !== 'posted') throw new Error(`A dispute was not moved by ${noticeId}: ${result}`);
  }
}

function haveSameAmounts(one: DisputedFunds, other: DisputedFunds): boolean {
  return (
    one.amountMinor === other.amountMinor &&
    one.feeMinor === other.feeMinor &&
    one.disputed.amountMinor === other.disputed.amountMinor
  );
}

/** The stages in order: one movement leads from a stage to the next. */
const STAGES = ['untouched', 'reserved', 'lost'] as const satisfies DisputedMoney[];
const FORWARD = [disputeReserve, disputeLose] as const;
const BACKWARD = [disputeRelease, disputeRecover] as const;

function movementsBetween(dispute: DisputedFunds, to: DisputedMoney): Movement[] {
  const [start, end] = [STAGES.indexOf(dispute.money), STAGES.indexOf(to)];
  const steps = start < end ? FORWARD.slice(start, end) : BACKWARD.slice(end, start).toReversed();
  return steps.map((movement) => movement(dispute));
}
