import type { AnswerOf, ItemOf } from '#console/api/client.ts';

/** A matched settlement file. */
export type Reconciliation = ItemOf<'reconciliations list'>;
/** The result of matching a file: counts, and the first findings of each kind. */
export type Findings = AnswerOf<'reconciliations show'>;
export type MismatchedLine = Findings['lines'][number];
