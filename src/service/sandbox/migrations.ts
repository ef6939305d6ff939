import type { MigrationSet } from '../platform/database/migrate.ts';
import { up as outsideWorld } from './migrations/001-outside-world.ts';
import { up as declineReasons } from './migrations/002-decline-reasons.ts';
import { up as clocks } from './migrations/003-clocks.ts';
import { up as transfers } from './migrations/004-transfers.ts';
import { up as refunds } from './migrations/005-refunds.ts';
import { up as noClocks } from './migrations/006-no-clocks.ts';

export const SANDBOX_MIGRATIONS: MigrationSet = {
  schema: 'sandbox',
  migrations: {
    '001-outside-world': { up: outsideWorld },
    '002-decline-reasons': { up: declineReasons },
    '003-clocks': { up: clocks },
    '004-transfers': { up: transfers },
    '005-refunds': { up: refunds },
    '006-no-clocks': { up: noClocks },
  },
};
