import type { AnswerOf } from '#console/api/client.ts';

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

export const isMade = ({ state }: Report): boolean => state === 'ready' || state === 'failed';

/** Where its CSV is: the session's cookie goes with a plain link. */
export const fileOf = ({ id }: Report): string => `/api/operator/v1/reports/${id}/file`;
