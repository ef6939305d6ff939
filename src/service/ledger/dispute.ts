import {
  disputeLose,
  disputeRecover,
  disputeRelease,
  disputeReserve,
  type DisputePosting,
  type Movement,
} from '#domain/ledger/posting.ts';
import type { DisputedMoney } from '#domain/order/dispute-status.ts';
import type { Db } from '../platform/database/schema.ts';
import { post } from './post.ts';

/** What a dispute takes, and where it is: as the ledger has it, or is to have it. */
export interface DisputedFunds extends DisputePosting {
  money: DisputedMoney;
}

/**
 * Moves what a dispute takes from where it is to where it is to be: with the merchant, in the dispute reserve,
 * or lost. Of another amount it is given back first. What is available may fall below zero here.
 *
 * Locks the gate's account.
 *
 * @param noticeId of what was said of the dispute: it is posted to once by each kind of movement
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

/** Neighbours of this sequence are one movement apart. */
const STAGES = ['untouched', 'reserved', 'lost'] as const satisfies DisputedMoney[];
const FORWARD = [disputeReserve, disputeLose] as const;
const BACKWARD = [disputeRelease, disputeRecover] as const;

function movementsBetween(dispute: DisputedFunds, to: DisputedMoney): Movement[] {
  const [start, end] = [STAGES.indexOf(dispute.money), STAGES.indexOf(to)];
  const steps = start < end ? FORWARD.slice(start, end) : BACKWARD.slice(end, start).toReversed();
  return steps.map((movement) => movement(dispute));
}
