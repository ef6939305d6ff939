import type { DeclineReason } from '#domain/card/decline-reason.ts';
import type { TransferInput } from '../acquirers/port.ts';
import { endingInAmount, hundredthsOf, pendingAmount } from './amounts.ts';
import type { Decline } from './cards.ts';

/** What happens to a payment that is not by card. */
export type TransferBehaviour =
  /** The payer decides at the simulated bank. */
  | { does: 'wait' }
  | { does: 'approve'; afterMs: number }
  | {
      does: 'decline';
      hardness: 'soft_decline' | 'hard_decline';
      decline: Decline;
      afterMs: number;
    }
  /** The payer sends parts of the amount, in percent. */
  | { does: 'send'; percents: readonly number[] }
  /** The payer sends the whole amount after the payment was given up. */
  | { does: 'send_late' }
  /** The payer sends the amount at once, and the network confirms it after minutes. */
  | { does: 'confirm_slowly' }
  | { does: 'approve_silently' }
  | { does: 'break_connection' };

const WAIT: TransferBehaviour = { does: 'wait' };

function approve(afterMs = 0): TransferBehaviour {
  return { does: 'approve', afterMs };
}

function decline(
  hardness: 'soft_decline' | 'hard_decline',
  message: string,
  reason: DeclineReason,
  afterMs = 0,
): TransferBehaviour {
  return { does: 'decline', hardness, decline: { message, reason }, afterMs };
}

/** Behaviours by the hundredths of 101.NN, for every source. */
const BY_101_ENDING: ReadonlyMap<string, TransferBehaviour> = new Map<string, TransferBehaviour>([
  ['42', approve()],
  ['02', decline('soft_decline', 'refused by the payer', 'cancelled')],
  ['79', decline('hard_decline', 'account closed', 'other')],
  ['77', approve(3_000)],
  ['19', { does: 'approve_silently' }],
  ['41', { does: 'break_connection' }],
]);

/** Behaviours by the hundredths of any amount, if the payer sends the money. */
const MONEY_SENT_BY_HUNDREDTHS: ReadonlyMap<string, TransferBehaviour> = new Map<
  string,
  TransferBehaviour
>([
  ['11', { does: 'send', percents: [50] }],
  ['12', { does: 'send', percents: [110] }],
  ['13', { does: 'send_late' }],
  ['14', { does: 'send', percents: [100, 100] }],
  ['15', { does: 'send', percents: [50, 50] }],
]);

/** Behaviours by BLIK code. With any other code, the amount or the payer decides. */
const BY_BLIK_CODE: ReadonlyMap<string, TransferBehaviour> = new Map<string, TransferBehaviour>([
  ['777123', approve()],
  ['777000', decline('soft_decline', 'refused by the payer', 'cancelled')],
  ['777456', WAIT],
  ['777079', decline('hard_decline', 'account closed', 'other')],
  ['777077', approve(3_000)],
]);

/** Whether the payer sends the money, rather than approving that it is collected. */
export function sendsMoney(source: TransferInput['source']): boolean {
  return source === 'P2P' || source === 'CRYPTO' || source === 'PIX';
}

/** Returns the behaviour of a listed BLIK code, otherwise that of the amount; otherwise the payer decides. */
export function transferBehaviourOf(input: TransferInput, amountMinor: bigint): TransferBehaviour {
  const byCode = input.source === 'BLIK' ? BY_BLIK_CODE.get(input.code.reveal()) : undefined;
  return byCode ?? behaviourOfAmount(input.source, amountMinor) ?? WAIT;
}

function behaviourOfAmount(
  source: TransferInput['source'],
  amountMinor: bigint,
): TransferBehaviour | undefined {
  const pending = pendingAmount(amountMinor);
  if (pending !== undefined) {
    const { decision, afterMs } = pending;
    if (decision === 'good') return approve(afterMs);
    return decline('soft_decline', 'refused by the payer', 'cancelled', afterMs);
  }
  const ending = endingInAmount(amountMinor) ?? '';
  if (source === 'CRYPTO' && ending === '33') return { does: 'confirm_slowly' };
  return (
    BY_101_ENDING.get(ending) ??
    (sendsMoney(source) ? MONEY_SENT_BY_HUNDREDTHS.get(hundredthsOf(amountMinor)) : undefined)
  );
}
