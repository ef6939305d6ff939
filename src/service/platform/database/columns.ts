import type { JSONColumnType } from 'kysely';

/** Columns that several tables have. */

export type Json<T extends object> = JSONColumnType<T>;

/** The state of customer data: kept (null), to be erased once it is no longer needed (`requested`), or erased (`done`). */
export type Erasure = 'requested' | 'done' | null;

export type { Customer } from '#contract/schemas/customer.ts';
