import { declineLabel } from '#domain/order/reasons.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { Attempt, OrderTimeline } from './order.ts';
import {
  actionInWords,
  causeInWords,
  deliveryInWords,
  eventInWords,
  inWords,
  outcomeInWords,
  refundCauseInWords,
  statusInWords,
  type Tone,
  whyRefundFailed,
} from './words.ts';
import { stepInWords, type Dispute } from '#console/disputes/dispute.ts';
import { money } from '#console/format/money.ts';

/** Something that happened to an order. */
export interface TimelineEvent {
  at: string;
  text: string;
  /** Details, shown in smaller text. */
  detail: string | undefined;
  /** The order's new status, if it changed. */
  status?: OrderStatus;
  tone: Tone;
}

/**
 * Returns everything that happened to an order, oldest first: its transitions, attempts, refunds, disputes, webhooks,
 * and operators' actions.
 */
export function timelineOf(
  order: OrderTimeline,
  disputes: readonly Dispute[] = [],
): TimelineEvent[] {
  const events = [
    // Events of the same time keep this order: an answer before its consequences, a question after its causes.
    ...outcomes(order),
    ...lateOutcomes(order),
    ...notices(order),
    ...receipts(order),
    ...transitions(order),
    ...refunds(order),
    ...disputes.flatMap(disputeSteps),
    ...requests(order),
    ...deliveries(order),
    ...releases(order),
    ...actions(order),
  ];
  // The sort is stable, so events of the same time stay in the order above. ISO times in one zone sort as text.
  return events.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}

function transitions(order: OrderTimeline): TimelineEvent[] {
  const told = new Set(order.attempts.map((attempt) => moveToldBy(attempt, order)));
  return order.transitions
    .filter((move) => !told.has(move))
    .map(({ to_status: status, cause, at }) => ({
      at,
      status,
      tone: statusInWords(status).tone,
      text: causeInWords(cause),
      detail: undefined,
    }));
}

/** Causes that, with the new status, say no more than the outcome of the attempt which made the transition. */
const OUTCOME_CAUSES: ReadonlySet<string> = new Set([
  'provider_approved',
  'provider_declined',
  'provider_paid',
  'provider_refused',
  'attempt_never_seen',
]);

/** Returns the transition that an attempt's outcome made, if the outcome tells all of it. */
function moveToldBy({ settled_at: settledAt }: Attempt, { transitions: moves }: OrderTimeline) {
  return moves.find(({ cause, at }) => OUTCOME_CAUSES.has(cause) && at === settledAt);
}

/** Returns the steps of refunds. They do not change the order's status. */
function refunds({ refunds: all }: OrderTimeline): TimelineEvent[] {
  return all.flatMap(({ transitions: moves, ...refund }) =>
    moves
      // A refund is created and reserved at the same moment.
      .filter(({ to_status: to }) => to !== 'CREATED')
      .map(({ to_status: to, cause, at }) => ({
        at,
        text: `Refund of ${money(refund.amount, refund.currency)}: ${refundCauseInWords(cause)}`,
        tone: to === 'IN_PROGRESS' ? ('quiet' as const) : statusInWords(to).tone,
        detail: to === 'FAILED' ? whyRefundFailed(refund) : undefined,
      })),
  );
}

const DISPUTE_TONES: Readonly<Record<string, Tone>> = {
  won: 'good',
  arbitration_won: 'good',
};

/** Returns the steps of a dispute, which its acquirer or an operator reported. */
function disputeSteps({ history }: Dispute): TimelineEvent[] {
  return history.map((notice) => ({
    at: notice.said_at,
    text: `Dispute: ${lowerFirst(stepInWords(notice))}`,
    detail: notice.detail ?? undefined,
    tone:
      DISPUTE_TONES[notice.step] ??
      (/^(charged_back|lost|arbitration_lost)/.test(notice.step) ? 'bad' : 'quiet'),
  }));
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function nameOf(attempt: Attempt): string {
  return attempt.terminal ?? 'The acquirer';
}

function requests({ attempts }: OrderTimeline): TimelineEvent[] {
  return attempts.map((attempt) => ({
    at: attempt.created_at,
    text: `Sent to ${attempt.terminal ?? 'the acquirer'}`,
    tone: 'quiet' as const,
    detail: undefined,
  }));
}

function outcomes(order: OrderTimeline): TimelineEvent[] {
  return order.attempts.flatMap((attempt) => {
    if (attempt.settled_at === null) return [];
    const { tone, text: outcome } = outcomeInWords(attempt.outcome);
    const { decline_reason: reason, decline_advice: advice } = attempt;
    const why = [reason && declineLabel(reason), advice && inWords(advice)]
      .filter((words) => words !== null)
      .map((words) => `, ${words}`)
      .join('');
    const scheme = attempt.scheme_code === null ? '' : `, ${attempt.scheme_code}`;
    const move = moveToldBy(attempt, order);
    return {
      at: attempt.settled_at,
      ...(move && { status: move.to_status }),
      tone,
      text: `${nameOf(attempt)}: ${(outcome + why).toLowerCase()}${scheme}`,
      detail: answerDetail(attempt),
    };
  });
}

/** Describes how the payer was authenticated, and how long the answer took. */
function answerDetail({ authentication, eci, latency_ms: ms }: Attempt): string | undefined {
  const said = [
    authentication && `3-D Secure: ${authentication}`,
    eci && `ECI ${eci}`,
    ms === null ? null : `after ${ms} ms`,
  ];
  return said.filter((part) => part !== null).join(', ') || undefined;
}

/** Returns approvals and payouts that took effect after their attempt had ended. */
function lateOutcomes({ attempts, direction }: OrderTimeline): TimelineEvent[] {
  return attempts.flatMap((attempt) => {
    const { effective_after_end_at: at } = attempt;
    if (at === null) return [];
    const what = direction === 'payin' ? 'approved' : 'paid out';
    return {
      at,
      tone: 'bad' as const,
      detail: 'the order did not change',
      text: `${nameOf(attempt)}: ${what} after the attempt had ended`,
    };
  });
}

function notices({ notices: all }: OrderTimeline): TimelineEvent[] {
  return all.map(({ event, detail, at }) => ({
    at,
    text: `The acquirer sent ${event}`,
    tone: 'bad' as const,
    detail: detail ?? undefined,
  }));
}

/** Returns the receipts of an order that is not paid by card. */
function receipts({
  receipts: all,
  payment_method_currency: currency,
}: OrderTimeline): TimelineEvent[] {
  return all.map(({ amount, queued, received_at: at }) => {
    const isCredited = Number(queued) === 0;
    return {
      at,
      text: `${amount} ${currency ?? ''} arrived`,
      tone: isCredited ? ('good' as const) : ('bad' as const),
      detail: isCredited ? undefined : `${queued} needs attention`,
    };
  });
}

function deliveries({ events }: OrderTimeline): TimelineEvent[] {
  return events.flatMap(({ state, attempts: tries }) =>
    tries.map(({ at, status, error, duration_ms: ms }) => {
      const isTaken = status !== null && status >= 200 && status < 300;
      return {
        at,
        text: isTaken ? 'Webhook delivered' : 'Webhook not delivered',
        detail: `${deliveryInWords(status, error)} after ${ms} ms${
          isTaken ? '' : `, ${eventInWords(state).text.toLowerCase()}`
        }`,
        tone: isTaken ? ('good' as const) : ('bad' as const),
      };
    }),
  );
}

function releases({ retentions }: OrderTimeline): TimelineEvent[] {
  return retentions.flatMap(({ bucket, amount, currency, released_at: at }) =>
    at === null
      ? []
      : [
          {
            at,
            text: `${amount} ${currency} of ${bucket} became available`,
            detail: undefined,
            tone: 'good' as const,
          },
        ],
  );
}

function actions({ actions: all }: OrderTimeline): TimelineEvent[] {
  return all.map(({ at, actor, command, reason }) => ({
    at,
    text: actionInWords(actor, command),
    detail: reason ?? undefined,
    tone: 'quiet' as const,
  }));
}
