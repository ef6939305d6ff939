import type { Movement } from '../ledger/posting.ts';
import type { OrderStatus } from './status.ts';

/** The words of one kind's settlement matrix: payins', payouts' or refunds'. */
export interface SettlementTerms {
  attempt: string;
  outcome: string;
  condition: string;
  cause: string;
  /** A kind of the exception queue. */
  attention: string;
}

/**
 * A row of a settlement matrix: when it applies, and what it then does. At most one row of a matrix applies to any
 * case. Where none does, nothing changes.
 */
export interface SettlementRow<Terms extends SettlementTerms = SettlementTerms> {
  attempt: readonly Terms['attempt'][];
  order: readonly OrderStatus[];
  outcome: readonly Terms['outcome'][];
  /** What has to be true, or false, as well. */
  when?: Partial<Record<Terms['condition'], boolean>>;
  /**
   * What is recorded with the attempt: how it ended; when the next status inquiry is due; after its end, that it
   * succeeded all the same, or that its money came back.
   */
  records?: 'end' | 'next_inquiry' | 'late_report' | 'return';
  /** In sequence. A move to the status that the order has already is left out. */
  moves?: readonly { to: OrderStatus; cause: Terms['cause'] }[];
  posting?: Movement['kind'];
  attention?: Terms['attention'];
}

export interface SettlementCase<Terms extends SettlementTerms> {
  attempt: Terms['attempt'];
  order: OrderStatus;
  outcome: Terms['outcome'];
  conditions: Record<Terms['condition'], boolean>;
}

/** What a row does to an order that has a certain status. */
export interface SettlementDecision<Terms extends SettlementTerms> {
  records: SettlementRow['records'];
  moves: readonly { from: OrderStatus; to: OrderStatus; cause: Terms['cause'] }[];
  posting: Movement['kind'] | undefined;
  attention: Terms['attention'] | undefined;
}

/** Returns what the row does that applies to a case. */
export function decideByMatrix<Terms extends SettlementTerms>(
  matrix: readonly SettlementRow<Terms>[],
  settled: SettlementCase<Terms>,
): SettlementDecision<Terms> {
  const row = matrix.find((candidate) => applies(candidate, settled));
  const moves = (row?.moves ?? []).filter(({ to }) => to !== settled.order);
  const sources = [settled.order, ...moves.map(({ to }) => to)];
  return {
    records: row?.records,
    moves: moves.map((move, index) => ({ from: sources[index] ?? settled.order, ...move })),
    posting: row?.posting,
    attention: row?.attention,
  };
}

export function applies<Terms extends SettlementTerms>(
  row: SettlementRow<Terms>,
  { attempt, order, outcome, conditions }: SettlementCase<Terms>,
): boolean {
  const wanted: Partial<Record<string, boolean>> = row.when ?? {};
  const actual: Record<string, boolean> = conditions;
  return (
    row.attempt.includes(attempt) &&
    row.order.includes(order) &&
    row.outcome.includes(outcome) &&
    Object.entries(wanted).every(([condition, value]) => actual[condition] === value)
  );
}
