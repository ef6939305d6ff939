import type { AnswerOf } from '#console/api/client.ts';
import type { StatusText } from '#console/orders/words.ts';

export type Report = AnswerOf<'reports show'>;

export const KINDS = {
  orders: { title: 'Orders', of: 'A row for each order, with how it ended.' },
  settlement: {
    title: 'Settlement',
    of: 'A row for each gate, currency and day: opening balance, changes, closing balance.',
  },
  fees: {
    title: 'Fees',
    of: 'A row for each method and day: amounts and fees.',
  },
} as const;

const STATES: Readonly<Record<Report['state'], StatusText>> = {
  waiting: { tone: 'waiting', text: 'Waiting' },
  running: { tone: 'waiting', text: 'Being created' },
  ready: { tone: 'good', text: 'Ready' },
  failed: { tone: 'bad', text: 'Failed' },
};

export function stateOf({ state }: Report): StatusText {
  return STATES[state];
}

export function isMade({ state }: Report): boolean {
  return state === 'ready' || state === 'failed';
}

/** Returns the address of a report's CSV. A plain link works, because the browser sends the session's cookie. */
export function fileOf({ id }: Report): string {
  return `/api/operator/v1/reports/${id}/file`;
}
