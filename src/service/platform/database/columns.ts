import type { JSONColumnType } from 'kysely';

/** Columns that several tables have. */

export type Json<T extends object> = JSONColumnType<T>;

/** What was said of customers: kept, to be erased once it is no longer needed, or erased. */
export type Erasure = 'asked' | 'done' | null;

export type { Customer } from '#contract/schemas/customer.ts';
