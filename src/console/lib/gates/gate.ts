import type { AnswerOf, ItemOf } from '#console/api/client.ts';

export type ListedGate = ItemOf<'gates list'>;
export type Gate = AnswerOf<'gates show'>;
export type GateAccount = Gate['accounts'][number];
export type ListedMethod = ItemOf<'methods list'>;
