import type { JSONColumnType } from 'kysely';

/** Columns that several tables have. */

export type Json<T extends object> = JSONColumnType<T>;

export type { Customer } from '#contract/schemas/customer.ts';
