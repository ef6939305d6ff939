import { createContext } from 'svelte';
import type { AnswerOf, ItemOf } from '#console/api/client.ts';
import type { Query } from '#console/api/query.svelte.ts';

export type Merchant = AnswerOf<'merchants show'>;
export type ListedMerchant = ItemOf<'merchants list'>;

/** The merchant whose views are open. Their layout shows its name above them. */
export const [shownMerchant, setShownMerchant] = createContext<Query<Merchant>>();
