import { findPgBouncer } from '../../tests/support/database/pgbouncer.ts';
import { foundOrInstalled } from './found-or-installed.ts';
import type { Resource } from './resource.ts';

export const pgbouncerResource = (): Promise<Resource> =>
  foundOrInstalled('PGBOUNCER_PATH', findPgBouncer, ['pgbouncer']);
