import type { AnswerOf, ItemOf } from '#console/api/client.ts';

/** A file that was matched. */
export type Reconciliation = ItemOf<'reconciliations list'>;
/** What a file says beside what is known: counts, and the first of each kind of finding. */
export type Findings = AnswerOf<'reconciliations show'>;
export type FoundLine = Findings['lines'][number];
