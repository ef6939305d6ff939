import { createContext } from 'svelte';
import type { AnswerOf, ItemOf } from '#console/api/client.ts';
import type { Query } from '#console/api/query.svelte.ts';
import { session } from '#console/api/session.svelte.ts';
import type { Column } from '#console/components/Table.svelte';

export type Merchant = AnswerOf<'merchants show'>;
export type ListedMerchant = ItemOf<'merchants list'>;

/** The merchant whose views are open. Their layout shows its name above them. */
export const [shownMerchant, setShownMerchant] = createContext<Query<Merchant>>();

/** Returns the column with each item's merchant. A merchant's people get none: all items are their own. */
export function merchantColumn<Item extends { merchant: string }>(): Column<Item>[] {
  const column = { title: 'Merchant', text: ({ merchant }: Item) => merchant, wide: true };
  return session.isStaff ? [column] : [];
}
