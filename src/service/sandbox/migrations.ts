import type { MigrationSet } from '../platform/database/migrate.ts';
import { up as sandbox } from './migrations/001-sandbox.ts';

export const SANDBOX_MIGRATIONS: MigrationSet = {
  schema: 'sandbox',
  migrations: { '001-sandbox': { up: sandbox } },
};
