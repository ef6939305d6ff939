import { askCells } from '../../platform/cells/ask-cells.ts';
import type { Cells } from '../../platform/cells/cells.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { VALUES_OF_A_LABEL } from '../../platform/metrics/bounded-label.ts';
import { hex, selectHead } from '../audit/head.ts';
import { selectNames, selectStoredState, type Named, type StoredState } from './queries.ts';

export type ReadingContext = Pick<
  ServiceContext,
  'db' | 'now' | 'log' | 'terminals' | 'waits' | 'place'
>;

/** What all databases say together. */
export interface StoredReading {
  state: StoredState;
  names: readonly Named[];
  /** Of each cell whose audit has rows. */
  heads: readonly { cell: number; rows: number; hash: string }[];
  /** Whether every cell is in it. */
  isComplete: boolean;
}

/** @returns undefined where no database answers */
export async function readStored(
  contexts: Cells<ReadingContext>,
): Promise<StoredReading | undefined> {
  const { log, waits } = contexts.first;
  try {
    const { answers, missing } = await askCells(
      contexts,
      async ({ db, now, place: { cell } }) => ({
        state: await selectStoredState(db, now()),
        names: await selectNames(db),
        heads: headIn(cell, await selectHead(db)),
      }),
      waits.requestMs,
    );
    if (missing.length > 0) log.warn({ cells: missing }, 'Cells did not answer for the metrics');
    const parts = answers.map(({ answer }) => answer);
    return {
      state: parts.map(({ state }) => state).reduce(together),
      names: parts.flatMap(({ names }) => names).slice(0, 2 * VALUES_OF_A_LABEL),
      heads: parts.flatMap(({ heads }) => heads).slice(0, VALUES_OF_A_LABEL),
      isComplete: missing.length === 0,
    };
  } catch (error) {
    log.warn({ err: error }, 'The database did not answer for the metrics');
    return undefined;
  }
}

function headIn(cell: number, head: Awaited<ReturnType<typeof selectHead>>) {
  return head === undefined ? [] : [{ cell, rows: Number(head.number), hash: hex(head.hash) }];
}

function together(one: StoredState, other: StoredState): StoredState {
  const ages = [one.ledger_check_age_seconds, other.ledger_check_age_seconds];
  const findings = [one.ledger_findings, other.ledger_findings].filter((count) => count !== null);
  return {
    webhooks_pending: one.webhooks_pending + other.webhooks_pending,
    webhooks_oldest_seconds: Math.max(one.webhooks_oldest_seconds, other.webhooks_oldest_seconds),
    webhooks_late_seconds: Math.max(one.webhooks_late_seconds, other.webhooks_late_seconds),
    attention_open: one.attention_open + other.attention_open,
    // The ledger was proved when all of it was.
    ledger_check_age_seconds: ages.includes(null) ? null : Math.max(...ages.map(Number)),
    ledger_findings: findings.length === 0 ? null : findings.reduce((sum, count) => sum + count, 0),
  };
}
