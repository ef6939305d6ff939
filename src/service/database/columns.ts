import type { JSONColumnType } from 'kysely';

/** Columns that several tables have. */

export type Json<T extends object> = JSONColumnType<T>;

export interface Customer {
  reference_id?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  address?: object | undefined;
}
